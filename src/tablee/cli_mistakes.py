"""Mistakes in a command line, in the words of its help."""

from __future__ import annotations

from cyclopts import CycloptsError, MissingArgumentError


def describe_mistake(error: CycloptsError) -> str:
    """Return what is wrong; a missing argument as --help writes it: KEY, or --out for one without a place."""
    argument = error.argument
    if not isinstance(error, MissingArgumentError) or argument is None:
        return str(error)
    command = " ".join(("tablee", *(error.command_chain or ())))
    name = argument.name if argument.index is None else argument.name.lstrip("-").upper()
    return f'{command} needs {name}; "{command} --help" says more.'
