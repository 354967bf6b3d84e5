"""Features, candidate moves and learned weights for the bots of this game."""
