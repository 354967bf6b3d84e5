"""Tests that functions of the rules change no module variable: bots search in several threads."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.sources import Source, sources

# The only exception, explained where it is defined: buffers not in use, which its module takes and puts back.
ALLOWED = {("tablee.core.buffers", "POOL")}
MUTATORS = {
    *(
        "add",
        "append",
        "clear",
        "discard",
        "extend",
        "fill",
        "insert",
        "move_to_end",
        "pop",
        "popitem",
        "push",
    ),
    *("remove", "reverse", "setdefault", "sort", "update"),
}


def module_names(tree: ast.Module) -> set[str]:
    """Return the variables that a module assigns, and the names in capitals that it imports."""
    names = set()
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.ImportFrom):
            imported = {alias.asname or alias.name for alias in node.names}
            names |= {name for name in imported if name.isupper()}
    return names


def root(node: ast.expr) -> str | None:
    """Return the variable behind attributes and items: X for X.cells[0]."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def assigned(node: ast.AST) -> list[ast.expr]:
    """Return the targets that a statement assigns or deletes."""
    if isinstance(node, ast.Assign | ast.Delete):
        return [each for target in node.targets for each in ast.walk(target) if isinstance(each, ast.expr)]
    if isinstance(node, ast.AugAssign | ast.AnnAssign):
        return [node.target]
    return []


def changed_in(function: ast.AST) -> Iterator[tuple[int, str | None]]:
    """Yield the line and the variable of each change of an attribute or item, and of each mutating call."""
    for node in ast.walk(function):
        if isinstance(node, ast.Global):
            yield from ((node.lineno, name) for name in node.names)
        for target in assigned(node):
            if isinstance(target, ast.Attribute | ast.Subscript) and isinstance(
                target.ctx, ast.Store | ast.Del
            ):
                yield target.lineno, root(target)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
            yield node.lineno, root(node.func.value)


def bound_in(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Return the names that are local to a function."""
    arguments = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
    stored = {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return arguments | stored


def shared_changes(source: Source) -> list[str]:
    """Return the places where a function changes a variable of its module, or a constant it imports."""
    names = {name for name in module_names(source.tree) if (source.module, name) not in ALLOWED}
    return [
        f"{source.path}:{line} changes {name}"
        for function in source.functions()
        for line, name in changed_in(function)
        if name in names and (name.isupper() or name not in bound_in(function))
    ]


def test_no_function_of_the_rules_changes_a_module_variable() -> None:
    rules = [s for s in sources("src/tablee/core", "src/tablee/games") if not s.is_test]
    assert [] == [fault for source in rules for fault in shared_changes(source)]


@pytest.mark.parametrize(
    "line",
    [
        "SCRATCH.count = 0",
        "SCRATCH.count += 1",
        "SCRATCH.cells[0] = 1",
        "SCRATCH[0], x = 1, 2",
        "del SCRATCH[0]",
        "SCRATCH.append(1)",
        "SCRATCH.cells.push(1)",
        "global SCRATCH; SCRATCH = []",
    ],
)
@pytest.mark.parametrize("origin", ["SCRATCH: Buffer = Buffer()", "from tablee.core.x import SCRATCH"])
def test_a_change_of_a_module_variable_is_found(origin: str, line: str) -> None:
    assert shared_changes(Source("src/tablee/core/planted.py", f"{origin}\ndef f():\n    {line}\n"))


@pytest.mark.parametrize(
    "line", ["x = SCRATCH[0]", "x = list(SCRATCH); x.append(1)", "x = SCRATCH.copy()", "self.moves.append(1)"]
)
def test_reading_and_local_changes_are_left_alone(line: str) -> None:
    assert [] == shared_changes(
        Source("src/tablee/core/planted.py", f"SCRATCH = [1]\ndef f(self):\n    {line}\n")
    )


def test_only_the_pool_of_buffers_is_allowed_and_only_in_its_module() -> None:
    text = "POOL: Pool = Pool()\ndef f(buffer):\n    POOL.free.append(buffer)\n"
    assert [] == shared_changes(Source("src/tablee/core/buffers.py", text))
    assert shared_changes(Source("src/tablee/core/planted.py", text))
    imported = text.replace("POOL: Pool = Pool()", "from tablee.core.buffers import POOL")
    assert shared_changes(Source("src/tablee/games/planted.py", imported))
