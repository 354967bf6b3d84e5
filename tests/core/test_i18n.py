"""Tests of translations: placeholders, plurals, and two catalogues side by side."""

from __future__ import annotations

from tablee.core.i18n import Translations

FRENCH = Translations("fr", {"tile": {"one": "{n} tuile", "other": "{n} tuiles"}, "hello": "Bonjour {name}"})
ENGLISH = Translations("en", {"tile": {"one": "{n} tile", "other": "{n} tiles"}})


def test_placeholders_are_filled_and_missing_ones_stay() -> None:
    assert "Bonjour Noura" == FRENCH("hello", name="Noura")
    assert "no.such.key" == FRENCH("no.such.key")
    assert "Bonjour {name}" == FRENCH("hello")


def test_nought_is_singular_in_french_and_plural_in_english() -> None:
    assert ["0 tuile", "1 tuile", "2 tuiles"] == [FRENCH("tile", n=count) for count in range(3)]
    assert ["0 tiles", "1 tile", "2 tiles"] == [ENGLISH("tile", n=count) for count in range(3)]


def test_the_first_of_two_catalogues_with_a_key_counts() -> None:
    both = Translations("fr", {"a": "first"}).merged(Translations("fr", {"a": "second", "b": "second"}))
    assert ("first", "second") == (both("a"), both("b"))
