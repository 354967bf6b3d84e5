"""The two files made from a plain module, and the code that is refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from compiler.declarations import NATIVE_INT, WIDE_INT, Declarations, literal
from compiler.source import CannotCompile, read_source

MODULE = '''
"""A module."""
from tablee.core.compiled import Int, Int8

SMALL: Int = 2 + 3
BIG: Int = 0xFFFFFFFF
TABLE: list[Int] = [n * n for n in range(4)]
WIDE: list[Int] = [1 << n for n in range(40)]
NARROW: list[Int8] = [-1, 2]


class Thing:
    """A thing."""

    def __init__(self) -> None:
        self.count: Int = 0
        self.cells: list[Int] = [7] * SMALL
        self.marks: list[Int8] = [-1] * SMALL
        self.name: str = ""

    def add(self, number: Int, twice: bool = False) -> None:
        """Add."""
        if number == 0:
            return
        self.count += number

    def half(self) -> float:
        """Half."""
        return self.count / 2

    def names(self) -> list[str]:
        """A generator expression keeps it a Python function."""
        return list(str(cell) for cell in self.cells)


def total(thing: Thing) -> Int:
    """Sum."""
    return thing.count
'''


@pytest.fixture
def declared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Declarations:
    """Return the declarations of MODULE."""
    return declarations_of(MODULE, tmp_path, monkeypatch)


def declarations_of(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Declarations:
    """Return the declarations of a module with this text, written into a folder."""
    (folder / "plain_module.py").write_text(text)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "plain_module", raising=False)
    source = read_source("plain_module", folder / "plain_module.py")
    return Declarations(source, {"plain_module": source})


def test_annotations_become_c_types(declared: Declarations) -> None:
    pxd = declared.pxd()
    assert "cdef public Py_ssize_t count" in pxd
    assert "cdef public object name" in pxd
    assert "cpdef int add(self, Py_ssize_t number, bint twice=*) except -1" in pxd
    assert "cpdef double half(self)" in pxd
    assert "cpdef Py_ssize_t total(Thing thing)" in pxd


def test_arrays_have_the_length_they_have_in_the_plain_module_and_are_private(declared: Declarations) -> None:
    assert "cdef int cells[5]" in declared.pxd()
    assert "cdef int8 marks[5]" in declared.pxd()
    assert "cdef int8 NARROW[2]" in declared.pxd()
    assert "cdef int TABLE[4]" in declared.pxd()
    assert "cdef Py_ssize_t WIDE[40]" in declared.pxd()
    assert "self.cells = [7] * 5" in declared.text()


def test_constants_are_declared_in_c_and_removed_from_the_source(declared: Declarations) -> None:
    assert "    SMALL = 5" in declared.pxd()
    assert "cdef Py_ssize_t BIG" in declared.pxd()
    assert "SMALL: Int" not in declared.text()
    assert "BIG: Int = 0xFFFFFFFF" in declared.text()


def test_math_functions_are_those_of_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search would spend most of its time in logarithms called through Python."""
    text = MODULE.replace('"""A module."""\n', '"""A module."""\nfrom math import log, sqrt\n')
    declared = declarations_of(text, tmp_path, monkeypatch)
    assert "from libc.math cimport log, sqrt" in declared.pxd()
    assert "from math" not in declared.text()


def test_for_browsers_only_the_type_of_integers_differs(declared: Declarations) -> None:
    wide = Declarations(declared.source, declared.others, WIDE_INT)
    assert declared.text() == wide.text()
    lines = [line for line in wide.pxd().splitlines() if line != f"from libc.stdint cimport {WIDE_INT}"]
    assert declared.pxd().splitlines() == [line.replace(WIDE_INT, NATIVE_INT) for line in lines]
    assert NATIVE_INT not in wide.pxd()


def test_functions_that_cannot_be_c_are_not_declared(declared: Declarations) -> None:
    assert "names" not in declared.pxd()


def test_lines_keep_their_numbers(declared: Declarations) -> None:
    """Tracebacks of the compiled module point into the source."""
    plain, changed = MODULE.split("\n"), declared.text().split("\n")
    assert [line.index("def total") for line in plain if "def total" in line] == [0]
    assert plain.index("def total(thing: Thing) -> Int:") == changed.index("def total(thing: Thing) -> Int:")


def test_a_literal_beyond_a_c_int_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = MODULE.replace("if number == 0", "if number == 4294967296")
    with pytest.raises(CannotCompile, match="4294967296 does not fit"):
        declarations_of(text, tmp_path, monkeypatch)


def test_a_nested_comprehension_at_the_top_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = MODULE + "\nGRID = [[row * column for row in range(3)] for column in range(3)]\n"
    with pytest.raises(CannotCompile, match="comprehension inside another"):
        declarations_of(text, tmp_path, monkeypatch)


@pytest.mark.parametrize("values, expected", [([0, 0, 0], "[0] * 3"), ([1, 2], "[1, 2]")])
def test_array_literals(values: list[int], expected: str) -> None:
    assert expected == literal(values)
