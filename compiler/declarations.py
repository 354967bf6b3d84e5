"""Writes, from ordinary annotations, what Cython needs to make C of a plain module.

Two things come out: a .pxd that declares the C types, and the source with the few lines changed that would
contradict it. `Int` is a Py_ssize_t; `bool`, `float` and `None` are C types too; a class of a compiled module
is itself; `list[Int]` is an array of fixed length. Everything else stays a Python object.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cached_property

from compiler.source import C_INT, Source, can_be_c, evaluate, fields, imports

C_TYPES = {"Int": "Py_ssize_t", "bool": "bint", "float": "double", "None": "int"}
# What a C function returns to say "there was an error": a number that no rule uses, so that asking once is
# enough. A function that returns nothing returns 0 in C.
ARRAYS = {"list[Int]": "int", "list[Real]": "double"}
ON_ERROR = {"Py_ssize_t": " except? -1000000007", "bint": " except -1", "int": " except -1"}
ROOT = "tablee.core.state.State"


def literal(values: list[int] | list[float]) -> str:
    """A list in a form from which a C array can be filled: its length must be spelled out."""
    return f"[{values[0]}] * {len(values)}" if len(set(values)) == 1 else repr(values)


class Declarations:
    """The declarations of one module among all that are compiled together."""

    def __init__(self, source: Source, others: Mapping[str, Source]) -> None:
        self.source = source
        self.others = others
        self.homes = dict.fromkeys(source.classes, source.name)
        self.taken: dict[str, list[str]] = {}
        for node, module in imports(source):
            if module in others:
                names = [alias.name for alias in node.names if alias.name in others[module].exported]
                self.taken[module] = names
                self.homes |= {name: module for name in names if name in others[module].classes}

    @cached_property
    def bare_returns(self) -> set[ast.AST]:
        """The `return` statements of functions that return nothing in C."""
        methods = [
            method
            for name, node in self.source.classes.items()
            for method in node.body
            if isinstance(method, ast.FunctionDef) and self._is_open(name, method)
        ]
        return {node for method in methods for node in ast.walk(method) if isinstance(node, ast.Return)}

    def pxd(self) -> str:
        """The text of the .pxd file."""
        lines = ["# made from the annotations of the module; not to be edited", "cimport cython"]
        for imported, module in imports(self.source):
            if module == "math":
                lines.append(f"from libc.math cimport {', '.join(alias.name for alias in imported.names)}")
        for module, names in self.taken.items():
            if names:
                lines.append(f"from {module} cimport {', '.join(names)}")
        if any(self._is_generated(name) for name in self.source.classes) and "State" not in self.homes:
            lines.append(f"from {ROOT.rpartition('.')[0]} cimport State")
        lines += [*self._constants(), ""]
        for name, node in self.source.classes.items():
            lines += [*self._class(name, node), ""]
        lines += self._objects()
        lines += [self._function(function, method=False) for function in self.source.functions.values()]
        return "\n".join(lines) + "\n"

    def _constants(self) -> list[str]:
        small = {name: value for name, value in self.source.numbers.items() if abs(value) < C_INT}
        lines = ["cpdef enum:"] * bool(small) + [f"    {name} = {value}" for name, value in small.items()]
        lines += [f"cdef Py_ssize_t {name}" for name in self.source.numbers if name not in small]
        for name, values in self.source.arrays.items():
            wide = any(abs(value) >= C_INT for value in values)
            lines.append(f"cdef {'Py_ssize_t' if wide else 'int'} {name}[{len(values)}]")
        return lines + [f"cdef double {name}" for name in self.source.reals]

    def _objects(self) -> list[str]:
        """Module-wide objects of a compiled class."""
        return [f"cdef {kind} {name}" for name, kind in self.source.objects.items() if kind in self.homes]

    def _class(self, name: str, node: ast.ClassDef) -> list[str]:
        base = next((ast.unparse(each) for each in node.bases if ast.unparse(each) in self.homes), None)
        # A class with compiled ancestors cannot be final: Cython refuses the methods it overrides.
        final = base is None and any(ast.unparse(each) == "final" for each in node.decorator_list)
        lines = ["@cython.final"] * final + [f"cdef class {name}({base}):" if base else f"cdef class {name}:"]
        for field, (annotation, value) in fields(self.source, node).items():
            lines.append("    " + self._field(field, annotation, value))
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and not method.name.startswith("__") and can_be_c(method):
                lines.append(
                    "    " + self._function(method, method=True, open_to_python=self._is_open(name, method))
                )
        if self._is_generated(name):
            lines += [
                f"    @cython.locals(other={name})",
                "    cpdef State copy(self)",
                "    cpdef snapshot(self)",
            ]
        return lines if len(lines) > 1 + final else [*lines, "    pass"]

    def _field(self, name: str, annotation: str, value: object) -> str:
        """Arrays are private: from outside one would write into a copy, and nothing would tell."""
        if annotation in ARRAYS and isinstance(value, list):
            return f"cdef {ARRAYS[annotation]} {name}[{len(value)}]"
        return f"cdef public {self._type(annotation) or 'object'} {name}"

    def _type(self, annotation: str) -> str | None:
        known = ROOT.rpartition(".")[2] if annotation == "Self" else annotation
        return C_TYPES.get(known) or (known if known in self.homes else None)

    def _is_open(self, name: str, method: ast.FunctionDef) -> bool:
        """Return whether a plain Python class may override this method: those of State and its bases.

        Such an override returns None, so in C these functions return nothing either, at the cost of one more
        check for errors.
        """
        home, _, root = ROOT.rpartition(".")
        if home not in self.others:
            return False
        roots = Declarations(self.others[home], self.others)._lineage(root)
        return method.name in self._methods(roots) and (
            ROOT in self._lineage(name) or f"{self.homes[name]}.{name}" in roots
        )

    def _methods(self, classes: list[str]) -> set[str]:
        """Return the names of the methods defined by these classes, given as `module.Class`."""
        bodies = [
            self.others[home].classes[name].body
            for home, _, name in (each.rpartition(".") for each in classes)
        ]
        return {node.name for body in bodies for node in body if isinstance(node, ast.FunctionDef)}

    def _function(self, node: ast.FunctionDef, method: bool, open_to_python: bool = False) -> str:
        arguments = [self._argument(argument) for argument in node.args.args]
        if method:
            arguments[0] = "self"
        for place in range(len(arguments) - len(node.args.defaults), len(arguments)):
            arguments[place] += "=*"
        returns = self._type(ast.unparse(node.returns)) if node.returns else None
        if open_to_python and returns == C_TYPES["None"]:
            return f"cpdef void {node.name}({', '.join(arguments)}) except *"
        text = f"cpdef {returns + ' ' if returns else ''}{node.name}({', '.join(arguments)})"
        return text + ON_ERROR.get(returns or "", "")

    def _argument(self, argument: ast.arg) -> str:
        kind = self._type(ast.unparse(argument.annotation)) if argument.annotation else None
        return f"{kind} {argument.arg}" if kind else argument.arg

    # The source as Cython gets it: line for line the same, but for imports and constants that are C now.

    def text(self) -> str:
        """The plain source, less the lines that would contradict the declarations."""
        lines = self.source.text.split("\n")
        for node in ast.walk(self.source.tree):
            changed = self._changed(node) if isinstance(node, ast.stmt) else None
            if isinstance(node, ast.stmt) and changed is not None:
                last = node.end_lineno or node.lineno
                indent = " " * node.col_offset
                lines[node.lineno - 1 : last] = [indent + changed] + [""] * (last - node.lineno)
        for name, node in reversed(self.source.classes.items()):
            for decorator in node.decorator_list:
                lines[decorator.lineno - 1] = ""
            if self._is_generated(name):
                lines[(node.end_lineno or 0) : (node.end_lineno or 0)] = self._generated(name)
        return "\n".join(lines)

    def _changed(self, node: ast.stmt) -> str | None:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.col_offset == 0:
            value = self.source.numbers.get(node.target.id)
            return "" if value is not None and abs(value) < C_INT else None
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) in ARRAYS:
            return f"{ast.unparse(node.target)} = {literal(evaluate(self.source, node.value))}"
        if isinstance(node, ast.Return) and node.value is None and node not in self.bare_returns:
            return "return 0"
        if isinstance(node, ast.ImportFrom) and node.module == "math":
            return ""
        if isinstance(node, ast.ImportFrom) and node.module in self.taken:
            kept = [alias.name for alias in node.names if alias.name not in self.taken[node.module]]
            return f"from {node.module} import {', '.join(kept)}" if kept else ""
        return None

    def _lineage(self, name: str) -> list[str]:
        """A class and its ancestors among the compiled ones, youngest first, with their modules."""
        home = self.homes.get(name)
        if home is None:
            return []
        there = self if home == self.source.name else Declarations(self.others[home], self.others)
        node = self.others[home].classes[name]
        older = [step for base in node.bases for step in there._lineage(ast.unparse(base))]
        return [f"{home}.{name}", *older]

    def _is_generated(self, name: str) -> bool:
        """Whether the class is a game's State, which gets its `copy` and `snapshot` from its fields."""
        return ROOT in self._lineage(name)[1:]

    def _generated(self, name: str) -> list[str]:
        """`copy` and `snapshot` of a State: every field of it and of its ancestors."""
        copied, shown = [], []
        for step in reversed(self._lineage(name)):
            home, _, ancestor = step.rpartition(".")
            source = self.others[home]
            for field, (annotation, value) in fields(source, source.classes[ancestor]).items():
                array = annotation in ARRAYS and isinstance(value, list)
                listed = annotation.startswith("list") and not array
                copied.append(f"other.{field} = self.{field}" + "[:]" * listed)
                shown.append(f'"{field}": self.{field}' + "[:]" * listed)
        return [
            "",
            "    def copy(self):",
            f"        other = {name}.__new__({name})",
            *(f"        {line}" for line in copied),
            "        return other",
            "",
            "    def snapshot(self):",
            f"        return {{{', '.join(shown)}}}",
        ]
