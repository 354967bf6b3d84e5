"""Tests of the length of functions and files, and of docstrings that must exist."""

import ast

from tests.architecture.sources import Source, sources

EVERYTHING = ["src", "compiler", "bench", "tests"]
LONGEST_FUNCTION = 60
LONGEST_FILE = 450


def lengths(source: Source) -> dict[str, int]:
    """Return the number of lines of each function, with its docstring and without its decorators."""
    return {
        f"{source.path}:{node.lineno} {node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for node in source.functions()
    }


def long_functions(source: Source) -> list[str]:
    return [f"{name}: {lines} lines" for name, lines in lengths(source).items() if lines > LONGEST_FUNCTION]


def long_file(source: Source) -> list[str]:
    lines = source.text.count("\n")
    return [f"{source.path}: {lines} lines"] if lines > LONGEST_FILE else []


def undocumented(source: Source) -> list[str]:
    """Return the modules and public classes without a docstring; an empty file needs none."""
    classes = [n for n in ast.walk(source.tree) if isinstance(n, ast.ClassDef) and n.name[0] != "_"]
    missing = [node.name for node in classes if not ast.get_docstring(node)]
    if source.tree.body and not ast.get_docstring(source.tree):
        missing.append("the module")
    return [f"{source.path}: {name} has no docstring" for name in missing]


def test_no_function_is_long() -> None:
    assert [] == [fault for source in sources(*EVERYTHING) for fault in long_functions(source)]


def test_no_file_is_long() -> None:
    assert [] == [fault for source in sources(*EVERYTHING) for fault in long_file(source)]


def test_every_module_and_public_class_has_a_docstring() -> None:
    assert [] == [fault for source in sources(*EVERYTHING) for fault in undocumented(source)]


def function(lines: int) -> Source:
    return Source("planted.py", "@decorated\nasync def planted():\n" + "    pass\n" * (lines - 1))


def test_the_length_of_a_function_runs_from_def_to_its_last_line() -> None:
    assert {"planted.py:2 planted": 7} == lengths(function(7))


def test_a_long_function_is_found() -> None:
    assert [] == long_functions(function(60))
    assert ["planted.py:2 planted: 61 lines"] == long_functions(function(61))


def test_a_long_file_is_found() -> None:
    assert [] == long_file(Source("planted.py", "pass\n" * 450))
    assert ["planted.py: 451 lines"] == long_file(Source("planted.py", "pass\n" * 451))


def test_a_missing_docstring_is_found() -> None:
    assert undocumented(Source("planted.py", "x = 1"))
    assert undocumented(Source("planted.py", "'''A module.'''\nclass Seat: pass"))


def test_what_is_private_or_empty_needs_no_docstring() -> None:
    assert [] == undocumented(Source("planted.py", ""))
    assert [] == undocumented(Source("planted.py", "'''A module.'''\nclass _Seat: pass"))
