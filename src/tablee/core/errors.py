"""Refusals: why a request was not carried out, as code and values. Texts are made from them elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

Value = str | int


class Refusal(Exception):
    """A request that was not carried out; nothing has changed.

    `code` identifies the reason, `rule` is the number in RULES.*.md or None, `values` fill the text.
    """

    code: str
    rule: str | None
    values: Mapping[str, Value]

    def __init__(self, code: str, rule: str | None = None, **values: Value) -> None:
        super().__init__(code, rule, dict(values))
        self.code = code
        self.rule = rule
        self.values = values

    def __str__(self) -> str:
        values = ", ".join(f"{name} {value}" for name, value in self.values.items())
        by_rule = f" (rule {self.rule})" if self.rule else ""
        return self.code + by_rule + (f": {values}" if values else "")

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.code, self.rule, dict(self.values))


def _rebuild(kind: type[Refusal], code: str, rule: str | None, values: dict[str, Value]) -> Refusal:
    return kind(code, rule, **values)


class Unreadable(Refusal):
    """The input cannot be parsed: not a move, not a record, not a known key."""


class Illegal(Refusal):
    """The request was understood but is not allowed now."""


class Stale(Refusal):
    """The request answers a view that has changed since."""
