"""Tests of the TypeScript types, which are generated from the messages of the server."""

from __future__ import annotations

from pathlib import Path

from tablee.server.typescript import typed, write

COMMITTED = Path(__file__).parents[2] / "web" / "wire.d.ts"


def test_the_committed_types_are_up_to_date() -> None:
    assert COMMITTED.read_text("utf-8") == write(), "run: make types"


def test_every_kind_of_schema_has_a_type() -> None:
    assert "string | null" == typed({"anyOf": [{"type": "string"}, {"type": "null"}]})
    assert "(string | number)[]" == typed({"type": "array", "items": {"type": ["string", "integer"]}})
    assert 'Record<string, "a" | 1>' == typed({"type": "object", "additionalProperties": {"enum": ["a", 1]}})
    assert ("unknown", '"x"', "Seat") == (typed({}), typed({"const": "x"}), typed({"$ref": "Seat"}))
