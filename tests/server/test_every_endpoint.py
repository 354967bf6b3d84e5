"""A test that calls every endpoint as a stranger, a guest, a member of a group, and the host of the site.

All of them try to read or change what belongs to another person: an account with a private profile, friends,
a group, an unlisted table, and a try at the deal of the day that goes on. An endpoint without a row in
`endpoint_access.txt` fails the test.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.friends import appoint, befriend, open_table
from tests.server.people_process import PASSWORD
from tests.server.site import TIMEOUT, Visitor, site
from tests.server.table_harness import GAME
from tests.web.server import stop_days

ROLES = ("stranger", "guest", "member", "host")
ACCESS = Path(__file__).with_name("endpoint_access.txt")
OK = "ok"
NAME, CODE = "Ottoline", "ABCD2345"
# What nobody but the owner and the people named here may be told.
WORDS = {
    "Secret club": ("member",),
    "private words": ("host",),
    "Confidante": ("host",),
    NAME: ("member", "host"),
}
CREDENTIALS = {"name": NAME, "password": "not this one"}
# Everybody keeps the own name, which members of a group may see.
CARD = {"name": "{role}"}
SIGNED = {"id": "none", "rawId": "none", "type": "public-key"}
USED = {**SIGNED, "response": {"clientDataJSON": "e30", "authenticatorData": "AA", "signature": "AA"}}
MADE = {**SIGNED, "response": {"clientDataJSON": "e30", "attestationObject": "AA"}}
CHOICES: dict[str, Any] = {
    "turn": True,
    "start": True,
    "invitation": True,
    "reminder": True,
    "quiet_from": 0,
    "quiet_to": 0,
}
CHOICES |= {"quiet_from": 0, "quiet_to": 0, "zone": "UTC", "language": "fr", "mail": False, "webhook": ""}
BODIES: dict[str, Any] = {
    "/api/games/{game}/pad": {},
    "/api/tables": {"game": GAME, "seats": 2, **CARD},
    "/api/play": {"game": GAME, **CARD},
    "/api/tables/{table}/ask": {"t": "say", "id": "e1", "text": "hello"},
    "/api/tables/{table}/play-on": {"ply": 0, **CARD},
    "/api/games/{game}/lessons/{lesson}/play-on": {"path": [], **CARD},
    "/api/daily/{day}/{game}": CARD,
    "/api/friends/card": CARD,
    "/api/friends/wants": {"on": False},
    "/api/friends/add": {"code": CODE, **CARD},
    "/api/friends/remove": {"id": "{person}"},
    "/api/friends/block": {"table": "{table}", "seat": 0},
    "/api/friends/mute": {"table": "{table}", "seat": 0},
    "/api/friends/dismiss": {"table": "{invited}"},
    "/api/reports": {"reason": "other", "table": "{table}", "seat": 0},
    "/api/tables/{table}/invite": {"id": "{person}"},
    "/api/tables/{table}/again": CARD,
    "/api/groups": {"group": "Others", **CARD},
    "/api/groups/join": {"code": CODE, **CARD},
    "/api/groups/{group}/remove": {"id": "{person}"},
    "/api/groups/{group}/owner": {"id": "{person}"},
    "/api/groups/{group}/name": {"name": "Other"},
    "/api/groups/{group}/tables": {"game": GAME, "seats": 2},
    "/api/device-matches": {"record": "none"},
    "/api/host/act": {"t": "settle", "report": "none"},
    "/api/exercises/{game}/{exercise}/position": {"moves": []},
    "/api/exercises/{game}/{exercise}/answer": {"moves": []},
    "/api/account": CREDENTIALS,
    "/api/login": CREDENTIALS,
    "/api/me/password": {"present": "not this one", "password": "another password"},
    "/api/me/devices/logout": {"id": "{person}"},
    "/api/me/delete": {"password": "not this one"},
    "/api/me/profile": {"public": False},
    "/api/passkeys/begin": {"purpose": "enter"},
    "/api/passkeys/account": {"label": "key", "credential": MADE},
    "/api/passkeys/login": {"credential": USED},
    "/api/passkeys/add": {"label": "key", "credential": MADE},
    "/api/passkeys/delete": {"credential": USED},
    "/api/passkeys/remove": {"id": "none"},
    "/api/me/recovery-codes": {"present": "not this one"},
    "/api/recover": {"name": NAME, "code": "none", "password": "another password"},
    "/api/notifications": CHOICES,
    "/api/notifications/push": {
        "endpoint": "https://push.example/1",
        "p256dh": "none",
        "auth": "none",
        "language": "fr",
    },
    "/api/notifications/push/remove": {"endpoint": "https://push.example/1"},
    "/api/tables/{table}/webhook": {"url": ""},
    "/api/me/mail": {"address": "eve@example.org", "present": "not this one"},
    "/api/mail/confirm": {"token": "none"},
    "/api/reset/ask": {"who": "eve@example.org"},
    "/api/reset": {"token": "none", "password": "another password"},
}


@dataclass(frozen=True)
class Site:
    """A running site. `ids` are values of path parameters; `secrets` what no answer to others contains."""

    owner: Visitor
    people: dict[str, Visitor]
    ids: dict[str, str]
    secrets: dict[str, tuple[str, ...]]

    def send(self, role: str, method: str, path: str) -> httpx.Response:
        """Send the request of an endpoint in a role; a stranger has no cookie."""
        filled = path.format(**self.ids)
        body = BODIES.get(path) if method == "POST" else None
        text = json.dumps(body)
        for name, value in {**self.ids, "role": role.title()}.items():
            text = text.replace(f"{{{name}}}", value)
        content = {} if body is None else {"json": json.loads(text)}
        if role == "stranger":
            return httpx.request(method, f"{self.owner.address}{filled}", timeout=TIMEOUT, **content)
        return self.people[role].http.request(method, filled, **content)

    def restore(self, role: str, path: str) -> None:
        """Undo what a person has done to themselves."""
        if path == "/api/logout" and role in ("member", "host"):
            self.people[role].post("/api/login", {"name": role.title(), "password": PASSWORD})
        if path.endswith("/leave") and role == "member":
            code = self.owner.get(f"/api/groups/{self.ids['group']}")["code"]
            self.people[role].post("/api/groups/join", {"code": code, "name": "Member"})


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    url = f"sqlite:///{tmp_path_factory.mktemp('endpoints') / 'tablee.db'}"
    with pytest.MonkeyPatch.context() as patch, site(url) as address:
        day = stop_days(patch.setattr)
        owner, friend = Visitor(address, NAME), Visitor(address, "Confidante")
        people = {role: Visitor(address, role.title()) for role in ROLES[1:]}
        for each in (owner, friend, *people.values()):
            each.http.get("/")
            each.post("/api/friends/card", {"name": each.name})
        for each in (owner, people["member"], people["host"]):
            each.post("/api/account", {"name": each.name, "password": PASSWORD})
        appoint(url, "Host")
        befriend(owner, friend)
        group = owner.post("/api/groups", {"group": "Secret club", "name": NAME})
        people["member"].post("/api/groups/join", {"code": group["code"], "name": "Member"})
        unlisted = open_table(owner)
        person = owner.get("/api/friends")["friends"][0]["id"]
        owner.post(f"/api/tables/{unlisted}/invite", {"id": person})
        owner.post("/api/reports", {"reason": "chat", "text": "private words", "person": person})
        daily = owner.post(f"/api/daily/{day}/clouds", {"name": NAME})["id"]
        ids = {"table": daily, "group": group["id"], "person": person, "invited": unlisted, "name": NAME}
        ids |= {"day": day, "game": "clouds", "code": CODE, "ply": "0", "lesson": "1", "exercise": "none"}
        secrets = WORDS | {group["code"]: ("member",), owner.get("/api/friends")["code"]: (), unlisted: ()}
        secrets |= {each.http.cookies["tablee"]: () for each in (owner, friend)}
        yield Site(owner, people, ids, secrets)
        for each in (owner, friend, *people.values()):
            each.close()


def rows() -> dict[tuple[str, str], list[str]]:
    """Return what each role is answered, by method and path: `ok`, or the code of a refusal."""
    lines = [line.split() for line in ACCESS.read_text().splitlines() if line and line[0] != "#"]
    return {(method, path): answers for method, path, *answers in lines}


def described(here: Site) -> list[tuple[str, str]]:
    paths = here.owner.get("/openapi.json")["paths"]
    return [(method.upper(), path) for path, methods in paths.items() for method in methods]


def state_of(owner: Visitor, ids: dict[str, str]) -> list[Any]:
    """Return what the owner sees, without what changes by itself, and without tables that a member opens."""
    paths = ["/api/friends", "/api/groups", "/api/groups/{group}", "/api/me/profile", "/api/me/devices"]
    paths += ["/api/notifications", "/api/me/mail", "/api/passkeys", "/api/tables/{table}", "/api/daily"]
    answers = [owner.get(path.format(**ids)) for path in paths]
    for answer in answers:
        for key in ("now", "clocks", "presence", "tables"):
            answer.pop(key, None) if isinstance(answer, dict) else None
    return answers


def test_an_account_is_told_whether_it_is_the_host_s(here: Site) -> None:
    assert [False, True] == [here.people[role].get("/api/me")["host"] for role in ("member", "host")]


def test_every_endpoint_has_a_row(here: Site) -> None:
    assert sorted(described(here)) == sorted(rows())


def test_nobody_opens_a_socket_at_a_private_table(here: Site) -> None:
    visitors = {"stranger": Visitor(here.owner.address), **here.people}
    for role in ROLES:
        with visitors[role].connect(here.ids["table"]) as client:
            refusal = client.receive()
            assert ("refused", "daily-private") == (refusal["t"], refusal["code"])
            with pytest.raises(ConnectionClosed):
                client.receive()
        assert not [word for word in here.secrets if word in json.dumps(client.received)]
    visitors["stranger"].close()


def test_nobody_reads_or_changes_what_belongs_to_another(here: Site) -> None:
    before, wrong = state_of(here.owner, here.ids), []
    for (method, path), expected in rows().items():
        for role, answer in zip(ROLES, expected, strict=True):
            response = here.send(role, method, path)
            found = OK if response.is_success else response.json()["code"]
            leaked = [
                word for word, known in here.secrets.items() if word in response.text and role not in known
            ]
            if found != answer or leaked or response.status_code >= 500:
                wrong.append((method, path, role, found, leaked))
            here.restore(role, path)
    assert [] == wrong
    assert before == state_of(here.owner, here.ids)
