"""Parts of the rules as functions over the state: geometry, tiles, ghost race, times, rounds."""
