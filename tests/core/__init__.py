"""The contract, piece by piece."""
