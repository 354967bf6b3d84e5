"""People and bots at the table on the screen: whole matches, words, refusals, undo, save, language."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee import bots, games
from tablee.core.canvas import Pointer
from tablee.terminal.picture import Picture, changes
from tablee.terminal.screens import Curtain, Help, Journal, Rules, Score
from tablee.terminal.session import Sitting
from tests.terminal.pilot import Hands, drive, sitting_of, until

ARROWS = ("right", "down", "left", "up", "right")


@pytest.mark.parametrize("seats", [2, 4])
def test_a_whole_match_by_arrows_and_enter(seats: int) -> None:
    """From the deal to the score sheet with nothing but five keys."""
    sitting = sitting_of(seats)
    aimed: set[str | None] = set()

    async def script(hands: Hands) -> None:
        step = 0
        while True:
            await hands.my_turn()
            if sitting.match.outcome is not None:
                break
            await hands.press(ARROWS[step % len(ARROWS)])
            aimed.add(hands.table.hand.cursor)
            await hands.press("enter")
            step += 1
        await until(lambda: isinstance(hands.app.screen, Score))
        score = hands.app.screen
        assert isinstance(score, Score)
        assert sitting.match.state.view(0)["outcome"] == score.outcome
        await until(lambda: any(sheet.size.width > 40 for sheet in score.query("#sheet")))
        assert len(sitting.match.state.view(0)["outcome"]["items"][0]) < score.query_one("#sheet").size.height
        await hands.press("enter")
        assert hands.table is hands.app.screen
        assert "La partie est finie" in hands.text("#prompt")

    drive(sitting, script)
    decisions = [played for played in sitting.match.played if played.seat == 0]
    assert len(decisions) >= 16
    # Which of them, the bots decide: they leave other tiles each time.
    assert aimed & {"1", "2", "3", "4"}
    assert aimed & {"t1", "m1", "b1", "d1"}


def test_a_move_can_be_typed_at_any_time() -> None:
    sitting = sitting_of(2, people=2)

    async def script(hands: Hands) -> None:
        lookout = hands.table.viewer
        await hands.say("draw dream")
        await hands.say("HIDE 2")
        assert isinstance(hands.app.screen, Curtain)
        await hands.press("enter")
        assert 1 - lookout == hands.table.viewer
        await hands.say("3 d4")
        assert ["draw dream", "hide 2", "take 3 d4"] == [
            sitting.match.game.format(p.move) for p in sitting.match.played
        ]

    drive(sitting, script)


def test_tab_completes_a_typed_move() -> None:
    async def script(hands: Hands) -> None:
        await hands.my_turn()
        await hands.press("d", "r")
        assert "dr█aw top" in hands.text("#typed")
        await hands.press("tab", "tab")
        assert "draw top" == hands.table.hand.typed
        await hands.press("backspace", "escape")
        assert "" == hands.table.hand.typed

    drive(sitting_of(3, people=3), script)


@pytest.mark.parametrize(
    "words, sentence",
    [
        (
            "name B",
            "Ce n'est pas encore le moment : la table attend ceci, « choisir une pioche » (règle 44).",
        ),
        ("drw top", "« drw » n'est pas un mot de ce jeu. Vouliez-vous dire : draw ?"),
        ("draw", "Il faut 1 mot(s) après « draw », pas 0."),
        ("draw sky", "Je ne comprends pas « sky »"),
    ],
)
def test_a_refusal_is_a_sentence(words: str, sentence: str) -> None:
    sitting = sitting_of(3, people=3)

    async def script(hands: Hands) -> None:
        await hands.say(words)
        assert sentence in hands.text("#typed")
        await hands.press("escape")
        assert sentence not in hands.text("#typed")

    drive(sitting, script)
    assert 0 == sitting.match.ply


def test_a_click_touches_and_escape_takes_the_touch_back() -> None:
    sitting = sitting_of(3, people=3)

    async def script(hands: Hands) -> None:
        await hands.say("draw middle")
        hands.table.query_one(Picture).post_message(Picture.Touched("2"))
        await until(lambda: ["2"] == hands.table.hand.touched)
        assert "Touché : 2." in hands.text("#prompt")
        assert "✓2" in hands.picture()
        await hands.press("escape")
        assert [] == hands.table.hand.touched
        assert "2" == hands.table.hand.cursor

    drive(sitting, script)
    assert 1 == sitting.match.ply


def test_undo_goes_back_to_the_last_decision_against_bots() -> None:
    sitting = sitting_of(3)

    async def script(hands: Hands) -> None:
        await hands.my_turn()
        before, ply = sitting.match.state.copy(), sitting.match.ply
        words = hands.table.view["moves"][0]
        await hands.say(words)
        await until(lambda: sitting.match.ply > ply)
        await hands.my_turn()
        await hands.press("ctrl+z")
        await hands.my_turn()
        assert (before, ply) == (sitting.match.state, sitting.match.ply)
        assert ply == len(sitting.heard)
        assert "Repris." in hands.text("#typed")

    drive(sitting, script)


def test_among_people_a_move_that_revealed_something_stays() -> None:
    """A drawn stack shows tiles; laying one of them shows nothing new."""
    sitting = sitting_of(3, people=3)

    async def script(hands: Hands) -> None:
        await hands.press("ctrl+z")
        assert "rien à reprendre" in hands.text("#typed")
        await hands.say("draw top")
        await hands.press("ctrl+z")
        assert "dévoilé" in hands.text("#typed")
        await hands.say("take 1 t1")
        assert 2 == sitting.match.ply
        await hands.press("ctrl+z")
        assert 1 == sitting.match.ply

    drive(sitting, script)


def test_quitting_saves_and_resuming_goes_on_where_it_was(tmp_path: Path) -> None:
    sitting = sitting_of(4)
    file = tmp_path / "saves" / "match.tablee"

    async def script(hands: Hands) -> None:
        await hands.my_turn()
        await hands.press("f3", "ctrl+s")
        assert f"Match saved: {file}" in hands.text("#typed")
        await hands.press("enter")
        await hands.app.action_quit()

    app = drive(sitting, script, file=str(file))
    assert app.return_value is not None
    assert f"tablee play --resume {file}" in app.return_value[1]
    again = Sitting.resumed(file.read_text("utf-8"), games.load)
    assert sitting.match.state == again.match.state
    assert (sitting.chairs, "en", sitting.heard) == (again.chairs, again.language, again.heard)


def test_a_match_that_cannot_be_saved_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    async def script(hands: Hands) -> None:
        await hands.press("ctrl+s")
        assert "n'a pas pu être sauvegardée" in hands.text("#typed")

    drive(sitting_of(2, people=2), script, file=str(tmp_path / "file" / "below.tablee"))


def test_the_language_changes_at_once() -> None:
    async def script(hands: Hands) -> None:
        await hands.say("draw middle")
        assert "la pioche Île centrale" in hands.text("#log")
        await hands.press("f3")
        assert "the stack Middle island" in hands.text("#log")
        assert "Take a tile" in hands.text("#prompt")
        assert "Middle island" in hands.picture()
        await hands.press("f3")
        assert "Prenez une tuile" in hands.text("#prompt")

    drive(sitting_of(3, people=3), script)


def test_help_and_rules_lie_over_the_table() -> None:
    async def script(hands: Hands) -> None:
        for key, page in {"f1": Help, "f2": Rules, "f5": Journal, "question_mark": Help}.items():
            await hands.press(key)
            await until(lambda page=page: isinstance(hands.app.screen, page))  # type: ignore[misc]
            await hands.press("escape")
            assert hands.table is hands.app.screen

    drive(sitting_of(2, people=2), script)


def test_what_changed_since_the_last_move_is_marked() -> None:
    sitting = sitting_of(3)

    async def script(hands: Hands) -> None:
        await hands.my_turn()
        assert set() == hands.table.new
        ply = sitting.match.ply
        await hands.say(hands.table.view["moves"][0])
        await until(lambda: sitting.match.ply > ply)
        await hands.my_turn()
        if sitting.match.ply > ply + 1:
            assert hands.table.new

    drive(sitting, script)


def test_only_new_letters_count_as_changes() -> None:
    game = games.load("islands")
    before, after = sitting_of(3).match, sitting_of(3).match
    after.play(after.state.actors()[0], "draw top")
    pictures = [game.draw(m.state.view(0), game.translations("fr"), Pointer()) for m in (before, after)]
    assert set() == changes(pictures[0], pictures[0])
    new = changes(pictures[0], pictures[1])
    assert new
    assert all(pictures[1].rows[row][column][0].isalnum() for row, column in new)


def test_a_bot_that_fails_does_not_stop_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> str:
        raise RuntimeError("no idea")

    monkeypatch.setitem(bots.BASELINES, "random", broken)
    sitting = sitting_of(3, seed="c")

    async def script(hands: Hands) -> None:
        await until(lambda: sitting.match.ply > 0)
        assert "Le robot" in hands.text("#typed")
        assert "RuntimeError: no idea" in hands.text("#typed")

    drive(sitting, script)


@pytest.mark.parametrize("words", ["name A", "sing"])
def test_a_bot_that_cheats_does_not_get_away_with_it(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.BASELINES, "random", lambda *_: words)
    sitting = sitting_of(3, seed="c")

    async def script(hands: Hands) -> None:
        await until(lambda: sitting.match.ply > 0)
        assert "draw top" == sitting.match.game.format(sitting.match.played[0].move)
        assert "la table a joué pour lui" in hands.text("#typed")

    drive(sitting, script)


def test_a_bot_that_thinks_long_does_not_hold_up_the_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """It thinks in a thread: until it is done, help can be read."""
    from threading import Event  # noqa: PLC0415  # nothing else here needs threads

    done = Event()

    def slow(*arguments: object) -> int:
        assert done.wait(60)
        return original(*arguments)  # type: ignore[arg-type]

    original = bots.choose
    monkeypatch.setattr(bots, "choose", slow)
    sitting = sitting_of(3, seed="c")
    assert 0 not in sitting.match.state.actors()

    async def script(hands: Hands) -> None:
        await until(lambda: bool(hands.table.others.thinking))
        await hands.press("f3", "f1")
        await until(lambda: isinstance(hands.app.screen, Help))
        assert 0 == sitting.match.ply
        await hands.press("escape")
        done.set()
        await until(lambda: sitting.match.ply > 0)

    drive(sitting, script)
