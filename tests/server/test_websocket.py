"""Tests of the running server over HTTP and WebSockets: join, play, watch, leave and come back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tablee import games
from tests.server.finished_matches import play_out
from tests.server.site import Visitor

GAME = "islands"


def new_table(host: Visitor, seats: int = 3, **values: object) -> str:
    """Open a table, and return its id."""
    table: str = host.post("/api/tables", {"game": GAME, "seats": seats, **values})["id"]
    return table


def test_people_meet_at_a_table_and_play(people: list[Visitor]) -> None:
    ann, ben, cat = people
    table = new_table(ann, listed=True)
    assert table in [each["id"] for each in ben.get(f"/api/tables?game={GAME}")]
    for each in people:
        each.sit_down(table)
    with ann.connect(table) as one, ben.connect(table) as two, cat.connect(table) as three:
        for seat, client in enumerate((one, two, three)):
            client.wait_for_ply(0)
            assert seat == client.update["you"]
        seat = one.update["view"]["actors"][0]
        mover, watcher = (one, two, three)[seat], (one, two, three)[(seat + 1) % 3]
        words = mover.update["view"]["moves"][0]
        assert "answer" == mover.request("play", words=words, seen=0)["t"]
        watcher.wait_for_ply(1)
        assert [words] == [line["words"] for line in watcher.update["log"]]
        assert [True] * 3 == watcher.presence["seats"]


def test_play_now_against_bots_to_the_end_and_check_the_record(people: list[Visitor], tmp_path: Path) -> None:
    ann = people[0]
    table = ann.post("/api/play", {"game": GAME, "name": "Ann", "bot": "random", "seats": 2})["id"]
    assert 409 == ann.http.get(f"/api/tables/{table}/record").status_code
    with ann.connect(table) as client:
        play_out(client)
    record = ann.http.get(f"/api/tables/{table}/record").text
    (tmp_path / "match.txt").write_text(record, "utf-8")
    (tmp_path / "verify.pyz").write_bytes(ann.http.get("/verify.pyz").content)
    # Isolated from this environment: only Python and the two files.
    command = [sys.executable, "-I", "-S", "verify.pyz", "match.txt"]
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (0, "") == (checked.returncode, checked.stderr)
    (tmp_path / "match.txt").write_text(record.replace("note secret: ", "note secret: 0"), "utf-8")
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (1, 2) == (checked.returncode, checked.stdout.count("\n"))


def test_two_requests_to_play_with_people_get_one_table(people: list[Visitor]) -> None:
    ann, ben, _ = people
    body = {"game": GAME, "name": "player", "against": "people", "seats": 2}
    first, second = ann.post("/api/play", body)["id"], ben.post("/api/play", body)["id"]
    assert first == second
    assert "playing" == ben.get(f"/api/tables/{second}")["table"]["status"]


def test_play_now_accepts_options_of_the_game(people: list[Visitor]) -> None:
    with_options = next(game for game in games.all() if game.options)
    option = with_options.options[0]
    body = {"game": with_options.key, "name": "Ann", "options": {option.name: option.choices[-1]}}
    table = people[0].post("/api/play", body)["id"]
    assert option.choices[-1] == people[0].get(f"/api/tables/{table}")["table"]["options"][option.name]


def test_a_stale_move_is_answered_with_the_present_view(people: list[Visitor]) -> None:
    ann = people[0]
    table = new_table(ann, 3, name="Ann")
    for visitor in people[1:]:
        visitor.sit_down(table)
    ann.send(table, "ready")
    seat = ann.get(f"/api/tables/{table}")["view"]["actors"][0]
    with people[seat].connect(table) as client:
        words = client.wait_for_ply(0)["moves"][0]
        client.request("play", words=words, seen=0)
        refused = client.request("play", words=words, seen=0)
        assert ("refused", "stale", "seen-has-changed") == (refused["t"], refused["kind"], refused["code"])
        updates = [each for each in client.received[-2:] if each["t"] == "update"]
        assert [1] == [each["view"]["ply"] for each in updates]


def test_a_refusal_names_its_request_reason_and_rule(people: list[Visitor]) -> None:
    ann = people[0]
    table = ann.post("/api/play", {"game": GAME, "name": "Ann", "seats": 2, "bot": "random"})["id"]
    with ann.connect(table) as client:
        while not client.wait_for_ply(0)["moves"]:
            client.wait_for("update")
        answers = [client.request("play", words="hide 1"), client.request("play", words="nonsense")]
    assert ["illegal", "unreadable"] == [each["kind"] for each in answers]
    assert all(each["code"] and not each["retry"] for each in answers)


def test_a_seat_moves_to_a_phone_by_a_link(people: list[Visitor]) -> None:
    ann, phone, _ = people
    table = ann.post("/api/play", {"game": GAME, "name": "Ann", "seats": 2})["id"]
    made = ann.post(f"/api/tables/{table}/link")
    assert made["qr"].startswith("<svg")
    address, _, secret = made["link"].partition("#seat=")
    assert address.endswith(f"/t/{table}")
    with ann.connect(table) as client:
        assert 0 == client.wait_for("update")["you"]
        phone.send(table, "claim", secret=secret)
        while client.update["you"] is not None:
            client.wait_for("update")
    assert 0 == phone.get(f"/api/tables/{table}")["you"]
    assert "link-expired" == ann.refusal(table, "claim", secret=secret)


def test_a_rematch_takes_everybody_along(people: list[Visitor]) -> None:
    ann, ben, _ = people
    table = ann.post("/api/play", {"game": GAME, "name": "Ann", "bot": "random", "seats": 2})["id"]
    assert 409 == ann.http.post(f"/api/tables/{table}/rematch").status_code
    with ann.connect(table) as client:
        play_out(client)
    assert 409 == ben.http.post(f"/api/tables/{table}/rematch").status_code
    again = ann.post(f"/api/tables/{table}/rematch")["id"]
    shown = ann.get(f"/api/tables/{again}")
    assert (1, table) == (shown["you"], shown["table"]["before"])
    assert again == ann.get(f"/api/tables/{table}")["table"]["rematch"]
    assert again == ann.post(f"/api/tables/{table}/rematch")["id"]


def test_a_client_that_reconnects_receives_what_it_missed(people: list[Visitor]) -> None:
    ann, ben, _ = people
    table = new_table(ann, 2, name="Ann")
    ben.sit_down(table)
    ann.send(table, "ready")
    with ann.connect(table) as one:
        with ben.connect(table) as two:
            two.wait_for_ply(0)
            while one.presence.get("seats") != [True, True]:
                one.receive()
        while one.presence["seats"] != [True, False]:
            one.receive()
        seat = one.wait_for_ply(0)["actors"][0]
        mover = (ann, ben)[seat]
        words = mover.get(f"/api/tables/{table}")["view"]["moves"][0]
        mover.send(table, "play", words=words, seen=0)
        one.wait_for_ply(1)
    with ben.connect(table) as two:
        assert 1 == two.wait_for_ply(1)["ply"]
        assert [1] == [line["ply"] for line in two.update["log"]]
    assert [1] == [line["ply"] for line in ben.get(f"/api/tables/{table}/log?since=0")]
    assert [] == ben.get(f"/api/tables/{table}/log?since=1")
    assert 0 == ben.get(f"/api/tables/{table}/history/0")["ply"]


def test_a_spectator_who_takes_a_seat_is_shown_as_present(people: list[Visitor]) -> None:
    """Take the seat over HTTP while the WebSocket is open."""
    ann, ben, _ = people
    table = new_table(ann, 2, name="Ann")
    new_table(ben, name="Ben")  # gives Ben a cookie before he connects
    with ann.connect(table) as one, ben.connect(table) as two:
        while one.presence.get("watching") != 1:
            one.receive()
        ben.sit_down(table)
        for client in (one, two):
            while client.presence.get("seats") != [True, True]:
                client.receive()
            assert 0 == client.presence["watching"]


def test_two_pages_of_a_visitor_are_one_spectator(people: list[Visitor]) -> None:
    """A phone that wakes up connects before its old connection is found dead."""
    ann, ben, cid = people
    table = new_table(ann, 3, name="Ann")
    for each in (ben, cid):
        new_table(each, name="other")  # gives them a cookie before they connect
    with ann.connect(table) as client, ben.connect(table), ben.connect(table), cid.connect(table):
        counts = []
        while 2 not in counts:
            client.receive()
            counts.append(client.presence.get("watching", 0))
        assert 2 == max(counts)
        ben.sit_down(table)
        while client.presence["seats"] != [True, True, False]:
            client.receive()
        assert 1 == client.presence["watching"]


def test_a_client_is_sent_everything_about_the_table(people: list[Visitor]) -> None:
    """Check presence, deadlines, commitments, undo requests and stand-ins in updates."""
    ann, ben, watcher = people
    table = new_table(ann, 2, name="Ann", clock={"kind": "live", "seconds": 600})
    ben.sit_down(table)
    ann.send(table, "ready")
    with ann.connect(table) as client, watcher.connect(table):
        while (client.presence.get("seats"), client.presence.get("watching")) != ([True, False], 1):
            client.receive()
        seat = client.wait_for_ply(0)["actors"][0]
        info = client.update["table"]
        assert [seat] == [at for at, each in enumerate(info["seats"]) if each["deadline"] is not None]
        assert info["seats"][seat]["deadline"] > client.update["now"]
        assert all(len(info[name]) == 64 for name in ("promise", "commitment"))
        mover = (ann, ben)[seat]
        mover.send(table, "play", words=mover.get(f"/api/tables/{table}")["view"]["moves"][0], seen=0)
        mover.send(table, "undo")
        assert seat == watcher.get(f"/api/tables/{table}")["table"]["asking"]["seat"]
        mover.send(table, "leave")
        while not client.update["table"]["seats"][seat]["away"]:
            client.wait_for("update")
        assert "regular" == client.update["table"]["seats"][seat]["bot"]


def test_spectators_see_what_is_public_and_cannot_move(people: list[Visitor]) -> None:
    ann, watcher, _ = people
    table = ann.post("/api/play", {"game": GAME, "name": "Ann", "seats": 2})["id"]
    watcher.http.cookies.set("tablee", "token of the watcher")
    with watcher.connect(table) as client:
        assert (None, []) == (client.wait_for("update")["you"], client.wait_for_ply(0)["moves"])
        assert "not-seated" == client.request("play", words="draw top")["code"]
        assert "answer" == client.request("say", text="bonsoir", name="Wim")["t"]


def test_a_program_sends_its_token_in_a_header(people: list[Visitor]) -> None:
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
