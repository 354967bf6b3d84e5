"""Type aliases that mark a module for compilation.

A module that imports `Int` is compiled where a C compiler is available: annotated attributes become C fields,
`list[Int]`, `list[Int8]` (numbers of 8 bits) and `list[Real]` become C arrays of the length they have in
`__init__`; so do constants that are annotated `list[Int]` or `list[Int8]`. In plain Python they are `int` and
`float`.

The other aliases are buffers in one block of memory, such as a numpy array: of 8-bit and 64-bit integers, and
of 32-bit floating-point numbers. In plain Python they are memoryviews.
"""

from typing import TypeAlias

Int: TypeAlias = int
Int8: TypeAlias = int
Real: TypeAlias = float
Int8s: TypeAlias = "memoryview[int]"
Int64s: TypeAlias = "memoryview[int]"
Float32s: TypeAlias = "memoryview[float]"
