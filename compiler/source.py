"""What a plain module says about itself: its classes, functions, constants and imports."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

NUMBERS = "tablee.core.compiled"
C_INT = 2**31


class CannotCompile(Exception):
    """A module uses what the compiled form would get wrong; says where and what to do."""


@dataclass
class Source:
    """One module that is to be compiled."""

    name: str
    path: Path
    text: str
    tree: ast.Module
    module: ModuleType
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    arrays: dict[str, list[int]] = field(default_factory=dict)
    objects: dict[str, str] = field(default_factory=dict)
    reals: list[str] = field(default_factory=list)

    @property
    def exported(self) -> set[str]:
        """The names that other compiled modules may have at the speed of C."""
        return {*self.classes, *self.functions, *self.numbers, *self.arrays, *self.reals}


def read_source(name: str, path: Path) -> Source:
    """Read and import a plain module; what it computed at import is what the compiled one starts with."""
    text = path.read_text("utf-8")
    source = Source(name, path, text, ast.parse(text), importlib.import_module(name))
    _refuse_traps(source)
    for node in source.tree.body:
        if isinstance(node, ast.ClassDef):
            source.classes[node.name] = node
        elif isinstance(node, ast.FunctionDef) and can_be_c(node):
            source.functions[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            _note_constant(source, node.target.id, ast.unparse(node.annotation))
    return source


def _note_constant(source: Source, name: str, annotation: str) -> None:
    if annotation == "Int":
        source.numbers[name] = getattr(source.module, name)
    elif annotation == "Real":
        source.reals.append(name)
    elif annotation == "list[Int]":
        source.arrays[name] = getattr(source.module, name)
    else:
        source.objects[name] = annotation


def is_compiled(path: Path) -> bool:
    """A module that imports Int is compiled."""
    return any(
        isinstance(node, ast.ImportFrom) and node.module == NUMBERS
        for node in ast.parse(path.read_text("utf-8")).body
    )


def can_be_c(function: ast.FunctionDef) -> bool:
    """C functions hold no functions of their own, yield nothing, and are no properties or class methods."""
    inner = (ast.Lambda, ast.FunctionDef, ast.GeneratorExp, ast.Yield, ast.YieldFrom)
    arguments = function.args
    special = arguments.vararg or arguments.kwarg or arguments.kwonlyargs or function.decorator_list
    closures = any(isinstance(node, inner) for statement in function.body for node in ast.walk(statement))
    return not special and not closures


def fields(source: Source, node: ast.ClassDef) -> dict[str, tuple[str, Any]]:
    """The attributes annotated in `__init__`: name, annotation, and the value they start with."""
    found: dict[str, tuple[str, Any]] = {}
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and method.name == "__init__":
            for statement in method.body:
                if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Attribute):
                    found[statement.target.attr] = (
                        ast.unparse(statement.annotation),
                        evaluate(source, statement.value),
                    )
    return found


def evaluate(source: Source, value: ast.expr | None) -> Any:
    """What an expression gives in the plain module."""
    if value is None:
        return None
    return eval(compile(ast.Expression(value), str(source.path), "eval"), vars(source.module))


def imports(source: Source) -> Iterator[tuple[ast.ImportFrom, str]]:
    """Every `from module import names` at the top of a module."""
    for node in source.tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node, node.module


def _refuse_traps(source: Source) -> None:
    """What compiles without complaint and is wrong or slow afterwards."""
    for node in source.tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            _refuse_big_literals(source, node)
        else:
            _refuse_nested_comprehensions(source, node)


def _refuse_big_literals(source: Source, tree: ast.AST) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) is int and abs(node.value) >= C_INT:
            raise CannotCompile(
                f"{source.path}:{node.lineno}: {node.value} does not fit a C int, would be a slow object: "
                "name it as a constant of the module, annotated Int"
            )


def _refuse_nested_comprehensions(source: Source, tree: ast.AST) -> None:
    kinds = (ast.ListComp, ast.SetComp, ast.DictComp)
    for outer in ast.walk(tree):
        if isinstance(outer, kinds) and any(
            isinstance(inner, kinds) for inner in ast.walk(outer) if inner is not outer
        ):
            raise CannotCompile(
                f"{source.path}:{outer.lineno}: a comprehension inside another at the top of a module loses "
                "references when compiled: put it in a function or in a module that is not compiled"
            )
