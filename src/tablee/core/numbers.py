"""The one number of the rules.

A module that imports `Int` is compiled where a compiler is: annotated attributes become C fields, `list[Int]`
becomes a C array of the length it has in `__init__`. Anywhere else `Int` is `int` and nothing more.
"""

from typing import TypeAlias

Int: TypeAlias = int
