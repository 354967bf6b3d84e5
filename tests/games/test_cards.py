"""Cards: what each piece and each item of the score is, in both languages, with its rule."""

from __future__ import annotations

import re

import pytest

from tablee import games
from tablee.core.i18n import LANGUAGES
from tests.games.cards import cards_of, find_card
from tests.games.laws import Table, random_match

# A card is read at a glance.
MAX_TEXT = 130


@pytest.mark.parametrize("key", games.keys())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_words_and_a_paragraph(key: str, language: str) -> None:
    game = games.load(key)
    words = game.translations(language)
    page = (game.folder / f"RULES.{language}.md").read_text("utf-8")
    paragraphs = set(re.findall(r"^\*\*([A-Z]?\d+)\.\*\*", page, re.M))
    cards = cards_of(game)["cards"]
    for name, card in cards.items():
        assert card["rule"] in paragraphs, name
        assert card["piece"], name
        assert words(f"card.{name}.title") != f"card.{name}.title"
        text = words(f"card.{name}.text")
        assert 10 < len(text) <= MAX_TEXT, name
        assert text.endswith((".", "!", "?"))
    named = {entry.split(".")[1] for entry in words.entries if entry.startswith("card.")}
    assert named == set(cards)
    assert set(cards_of(game)["names"].values()) <= set(cards)
    assert not set(cards_of(game)["names"]) & set(cards)


@pytest.mark.parametrize("key", games.keys())
def test_every_item_of_the_score_has_a_card(key: str) -> None:
    game = games.load(key)
    for seats in game.seats:
        outcome = random_match(Table(game, seats), "cards").state.score_sheet()
        for item in {item for sheet in outcome.items for item in sheet}:
            assert find_card(game, item)
