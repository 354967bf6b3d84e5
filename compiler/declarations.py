"""Writes, from ordinary annotations, what Cython needs to make C of a plain module.

Two things come out: a .pxd that declares the C types, and the source with the few lines changed that would
contradict it. `Int` is a C long, `bool`, `float` and `None` are C types, a class of a compiled module is itself, `list[Int]` is an
array of fixed length. Everything else stays a Python object.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from compiler.source import C_INT, Source, can_be_c, fields, imports

C_TYPES = {"Int": "long long", "bool": "bint", "float": "double", "None": "void"}
ROOT = "tablee.core.state.State"


class Declarations:
    """The declarations of one module among all that are compiled together."""

    def __init__(self, source: Source, others: Mapping[str, Source]) -> None:
        self.source = source
        self.others = others
        self.homes = {name: source.name for name in source.classes}
        self.taken: dict[str, list[str]] = {}
        for node, module in imports(source):
            if module in others:
                names = [alias.name for alias in node.names if alias.name in others[module].exported]
                self.taken[module] = names
                self.homes |= {name: module for name in names if name in others[module].classes}

    def pxd(self) -> str:
        """The text of the .pxd file."""
        lines = ["# made from the annotations of the module; not to be edited", "cimport cython"]
        lines += ["from libc.string cimport memcpy"]
        for module, names in self.taken.items():
            if names:
                lines.append(f"from {module} cimport {', '.join(names)}")
        lines += [*self._constants(), ""]
        for name, node in self.source.classes.items():
            lines += [*self._class(name, node), ""]
        for node in self.source.functions.values():
            lines.append(self._function(node, method=False))
        return "\n".join(lines) + "\n"

    def _constants(self) -> list[str]:
        small = {name: value for name, value in self.source.numbers.items() if abs(value) < C_INT}
        lines = ["cpdef enum:"] * bool(small) + [f"    {name} = {value}" for name, value in small.items()]
        lines += [f"cdef long long {name}" for name in self.source.numbers if name not in small]
        return lines + [f"cdef int {name}[{len(value)}]" for name, value in self.source.arrays.items()]

    def _class(self, name: str, node: ast.ClassDef) -> list[str]:
        base = next((ast.unparse(each) for each in node.bases if ast.unparse(each) in self.homes), None)
        final = any(ast.unparse(each) == "final" for each in node.decorator_list)
        lines = ["@cython.final"] * final + [f"cdef class {name}({base}):" if base else f"cdef class {name}:"]
        for field, (annotation, value) in fields(self.source, node).items():
            lines.append("    " + self._field(field, annotation, value))
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and not method.name.startswith("__") and can_be_c(method):
                lines.append("    " + self._function(method, method=True))
        if len(lines) == 1 + final:
            lines.append("    pass")
        return lines

    def _field(self, name: str, annotation: str, value: object) -> str:
        """Arrays are private: from outside one would write into a copy, and nothing would tell."""
        if annotation == "list[Int]" and isinstance(value, list):
            return f"cdef int {name}[{len(value)}]"
        return f"cdef public {self._type(annotation) or 'object'} {name}"

    def _type(self, annotation: str) -> str | None:
        return C_TYPES.get(annotation) or (annotation if annotation in self.homes else None)

    def _function(self, node: ast.FunctionDef, method: bool) -> str:
        arguments = [self._argument(argument) for argument in node.args.args]
        if method:
            arguments[0] = "self"
        for place in range(len(arguments) - len(node.args.defaults), len(arguments)):
            arguments[place] += "=*"
        returns = self._type(ast.unparse(node.returns)) if node.returns else None
        text = f"cpdef {returns + ' ' if returns else ''}{node.name}({', '.join(arguments)})"
        return text + (" except *" if returns == "void" else "")

    def _argument(self, argument: ast.arg) -> str:
        kind = self._type(ast.unparse(argument.annotation)) if argument.annotation else None
        return f"{kind} {argument.arg}" if kind else argument.arg

    # The source as Cython gets it: line for line the same, but for imports and constants that are C now.

    def text(self) -> str:
        """The plain source, less the lines that would contradict the declarations."""
        lines = self.source.text.split("\n")
        for node in self.source.tree.body:
            changed = self._changed(node)
            if changed is not None:
                last = node.end_lineno or node.lineno
                lines[node.lineno - 1 : last] = [changed] + [""] * (last - node.lineno)
        for name, node in reversed(self.source.classes.items()):
            if self._is_state(name) and self._lineage(name)[0] != ROOT:
                lines[(node.end_lineno or 0) : (node.end_lineno or 0)] = self._generated(name)
        return "\n".join(lines)

    def _changed(self, node: ast.stmt) -> str | None:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            value = self.source.numbers.get(node.target.id)
            return "" if value is not None and abs(value) < C_INT else None
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

    def _is_state(self, name: str) -> bool:
        return ROOT in self._lineage(name)

    def _generated(self, name: str) -> list[str]:
        """`copy` and `snapshot` of a State: every field of it and of its ancestors."""
        copied, shown = [], []
        for step in reversed(self._lineage(name)):
            home, _, ancestor = step.rpartition(".")
            source = self.others[home]
            for field, (annotation, value) in fields(source, source.classes[ancestor]).items():
                array = annotation == "list[Int]" and isinstance(value, list)
                size = f"{len(value)} * sizeof(int)" if array and isinstance(value, list) else ""
                listed = annotation.startswith("list") and not array
                copied.append(
                    f"memcpy(other.{field}, self.{field}, {size})"
                    if array
                    else f"other.{field} = self.{field}" + "[:]" * listed
                )
                shown.append(f'"{field}": self.{field}' + "[:]" * listed)
        return [
            "",
            "    cpdef State copy(self):",
            f"        cdef {name} other = {name}.__new__({name})",
            *(f"        {line}" for line in copied),
            "        return other",
            "",
            "    cpdef snapshot(self):",
            f"        return {{{', '.join(shown)}}}",
        ]
