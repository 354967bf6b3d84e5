"""The real server over HTTP and sockets: people sit down, play, watch, leave and come back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tablee import games
from tests.server.site import Eyes, Visitor

GAME = "islands"


def new_table(host: Visitor, seats: int = 3, **values: object) -> str:
    """An open table."""
    table: str = host.post("/api/tables", {"game": GAME, "seats": seats, **values})["id"]
    return table


def play_out(eyes: Eyes) -> None:
    """Play the first legal move whenever asked, to the end."""
    while (view := eyes.until_ply(0))["outcome"] is None:
        if view["moves"]:
            eyes.say("play", words=view["moves"][0], seen=view["ply"])
        else:
            eyes.until("update")


def test_people_meet_at_a_table_and_play(people: list[Visitor]) -> None:
    ann, ben, cat = people
    table = new_table(ann, listed=True)
    assert table in [each["id"] for each in ben.get(f"/api/tables?game={GAME}")]
    for each in people:
        each.sit_down(table)
    with ann.look(table) as one, ben.look(table) as two, cat.look(table) as three:
        for seat, eyes in enumerate((one, two, three)):
            eyes.until_ply(0)
            assert seat == eyes.update["you"]
        seat = one.update["view"]["actors"][0]
        mover, watcher = (one, two, three)[seat], (one, two, three)[(seat + 1) % 3]
        words = mover.update["view"]["moves"][0]
        assert "answer" == mover.say("play", words=words, seen=0)["t"]
        watcher.until_ply(1)
        assert [words] == [line["words"] for line in watcher.update["log"]]
        assert [True] * 3 == watcher.presence["seats"]


def test_play_now_against_bots_to_the_end_and_check_the_record(people: list[Visitor], tmp_path: Path) -> None:
    ann = people[0]
    table = ann.post("/api/play", {"game": GAME, "name": "Ann", "bot": "random", "seats": 2})["id"]
    assert 409 == ann.http.get(f"/api/tables/{table}/record").status_code
    with ann.look(table) as eyes:
        play_out(eyes)
    record = ann.http.get(f"/api/tables/{table}/record").text
    (tmp_path / "match.txt").write_text(record, "utf-8")
    (tmp_path / "verify.pyz").write_bytes(ann.http.get("/verify.pyz").content)
    # Isolated: nothing of this environment, only Python and the two files.
    command = [sys.executable, "-I", "-S", "verify.pyz", "match.txt"]
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (0, "") == (checked.returncode, checked.stderr)
    (tmp_path / "match.txt").write_text(record.replace("note secret: ", "note secret: 0"), "utf-8")
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (1, 2) == (checked.returncode, checked.stdout.count("\n"))


def test_strangers_are_brought_together(people: list[Visitor]) -> None:
    ann, ben, _ = people
    wish = {"game": GAME, "name": "somebody", "against": "people", "seats": 2}
    first, second = ann.post("/api/play", wish)["id"], ben.post("/api/play", wish)["id"]
    assert first == second
    assert "playing" == ben.get(f"/api/tables/{second}")["table"]["status"]


def test_one_tap_may_come_with_options_of_the_game(people: list[Visitor]) -> None:
    with_options = next(game for game in games.all() if game.options)
    option = with_options.options[0]
    wish = {"game": with_options.key, "name": "Ann", "options": {option.name: option.choices[-1]}}
    table = people[0].post("/api/play", wish)["id"]
    assert option.choices[-1] == people[0].get(f"/api/tables/{table}")["table"]["options"][option.name]


def test_a_stale_move_is_answered_with_the_fresh_view(people: list[Visitor]) -> None:
    ann = people[0]
    table = new_table(ann, 3, name="Ann")
    for visitor in people[1:]:
        visitor.sit_down(table)
    ann.ask(table, "ready")
    seat = ann.get(f"/api/tables/{table}")["view"]["actors"][0]
    with people[seat].look(table) as eyes:
        words = eyes.until_ply(0)["moves"][0]
        eyes.say("play", words=words, seen=0)
        refused = eyes.say("play", words=words, seen=0)
        assert ("refused", "stale", "seen-has-changed") == (refused["t"], refused["kind"], refused["code"])
        fresh = [each for each in eyes.heard[-2:] if each["t"] == "update"]
        assert [1] == [each["view"]["ply"] for each in fresh]


def test_a_refusal_names_its_request_reason_and_rule(people: list[Visitor]) -> None:
    ann = people[0]
    table = ann.post("/api/play", {"game": GAME, "name": "Ann", "seats": 2, "bot": "random"})["id"]
    with ann.look(table) as eyes:
        while not eyes.until_ply(0)["moves"]:
            eyes.until("update")
        answers = [eyes.say("play", words="hide 1"), eyes.say("play", words="nonsense")]
    assert ["illegal", "unreadable"] == [each["kind"] for each in answers]
    assert all(each["code"] and not each["retry"] for each in answers)


def test_a_seat_moves_to_a_phone_by_a_link(people: list[Visitor]) -> None:
    ann, phone, _ = people
    table = ann.post("/api/play", {"game": GAME, "name": "Ann", "seats": 2})["id"]
    made = ann.post(f"/api/tables/{table}/link")
    assert made["qr"].startswith("<svg")
    address, _, secret = made["link"].partition("#seat=")
    assert address.endswith(f"/t/{table}")
    with ann.look(table) as eyes:
        assert 0 == eyes.until("update")["you"]
        phone.ask(table, "claim", secret=secret)
        while eyes.update["you"] is not None:
            eyes.until("update")
    assert 0 == phone.get(f"/api/tables/{table}")["you"]
    assert "link-expired" == ann.refused(table, "claim", secret=secret)


def test_a_rematch_takes_everybody_along(people: list[Visitor]) -> None:
    ann, ben, _ = people
    table = ann.post("/api/play", {"game": GAME, "name": "Ann", "bot": "random", "seats": 2})["id"]
    assert 409 == ann.http.post(f"/api/tables/{table}/rematch").status_code
    with ann.look(table) as eyes:
        play_out(eyes)
        eyes.say("rematch")
    assert 409 == ben.http.post(f"/api/tables/{table}/rematch").status_code
    again = ann.post(f"/api/tables/{table}/rematch")["id"]
    shown = ann.get(f"/api/tables/{again}")
    assert (1, table) == (shown["you"], shown["table"]["before"])
    assert again == ann.get(f"/api/tables/{table}")["table"]["rematch"]


def test_who_leaves_is_shown_as_gone_and_finds_everything_on_return(people: list[Visitor]) -> None:
    ann, ben, _ = people
    table = new_table(ann, 2, name="Ann")
    ben.sit_down(table)
    ann.ask(table, "ready")
    with ann.look(table) as one:
        with ben.look(table) as two:
            two.until_ply(0)
            while one.presence.get("seats") != [True, True]:
                one.next()
        while one.presence["seats"] != [True, False]:
            one.next()
        seat = one.until_ply(0)["actors"][0]
        mover = (ann, ben)[seat]
        words = mover.get(f"/api/tables/{table}")["view"]["moves"][0]
        mover.ask(table, "play", words=words, seen=0)
        one.until_ply(1)
    with ben.look(table) as two:
        assert 1 == two.until_ply(1)["ply"]
        assert [1] == [line["ply"] for line in two.update["log"]]
    assert [1] == [line["ply"] for line in ben.get(f"/api/tables/{table}/log?since=0")]
    assert [] == ben.get(f"/api/tables/{table}/log?since=1")
    assert 0 == ben.get(f"/api/tables/{table}/history/0")["ply"]


def test_who_looked_on_and_sits_down_is_seen_to_be_there(people: list[Visitor]) -> None:
    """Also if the seat was taken by another way than the page that is open."""
    ann, ben, _ = people
    table = new_table(ann, 2, name="Ann")
    new_table(ben, name="Ben")  # whoever has been here before
    with ann.look(table) as one, ben.look(table) as two:
        while one.presence.get("watching") != 1:
            one.next()
        ben.sit_down(table)
        for eyes in (one, two):
            while eyes.presence.get("seats") != [True, True]:
                eyes.next()
            assert 0 == eyes.presence["watching"]


def test_a_client_can_show_everything_around_the_match(people: list[Visitor]) -> None:
    """Who is connected, whose turn it is and until when, who watches, who plays for whom, what was asked."""
    ann, ben, watcher = people
    table = new_table(ann, 2, name="Ann", clock={"kind": "live", "seconds": 600})
    ben.sit_down(table)
    ann.ask(table, "ready")
    with ann.look(table) as eyes, watcher.look(table):
        while (eyes.presence.get("seats"), eyes.presence.get("watching")) != ([True, False], 1):
            eyes.next()
        seat = eyes.until_ply(0)["actors"][0]
        around = eyes.update["table"]
        assert [seat] == [at for at, each in enumerate(around["seats"]) if each["deadline"] is not None]
        assert around["seats"][seat]["deadline"] > eyes.update["now"]
        assert all(len(around[name]) == 64 for name in ("promise", "commitment"))
        mover = (ann, ben)[seat]
        mover.ask(table, "play", words=mover.get(f"/api/tables/{table}")["view"]["moves"][0], seen=0)
        mover.ask(table, "undo")
        assert seat == watcher.get(f"/api/tables/{table}")["table"]["asking"]["seat"]
        mover.ask(table, "leave")
        while not eyes.update["table"]["seats"][seat]["away"]:
            eyes.until("update")
        assert "regular" == eyes.update["table"]["seats"][seat]["bot"]


def test_spectators_see_what_is_public_and_decide_nothing(people: list[Visitor]) -> None:
    ann, watcher, _ = people
    table = ann.post("/api/play", {"game": GAME, "name": "Ann", "seats": 2})["id"]
    with watcher.look(table) as eyes:
        assert (None, []) == (eyes.until("update")["you"], eyes.until_ply(0)["moves"])
        assert "no-visitor" == eyes.say("play", words="draw top")["code"]
        assert "answer" == eyes.say("say", text="bonsoir", name="Wim")["t"]


def test_a_program_carries_its_secret_in_a_header(people: list[Visitor]) -> None:
    program = people[0]
    token = program.post("/api/visitor")["token"]
    program.http.headers["Authorization"] = f"Bearer {token}"
    table = program.post("/api/play", {"game": GAME, "name": "Bot", "seats": 2})["id"]
    assert not program.http.cookies
    assert 0 == program.get(f"/api/tables/{table}")["you"]


def test_pages_for_people_and_for_machines(people: list[Visitor]) -> None:
    http = people[0].http
    assert "Tablée" in http.get("/").text
    assert "Tablée" in http.get("/t/anything").text
    assert ("ok\n", "ready\n") == (http.get("/healthz").text, http.get("/readyz").text)
    assert "tablee_events_appended_total" in http.get("/metrics").text
    assert "3.1.0" == http.get("/openapi.json").json()["openapi"]
    assert "/api/tables/{table}/ask" in http.get("/api").text
    table = new_table(people[0])
    assert http.get(f"/api/tables/{table}/qr.svg").text.startswith("<svg")
    assert {"random", "greedy"} <= set(people[0].get("/api/bots"))
    assert all(each["least"] <= each["most"] for each in people[0].get("/api/games"))
