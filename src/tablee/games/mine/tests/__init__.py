"""Tests of the rules, the terminal, the pad and the solver of Out of Mine!."""
