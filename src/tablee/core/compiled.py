"""Type aliases that mark a module for compilation.

A module that imports `Int` is compiled where a C compiler is available: annotated attributes become C fields,
`list[Int]` and `list[Real]` become C arrays of the length they have in `__init__`. In plain Python they are
`int` and `float`.
"""

from typing import TypeAlias

Int: TypeAlias = int
Real: TypeAlias = float
