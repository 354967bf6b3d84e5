"""Tests of the compiler; each file is named after its module or subject."""
