"""Tests of the option `characters`: rules 2, 4 and 50."""

from __future__ import annotations

import pytest

from tablee.core.errors import Illegal
from tablee.core.i18n import LANGUAGES
from tablee.core.match import Match
from tablee.games.islands import GAME
from tablee.games.islands.pieces import CHARACTERS


def new_match(seats: int, choice: str = "chosen") -> Match:
    return Match(GAME, seats, "characters", {"characters": choice})


def characters(match: Match) -> list[str]:
    return [island["character"] for island in match.state.view(None)["islands"]]


def test_by_default_characters_go_by_seat() -> None:
    match = Match(GAME, 5, "characters")
    assert list(CHARACTERS) == characters(match)
    assert "draw" == match.state.view(None)["phase"]
    assert "characters" not in match.state.view(None)


def test_seats_choose_in_their_order_and_then_the_lookout_draws() -> None:
    match = new_match(3)
    assert ["", "", ""] == characters(match)
    for seat, word in enumerate(["qasim", "elias", "shirin"]):
        assert [seat] == match.state.actors()
        match.play(seat, f"choose {word}")
    assert ["Qasim", "Elias", "Shirin"] == characters(match)
    view = match.state.view(None)
    assert ("draw", [view["lookout"]]) == (view["phase"], view["actors"])


def test_a_character_is_chosen_once() -> None:
    match = new_match(2)
    match.play(0, "choose noura")
    assert ["choose elias", "choose lilia", "choose qasim", "choose shirin"] == match.state.view(1)["moves"]
    with pytest.raises(Illegal) as refused:
        match.play(1, "choose noura")
    assert ("character-taken", "50") == (refused.value.code, refused.value.rule)
    assert {"character": "Noura", "who": "A"} == refused.value.values


def test_the_rest_waits_until_all_have_chosen() -> None:
    match = new_match(2)
    for words in ("draw top", "name B"):
        with pytest.raises(Illegal, match="not-your-phase"):
            match.play(0, words)
    match = new_match(2, "dealt")
    with pytest.raises(Illegal, match="not-your-phase"):
        match.play(match.state.actors()[0], "choose noura")


def test_the_tiles_do_not_depend_on_the_option() -> None:
    chosen, dealt = new_match(2), new_match(2, "dealt")
    chosen.play(0, "choose elias")
    chosen.play(1, "choose lilia")
    after = {**dealt.state.snapshot(), "plies": 2, "character": chosen.state.snapshot()["character"]}
    assert after == chosen.state.snapshot()


def test_a_record_from_before_the_option_replays() -> None:
    match = new_match(2, "dealt")
    match.play(match.state.actors()[0], "draw top")
    old = match.record().text()
    assert "option" not in old
    assert "option characters: chosen\n" in new_match(2).record().text()
    assert match.state == Match.from_record(old, lambda _: GAME).state


def test_the_numbers_of_older_moves_have_not_changed() -> None:
    assert [0, 4, 7, 87, 90, 106, 111] == [GAME.vocabulary.first(verb) for verb in GAME.vocabulary.verbs]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_has_a_name_in_sentences(language: str) -> None:
    words = GAME.translations(language)
    assert list(CHARACTERS) == [words(f"thing.{name.lower()}") for name in CHARACTERS]
