"""Tests of the canvas on which games draw for a terminal, and of its pointer."""

from __future__ import annotations

import pytest

from tablee.core.canvas import Canvas, Pointer


def test_a_canvas_grows_and_keeps_the_places_of_things() -> None:
    canvas = Canvas()
    canvas.put(1, 2, "ab", "strong")
    canvas.block(0, 6, ["xy", "z"], thing="tile")
    assert "      xy\n  ab  z" == canvas.text()
    assert (2, 8) == (canvas.height, canvas.width)
    assert ("tile", None) == (canvas.at(1, 7), canvas.at(1, 3))
    assert [("  ", "plain"), ("ab", "strong"), ("  z", "plain")] == canvas.spans(1)


def test_wide_characters_take_two_columns() -> None:
    canvas = Canvas()
    assert 3 == canvas.put(0, 0, "島x")
    canvas.put(0, 3, "y")
    assert "島xy" == canvas.text()


def test_a_canvas_can_be_pasted_on_another() -> None:
    inner, outer = Canvas(), Canvas()
    inner.block(0, 0, ["ab"], "good", "thing")
    outer.paste(inner, 2, 3)
    assert "\n\n   ab" == outer.text()
    assert outer.things["thing"].covers(2, 4)


def test_an_unknown_style_is_refused() -> None:
    with pytest.raises(ValueError, match="shiny"):
        Canvas().put(0, 0, "x", "shiny")


def test_the_pointer_gives_each_thing_its_style() -> None:
    pointer = Pointer(frozenset({"a", "b"}), "a", ("c",))
    assert ["cursor", "target", "chosen", "dim"] == [pointer.style(thing, "dim") for thing in "abcd"]
