"""What is true of every game."""
