"""What is true of the whole project, and of every game."""
