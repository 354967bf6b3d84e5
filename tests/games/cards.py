"""Read cards.json of a game."""

from __future__ import annotations

import json
from typing import Any

from tablee.core.game import Game


def cards_of(game: Game) -> dict[str, Any]:
    """Return the content of cards.json."""
    content: dict[str, Any] = json.loads((game.folder / "cards.json").read_text("utf-8"))
    return content


def find_card(game: Game, name: str) -> str:
    """Return the name of the card that explains a name; raises KeyError if there is none."""
    content = cards_of(game)
    card: str = content["names"].get(name, name)
    if card not in content["cards"]:
        raise KeyError(name)
    return card
