"""Tests of the terminal client and of the command line. Apps run without a terminal."""
