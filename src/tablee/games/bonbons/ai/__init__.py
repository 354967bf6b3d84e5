"""Heuristic, candidate moves, features, forgetting and learned weights for bots."""
