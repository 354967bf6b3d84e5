"""The contract: game, deal, vocabulary of moves, match, record, walk. Standard library only."""
