"""The terminal client: people at one keyboard play any game, with bots on the other seats."""
