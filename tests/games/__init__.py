"""Tests that run for every game."""
