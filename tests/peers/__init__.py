"""Others who play and search: their programs against ours, with nothing of theirs in the product."""
