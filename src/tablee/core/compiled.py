"""The numbers of the rules.

A module that imports `Int` is compiled where a compiler is: annotated attributes become C fields, `list[Int]`
becomes a C array of the length it has in `__init__`. Anywhere else `Int` is `int` and nothing more.
`list[Real]` is the same for fractions, which no rule needs but thinking does.
"""

from typing import TypeAlias

Int: TypeAlias = int
Real: TypeAlias = float
