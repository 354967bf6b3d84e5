"""Translates the annotations of a plain Python module into the two files that Cython compiles.

For a module `rules.py`, Cython gets two files:

1. `rules.pxd`, written by `Declarations.pxd`: declarations with C types for the constants, classes,
   attributes, methods and functions of the module, and `cimport`s of those it uses from other compiled
   modules. Cython reads it together with the module of the same name and makes C code where types are known.
2. `rules.py`, written by `Declarations.text`: the source with the statements changed that would contradict
   the pxd. Constants, imports and annotations that the pxd declares are removed, a bare `return` becomes
   `return 0`, a returned slice of a C array becomes a list made by a C function, and a subclass of
   State gets the methods `copy` and `snapshot`, generated from its fields.
   Lines keep their numbers (up to a generated method), so that tracebacks point into the plain source.

Types: `Int` is `Py_ssize_t` (for browsers, where that has 32 bits, `int64_t`), `bool` is `bint`, `float` and
`Real` are `double`; a class of a compiled module is an extension type; `list[Int]`, `list[Int8]` and
`list[Real]` are C arrays of the length they have in the plain module; `Int8s`, `Int64s` and `Float32s` are
typed memoryviews. Everything else is a Python object.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cached_property

from compiler.source import C_INT, Source, can_be_c, evaluate, fields, imports

# C types of `Int`. The native one refuses fractions; the other has 64 bits even where pointers have 32.
NATIVE_INT, WIDE_INT = "Py_ssize_t", "int64_t"
C_TYPES = {
    "bool": "bint",
    "float": "double",
    "None": "int",
    "Int8s": "signed char[::1]",
    "Float32s": "float[::1]",
}
ARRAYS = {"list[Int]": "int", "list[Int8]": "int8", "list[Real]": "double"}
# A number of 8 bits that Cython takes for a short one: it would make `bytes` of an array of C characters.
INT8 = ["cdef extern from *:", '    ctypedef short int8 "signed char"']
# Makes a list of the first items of a C array. Cython itself would let the list grow item by item, with a new
# object for each integer. Those of SHARED integers that were used once are kept; if two threads make one at
# the same time, a free-threaded interpreter never frees one of both.
LIST_OF = """\
cdef extern from *:
    \"""
    #ifdef Py_LIMITED_API
    #define PyList_SET_ITEM PyList_SetItem
    #endif
    #define SHARED 4096
    static PyObject *list_of(const int *items, Py_ssize_t count) {
        static PyObject *shared[SHARED];
        PyObject *found = PyList_New(count);
        for (Py_ssize_t at = 0; found && at < count; at++) {
            int item = items[at];
            int is_shared = 0 <= item && item < SHARED;
            PyObject *number = is_shared ? shared[item] : NULL;
            if (!number) {
                number = PyLong_FromLong(item);
                if (!number) {
                    Py_DECREF(found);
                    return NULL;
                }
                if (is_shared)
                    shared[item] = number;
            }
            if (is_shared)
                Py_INCREF(number);
            PyList_SET_ITEM(found, at, number);
        }
        return found;
    }
    \"""
    list list_of(const int *items, Py_ssize_t count)
"""
# The value that a C function returns to signal an exception: one that no rule returns, so that the caller
# rarely has to check further. A function without a result returns 0 in C.
INT_ON_ERROR = " except? -1000000007"
ON_ERROR = {NATIVE_INT: INT_ON_ERROR, WIDE_INT: INT_ON_ERROR, "bint": " except -1", "int": " except -1"}
STATE = "tablee.core.state.State"


def literal(values: list[int] | list[float]) -> str:
    """Return the source text of a list from which Cython can fill a C array: with an explicit length."""
    return f"[{values[0]}] * {len(values)}" if len(set(values)) == 1 else repr(values)


class Declarations:
    """The translation of one module; `others` are all modules that are compiled together, by name.

    `integer` is the C type of `Int`, NATIVE_INT or WIDE_INT. `homes` maps the compiled classes that the
    module defines or imports to their modules. `cimported` maps compiled modules to the names imported from
    them.
    """

    def __init__(self, source: Source, others: Mapping[str, Source], integer: str = NATIVE_INT) -> None:
        self.source = source
        self.others = others
        self.integer = integer
        self.types = {**C_TYPES, "Int": integer, "Int64s": f"{integer}[::1]"}
        self.homes = dict.fromkeys(source.classes, source.name)
        self.cimported: dict[str, list[str]] = {}
        for node, module in imports(source):
            if module in others:
                names = [alias.name for alias in node.names if alias.name in others[module].exported]
                self.cimported[module] = names
                self.homes |= {name: module for name in names if name in others[module].classes}

    # The pxd file

    def pxd(self) -> str:
        """Return the text of the pxd file."""
        lines = ["# made from the annotations of the module; not to be edited", "cimport cython"]
        lines += [f"from libc.stdint cimport {WIDE_INT}"] * (self.integer == WIDE_INT)
        for imported, module in imports(self.source):
            if module == "math":
                lines.append(f"from libc.math cimport {', '.join(alias.name for alias in imported.names)}")
        for module, names in self.cimported.items():
            if names:
                lines.append(f"from {module} cimport {', '.join(names)}")
        if any(self._is_game_state(name) for name in self.source.classes) and "State" not in self.homes:
            lines.append(f"from {STATE.rpartition('.')[0]} cimport State")
        lines += [LIST_OF] * any(map(self._returned_slice, ast.walk(self.source.tree)))
        lines += [*INT8 * ("list[Int8]" in self.source.text), *self._constants(), ""]
        for name, node in self.source.classes.items():
            lines += [*self._class(name, node), ""]
        lines += self._objects()
        lines += [self._function(function, method=False) for function in self.source.functions.values()]
        return "\n".join(lines) + "\n"

    def _constants(self) -> list[str]:
        """Declare constants: an enum for small integers, which C can fold, variables for the rest."""
        small = {name: value for name, value in self.source.numbers.items() if abs(value) < C_INT}
        lines = ["cpdef enum:"] * bool(small) + [f"    {name} = {value}" for name, value in small.items()]
        lines += [f"cdef {self.integer} {name}" for name in self.source.numbers if name not in small]
        for name, (annotation, values) in self.source.arrays.items():
            wide = any(abs(value) >= C_INT for value in values)
            lines.append(f"cdef {self.integer if wide else ARRAYS[annotation]} {name}[{len(values)}]")
        return lines + [f"cdef double {name}" for name in self.source.reals]

    def _objects(self) -> list[str]:
        """Declare module variables that are instances of compiled classes."""
        return [f"cdef {kind} {name}" for name, kind in self.source.objects.items() if kind in self.homes]

    def _class(self, name: str, node: ast.ClassDef) -> list[str]:
        base = next((ast.unparse(each) for each in node.bases if ast.unparse(each) in self.homes), None)
        # A class with compiled bases cannot be final: Cython refuses the methods it overrides.
        final = base is None and any(ast.unparse(each) == "final" for each in node.decorator_list)
        lines = ["@cython.final"] * final + [f"cdef class {name}({base}):" if base else f"cdef class {name}:"]
        for field, (annotation, value) in fields(self.source, node).items():
            lines.append("    " + self._field(field, annotation, value))
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and not method.name.startswith("__") and can_be_c(method):
                overridable = self._is_overridable(name, method)
                lines.append("    " + self._function(method, method=True, overridable=overridable))
        if self._is_game_state(name):
            lines += [
                f"    @cython.locals(other={name})",
                "    cpdef State copy(self)",
                "    cpdef snapshot(self)",
            ]
        return lines if len(lines) > 1 + final else [*lines, "    pass"]

    def _field(self, name: str, annotation: str, value: object) -> str:
        # Arrays are not public: Python code would get a copy, and writing to it would silently do nothing.
        if annotation in ARRAYS and isinstance(value, list):
            return f"cdef {ARRAYS[annotation]} {name}[{len(value)}]"
        return f"cdef public {self._type(annotation) or 'object'} {name}"

    def _type(self, annotation: str) -> str | None:
        """Return the C type of an annotation, or None for a Python object."""
        known = STATE.rpartition(".")[2] if annotation == "Self" else annotation
        return self.types.get(known) or (known if known in self.homes else None)

    def _function(self, node: ast.FunctionDef, method: bool, overridable: bool = False) -> str:
        arguments = [self._argument(argument) for argument in node.args.args]
        if method:
            arguments[0] = "self"
        for index in range(len(arguments) - len(node.args.defaults), len(arguments)):
            arguments[index] += "=*"
        returns = self._type(ast.unparse(node.returns)) if node.returns else None
        if overridable and returns == C_TYPES["None"]:
            return f"cpdef void {node.name}({', '.join(arguments)}) except *"
        text = f"cpdef {returns + ' ' if returns else ''}{node.name}({', '.join(arguments)})"
        return text + ON_ERROR.get(returns or "", "")

    def _argument(self, argument: ast.arg) -> str:
        kind = self._type(ast.unparse(argument.annotation)) if argument.annotation else None
        return f"{kind} {argument.arg}" if kind else argument.arg

    # The changed source

    def text(self) -> str:
        """Return the source without the statements that the pxd replaces, plus generated methods."""
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
            if self._is_game_state(name):
                lines[(node.end_lineno or 0) : (node.end_lineno or 0)] = self._copy_and_snapshot(name)
        return "\n".join(lines)

    def _changed(self, node: ast.stmt) -> str | None:
        """Return the text that replaces a statement; None keeps it."""
        match node:
            case ast.AnnAssign():
                return self._changed_assignment(node)
            case ast.ImportFrom():
                return self._changed_import(node)
            case ast.Return(value=None) if node not in self._void_returns:
                return "return 0"
            case ast.Return():
                return self._returned_slice(node)
        return None

    def _returned_slice(self, node: ast.AST) -> str | None:
        """Return the changed `return self.items[: count]` of an array of `Int`; None for other nodes."""
        match node:
            case ast.Return(
                ast.Subscript(ast.Attribute(ast.Name("self"), field) as array, ast.Slice(None, end, None))
            ):
                arrays = [fields(self.source, each).get(field) for each in self.source.classes.values()]
                if end and any(found and found[0] == "list[Int]" for found in arrays):
                    return f"return list_of({ast.unparse(array)}, {ast.unparse(end)})"
        return None

    def _changed_assignment(self, node: ast.AnnAssign) -> str | None:
        if isinstance(node.target, ast.Name) and node.col_offset == 0:
            value = self.source.numbers.get(node.target.id)
            return "" if value is not None and abs(value) < C_INT else None
        if ast.unparse(node.annotation) in ARRAYS:
            return f"{ast.unparse(node.target)} = {literal(evaluate(self.source, node.value))}"
        return None

    def _changed_import(self, node: ast.ImportFrom) -> str | None:
        if node.module == "math":
            return ""
        if node.module in self.cimported:
            kept = [alias.name for alias in node.names if alias.name not in self.cimported[node.module]]
            return f"from {node.module} import {', '.join(kept)}" if kept else ""
        return None

    @cached_property
    def _void_returns(self) -> set[ast.AST]:
        """The `return` statements of methods that are declared void."""
        methods = [
            method
            for name, node in self.source.classes.items()
            for method in node.body
            if isinstance(method, ast.FunctionDef) and self._is_overridable(name, method)
        ]
        return {node for method in methods for node in ast.walk(method) if isinstance(node, ast.Return)}

    def _copy_and_snapshot(self, name: str) -> list[str]:
        """Return the methods `copy` and `snapshot` of a game state, over all fields, inherited ones too."""
        copied, shown = [], []
        for step in reversed(self._ancestry(name)):
            home, _, ancestor = step.rpartition(".")
            source = self.others[home]
            for field, (annotation, value) in fields(source, source.classes[ancestor]).items():
                is_array = annotation in ARRAYS and isinstance(value, list)
                is_list = annotation.startswith("list") and not is_array
                copied.append(f"other.{field} = self.{field}" + "[:]" * is_list)
                shown.append(f'"{field}": self.{field}' + "[:]" * is_list)
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

    # Classes

    def _ancestry(self, name: str) -> list[str]:
        """Return a class and its compiled bases as `module.Class`, itself first; [] if not compiled."""
        home = self.homes.get(name)
        if home is None:
            return []
        there = self if home == self.source.name else Declarations(self.others[home], self.others)
        node = self.others[home].classes[name]
        older = [step for base in node.bases for step in there._ancestry(ast.unparse(base))]
        return [f"{home}.{name}", *older]

    def _is_game_state(self, name: str) -> bool:
        """Return whether a class is a proper subclass of State."""
        return STATE in self._ancestry(name)[1:]

    def _is_overridable(self, name: str, method: ast.FunctionDef) -> bool:
        """Return whether a plain Python class may override this method: those of State and its bases.

        An override in Python returns None, so that in C these methods must be void too, which costs a check
        for exceptions at every call.
        """
        home, _, state = STATE.rpartition(".")
        if home not in self.others:
            return False
        roots = Declarations(self.others[home], self.others)._ancestry(state)
        return method.name in self._methods(roots) and (
            STATE in self._ancestry(name) or f"{self.homes[name]}.{name}" in roots
        )

    def _methods(self, classes: list[str]) -> set[str]:
        """Return the names of the methods defined by these classes, given as `module.Class`."""
        bodies = [
            self.others[home].classes[name].body
            for home, _, name in (each.rpartition(".") for each in classes)
        ]
        return {node.name for body in bodies for node in body if isinstance(node, ast.FunctionDef)}
