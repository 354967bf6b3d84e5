"""Every kind of piece in pieces.toml has a card that explains it."""

from __future__ import annotations

import json

from tablee.games.clouds import GAME
from tablee.games.clouds.pieces import ANIMALS, ICONS, TRAVELLERS


def test_every_kind_of_piece_has_a_card() -> None:
    content = json.loads((GAME.folder / "cards.json").read_text("utf-8"))
    for kind in [
        *ICONS,
        *ANIMALS,
        *TRAVELLERS,
        "moon",
        "portal",
        "start",
        "tzimime",
        "fumarole",
        "city",
        "sun",
    ]:
        assert content["names"].get(kind, kind) in content["cards"], kind
