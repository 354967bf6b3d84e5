"""Tests of TableScreen: whole matches, typed moves, refusals, undo, save, language, several people."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee import games
from tablee.core.game import Game
from tablee.terminal.picture import Picture
from tablee.terminal.screens import CoverScreen, HelpScreen, LogScreen, RulesScreen, ScoreScreen
from tablee.terminal.session import Session
from tests.terminal.pilot import TablePilot, new_session, run_table, until

ARROWS = ("right", "down", "left", "up", "right")


@pytest.mark.parametrize("seats", [2, 4])
def test_a_whole_match_by_arrows_and_enter(seats: int) -> None:
    """Play from the deal to the score sheet with five keys."""
    session = new_session(seats)
    aimed: set[str | None] = set()

    async def script(pilot: TablePilot) -> None:
        step = 0
        while True:
            await pilot.my_turn()
            if session.match.outcome is not None:
                break
            await pilot.press(ARROWS[step % len(ARROWS)])
            aimed.add(pilot.table.move_entry.cursor)
            await pilot.press("enter")
            step += 1
        await until(lambda: isinstance(pilot.app.screen, ScoreScreen))
        score = pilot.app.screen
        assert isinstance(score, ScoreScreen)
        assert session.match.state.view(0)["outcome"] == score.outcome
        await until(lambda: any(sheet.size.width > 40 for sheet in score.query("#sheet")))
        assert len(session.match.state.view(0)["outcome"]["items"][0]) < score.query_one("#sheet").size.height
        await pilot.press("enter")
        assert pilot.table is pilot.app.screen
        assert "La partie est finie" in pilot.text("#prompt")

    run_table(session, script)
    decisions = [played for played in session.match.played if played.seat == 0]
    assert len(decisions) >= 16
    # The bots are not seeded and leave other tiles each time, so only the kinds of things are certain.
    assert aimed & {"1", "2", "3", "4"}
    assert aimed & {"t1", "m1", "b1", "d1"}


def test_a_move_can_be_typed_at_any_time() -> None:
    session = new_session(2, people=2)

    async def script(pilot: TablePilot) -> None:
        lookout = pilot.table.viewer
        await pilot.type_move("draw dream")
        await pilot.type_move("HIDE 2")
        assert isinstance(pilot.app.screen, CoverScreen)
        await pilot.press("enter")
        assert 1 - lookout == pilot.table.viewer
        await pilot.type_move("3 d4")
        assert ["draw dream", "hide 2", "take 3 d4"] == [
            session.match.game.format(p.move) for p in session.match.played
        ]

    run_table(session, script)


def test_tab_completes_a_typed_move() -> None:
    async def script(pilot: TablePilot) -> None:
        await pilot.my_turn()
        await pilot.press("d", "r")
        assert "dr█aw top" in pilot.text("#typed")
        await pilot.press("tab", "tab")
        assert "draw top" == pilot.table.move_entry.typed
        await pilot.press("backspace", "escape")
        assert "" == pilot.table.move_entry.typed

    run_table(new_session(3, people=3), script)


@pytest.mark.parametrize(
    "words, sentence",
    [
        (
            "name B",
            "Pas encore : il faut d’abord choisir une pioche (règle 44).",
        ),
        ("drw top", "« drw » n'est pas un mot de ce jeu. Vous pouvez dire : draw."),
        ("draw", "Le compte de mots n'y est pas après « draw » : 0 au lieu de 1."),
        ("draw sky", "Je ne comprends pas « sky »"),
    ],
)
def test_a_refusal_is_a_sentence(words: str, sentence: str) -> None:
    session = new_session(3, people=3)

    async def script(pilot: TablePilot) -> None:
        await pilot.type_move(words)
        assert sentence in pilot.text("#typed")
        await pilot.press("escape")
        assert sentence not in pilot.text("#typed")

    run_table(session, script)
    assert 0 == session.match.ply


def test_a_click_selects_and_escape_removes_the_selection() -> None:
    session = new_session(3, people=3)

    async def script(pilot: TablePilot) -> None:
        await pilot.type_move("draw middle")
        pilot.table.query_one(Picture).post_message(Picture.Clicked("2"))
        await until(lambda: ["2"] == pilot.table.move_entry.selected)
        assert "Touché : 2." in pilot.text("#prompt")
        assert "✓2" in pilot.picture()
        await pilot.press("escape")
        assert [] == pilot.table.move_entry.selected
        assert "2" == pilot.table.move_entry.cursor

    run_table(session, script)
    assert 1 == session.match.ply


def test_undo_against_bots_goes_back_to_the_last_move_of_the_person() -> None:
    session = new_session(3)

    async def script(pilot: TablePilot) -> None:
        await pilot.my_turn()
        before, ply = session.match.state.copy(), session.match.ply
        words = pilot.table.view["moves"][0]
        await pilot.type_move(words)
        await until(lambda: session.match.ply > ply)
        await pilot.my_turn()
        await pilot.press("ctrl+z")
        await pilot.my_turn()
        assert (before, ply) == (session.match.state, session.match.ply)
        assert ply == len(session.log_lines)
        assert "Repris." in pilot.text("#typed")

    run_table(session, script)


def test_undo_among_people_is_refused_after_a_move_that_revealed_something() -> None:
    """A drawn stack shows tiles; laying one of them shows nothing new."""
    session = new_session(3, people=3)

    async def script(pilot: TablePilot) -> None:
        await pilot.press("ctrl+z")
        assert "aucun coup à reprendre" in pilot.text("#typed")
        await pilot.type_move("draw top")
        await pilot.press("ctrl+z")
        assert "dévoilé" in pilot.text("#typed")
        await pilot.type_move("take 1 t1")
        assert 2 == session.match.ply
        await pilot.press("ctrl+z")
        assert 1 == session.match.ply

    run_table(session, script)


def test_quitting_saves_a_match_that_can_be_resumed(tmp_path: Path) -> None:
    session = new_session(4)
    file = tmp_path / "saves" / "match.tablee"

    async def script(pilot: TablePilot) -> None:
        await pilot.my_turn()
        await pilot.press("f3", "ctrl+s")
        assert f"Match saved: {file}" in pilot.text("#typed")
        await pilot.press("enter")
        await pilot.app.action_quit()

    app = run_table(session, script, file=str(file))
    assert app.return_value is not None
    assert f"tablee play --resume {file}" in app.return_value[1]
    again = Session.from_text(file.read_text("utf-8"), games.load)
    assert session.match.state == again.match.state
    assert (session.players, "en", session.log_lines) == (again.players, again.language, again.log_lines)


def test_a_match_that_cannot_be_saved_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    async def script(pilot: TablePilot) -> None:
        await pilot.press("ctrl+s")
        assert "n'a pas pu être sauvegardée" in pilot.text("#typed")

    run_table(new_session(2, people=2), script, file=str(tmp_path / "file" / "below.tablee"))


def test_the_language_changes_at_once() -> None:
    async def script(pilot: TablePilot) -> None:
        await pilot.type_move("draw middle")
        assert "pioche dans « Île centrale »" in pilot.text("#log")
        await pilot.press("f3")
        assert "the Middle island stack" in pilot.text("#log")
        assert "Choose a tile" in pilot.text("#prompt")
        assert "Middle island" in pilot.picture()
        await pilot.press("f3")
        assert "Choisissez une tuile" in pilot.text("#prompt")

    run_table(new_session(3, people=3), script)


def test_help_rules_and_log_open_over_the_table() -> None:
    async def script(pilot: TablePilot) -> None:
        for key, page in {
            "f1": HelpScreen,
            "f2": RulesScreen,
            "f5": LogScreen,
            "question_mark": HelpScreen,
        }.items():
            await pilot.press(key)
            await until(lambda page=page: isinstance(pilot.app.screen, page))  # type: ignore[misc]
            await pilot.press("escape")
            assert pilot.table is pilot.app.screen

    run_table(new_session(2, people=2), script)


def test_cells_that_changed_since_the_last_move_are_marked() -> None:
    session = new_session(3)

    async def script(pilot: TablePilot) -> None:
        await pilot.my_turn()
        assert set() == pilot.table.changed_cells
        ply = session.match.ply
        await pilot.type_move(pilot.table.view["moves"][0])
        await until(lambda: session.match.ply > ply)
        await pilot.my_turn()
        if session.match.ply > ply + 1:
            assert pilot.table.changed_cells

    run_table(session, script)


def test_a_move_of_another_seat_keeps_the_typed_words(bell: Game) -> None:
    session = new_session(3, people=2, key=bell.key)

    async def script(pilot: TablePilot) -> None:
        await pilot.press("s", "k")
        session.play(1, "pick red")
        pilot.table.match_changed()
        assert (0, "sk") == (pilot.table.viewer, pilot.table.move_entry.typed)

    run_table(session, script)


def test_things_that_are_not_drawn_get_a_button(bell: Game) -> None:
    async def script(pilot: TablePilot) -> None:
        await until(lambda: bool(pilot.table.move_entry.targets))
        assert "[bleu]" in pilot.picture()
        assert "[skip]" in pilot.picture()
        await pilot.press("down", "down", "down")
        assert pilot.table.move_entry.cursor in {"blue", "skip"}

    run_table(new_session(2, key=bell.key), script)


def test_the_countdown_is_shown(bell: Game) -> None:
    async def script(pilot: TablePilot) -> None:
        pilot.table.driver.clock = lambda: pilot.table.driver.ply_times[0] + 48
        pilot.table.update_prompt()
        assert "Encore 12 s" in pilot.text("#prompt")

    run_table(new_session(2, key=bell.key), script)


def test_a_cover_hides_the_table_from_the_person_before(bell: Game) -> None:
    """A secret pick is hidden from the next person; F4 changes seats."""
    session = new_session(3, people=2, key=bell.key)

    async def script(pilot: TablePilot) -> None:
        assert 0 == pilot.table.viewer
        assert "B" in pilot.text("#prompt")
        await pilot.press("f4")
        assert 1 == pilot.table.viewer
        await pilot.type_move("pick green")
        assert isinstance(pilot.app.screen, CoverScreen)
        await pilot.press("enter")
        assert 0 == pilot.table.viewer
        assert "own -1" in pilot.picture()
        assert "B choisit vert" not in pilot.text("#log")

    run_table(session, script)


@pytest.mark.parametrize("people, covered", [(1, False), (2, True)])
def test_a_cover_appears_only_between_people(bell: Game, people: int, covered: bool) -> None:
    session = new_session(2, people=people, key=bell.key)

    async def script(pilot: TablePilot) -> None:
        await until(lambda: 0 in session.match.state.actors())
        await pilot.type_move("pick red")
        assert covered is isinstance(pilot.app.screen, CoverScreen)

    run_table(session, script)
