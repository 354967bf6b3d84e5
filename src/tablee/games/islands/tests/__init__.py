"""Tests of 1001 Islands, with boards drawn as text (notation) and recorded matches (golden)."""
