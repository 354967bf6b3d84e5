"""Every kind of piece in pieces.toml has a card that explains it."""

from __future__ import annotations

import json

from tablee.games.islands import GAME
from tablee.games.islands.pieces import DREAMS, ELEMENTS


def test_every_kind_of_piece_has_a_card() -> None:
    content = json.loads((GAME.folder / "cards.json").read_text("utf-8"))
    for kind in [*ELEMENTS, *(f"dream-{dream}" for dream in DREAMS), "genie", "character", "stack"]:
        assert content["names"].get(kind, kind) in content["cards"], kind
