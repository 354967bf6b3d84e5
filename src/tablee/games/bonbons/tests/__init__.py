"""Tests of the rules of this game, and boards drawn as text for them."""
