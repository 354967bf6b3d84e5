"""Read a plain Python module for the compiler: its classes, functions, constants and imports."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

# A module that imports from this one (`Int`, `Real`) is compiled.
TYPES_MODULE = "tablee.core.compiled"
C_INT = 2**31
# Annotations of the constants that become C arrays.
TABLES = ("list[Int]", "list[Int8]")


class CannotCompile(Exception):
    """A module has code that the compiled form would get wrong; the message says where, and what to do."""


@dataclass
class Source:
    """A module to be compiled: its text and syntax tree, the imported module, and its top-level names.

    `numbers`, `reals` and `arrays` are constants annotated `Int`, `Real` and as TABLES say; those of `arrays`
    have their annotation beside them. `objects` maps other annotated variables to their annotation.
    `functions` has only those that can be C functions.
    """

    name: str
    path: Path
    text: str
    tree: ast.Module
    module: ModuleType
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    arrays: dict[str, tuple[str, list[int]]] = field(default_factory=dict)
    objects: dict[str, str] = field(default_factory=dict)
    reals: list[str] = field(default_factory=list)

    @property
    def exported(self) -> set[str]:
        """The names that other compiled modules can `cimport`."""
        return {*self.classes, *self.functions, *self.numbers, *self.arrays, *self.reals}


def read_source(name: str, path: Path) -> Source:
    """Read and import a plain module; the values of its constants are taken from the imported module.

    Raises CannotCompile.
    """
    text = path.read_text("utf-8")
    source = Source(name, path, text, ast.parse(text), importlib.import_module(name))
    _check(source)
    for node in source.tree.body:
        if isinstance(node, ast.ClassDef):
            source.classes[node.name] = node
        elif isinstance(node, ast.FunctionDef) and can_be_c(node):
            source.functions[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            _add_variable(source, node.target.id, ast.unparse(node.annotation))
    return source


def _add_variable(source: Source, name: str, annotation: str) -> None:
    if annotation == "Int":
        source.numbers[name] = getattr(source.module, name)
    elif annotation == "Real":
        source.reals.append(name)
    elif annotation in TABLES:
        source.arrays[name] = (annotation, getattr(source.module, name))
    else:
        source.objects[name] = annotation


def is_compiled(path: Path) -> bool:
    """Return whether a module is to be compiled: whether it imports from `tablee.core.compiled`."""
    return any(
        isinstance(node, ast.ImportFrom) and node.module == TYPES_MODULE
        for node in ast.parse(path.read_text("utf-8")).body
    )


def can_be_c(function: ast.FunctionDef) -> bool:
    """Return whether a function can be a C function.

    It cannot with decorators, `*args`, keyword-only arguments, inner functions, generators or `yield`.
    """
    inner = (ast.Lambda, ast.FunctionDef, ast.GeneratorExp, ast.Yield, ast.YieldFrom)
    arguments = function.args
    special = arguments.vararg or arguments.kwarg or arguments.kwonlyargs or function.decorator_list
    closures = any(isinstance(node, inner) for statement in function.body for node in ast.walk(statement))
    return not special and not closures


def fields(source: Source, node: ast.ClassDef) -> dict[str, tuple[str, Any]]:
    """Return the attributes annotated in `__init__`: by name, the annotation and the initial value."""
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
    """Return the value of an expression in the namespace of the plain module; None for no expression."""
    if value is None:
        return None
    return eval(compile(ast.Expression(value), str(source.path), "eval"), vars(source.module))


def imports(source: Source) -> Iterator[tuple[ast.ImportFrom, str]]:
    """Yield every absolute `from module import names` at the top level, with the name of the module."""
    for node in source.tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node, node.module


def _check(source: Source) -> None:
    """Raise CannotCompile for code that Cython accepts but makes wrong or slow."""
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
