"""Three ways to say no, never silently. A refusal is data; sentences are made at the edge."""

from __future__ import annotations

from collections.abc import Mapping

Value = str | int


class Refusal(Exception):
    """A request that was not carried out. Nothing has changed."""

    code: str
    rule: str | None
    values: Mapping[str, Value]

    def __init__(self, code: str, rule: str | None = None, **values: Value) -> None:
        super().__init__(code, rule, dict(values))
        self.code = code
        self.rule = rule
        self.values = values

    def __str__(self) -> str:
        told = ", ".join(f"{name} {value}" for name, value in self.values.items())
        by_rule = f" (rule {self.rule})" if self.rule else ""
        return self.code + by_rule + (f": {told}" if told else "")

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.code, self.rule, dict(self.values))


def _again(kind: type[Refusal], code: str, rule: str | None, values: dict[str, Value]) -> Refusal:
    return kind(code, rule, **values)


class Unreadable(Refusal):
    """These words are no move, these lines are no record."""


class Illegal(Refusal):
    """A move that the rules do not allow now; carries the number of the rule."""


class Stale(Refusal):
    """What you saw when you decided has changed since."""
