"""Play in a terminal: one table for every game, for people at one keyboard and bots on the other seats."""
