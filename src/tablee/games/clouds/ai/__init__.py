"""Features, heuristics and learned weights that the bots of this game use."""
