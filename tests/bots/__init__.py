"""Tests of tablee.bots; each file is named after its module."""
