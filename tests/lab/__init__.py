"""Tests of tablee.lab; each file is named after its module."""
