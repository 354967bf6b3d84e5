"""The heuristic that the bots of Out of Mine! use, and the solver behind it."""
