"""Hostile messages for tests and `bench.attack`: valid, stale, odd, damaged and huge ones, from a seed.

What is valid is read from the OpenAPI document of the server, so that new endpoints and commands are in it.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, TypeVar
from urllib.parse import quote

T = TypeVar("T")
Json = dict[str, Any]
ODD: list[Any] = [
    None, True, -1, 0, 7, 2**70, 1e308, "", "x" * 5_000, "\u202e", "draw top", [], {}, [[[]]], "é\0",
    {"a": {"b": 1}}, "../../etc/passwd", "' or 1=1 --", "\ud800", ["x"] * 500, {"t": "play"},
]  # fmt: skip
ODD_PATHS = [
    "/assets/%00", "/%00", "/t/%00", "/api/tables/%00", "/api/tables/%ff%fe", "/assets/../../pyproject.toml",
    "/assets/%2e%2e%2f%2e%2e%2fetc/passwd", "//evil.example/", "/api/games/../tables", "/" + "x" * 3_000,
    "/api/tables/" + "A" * 16 + "/history/-1", "/api/tables/AAAAAAAAAAAAAAAA/history/99999999999999999999",
    "/assets/./index.html", "/assets//index.html", "/assets/nope/../../index.html", "/assets/%2e/../icon.svg",
    "/ws/AAAAAAAAAAAAAAAA", "/?" + "a=b&" * 500, "/%", "/%zz", "/api/tables?game=%00&person=99", "/*",
]  # fmt: skip
PAGES = [
    "/",
    "/credits",
    "/account",
    "/api",
    "/openapi.json",
    "/healthz",
    "/readyz",
    "/metrics",
    "/verify.pyz",
]
ODD_HEADERS = [
    "Authorization: Bearer short", "Authorization: Basic x", "Authorization: Bearer " + "é" * 30,
    "Origin: https://evil.example", "Origin: null", "Cookie: tablee=" + "x" * 3_000, "Cookie: =;;=,",
    "Accept: text/html", "Accept-Encoding: gzip, br;q=nan", "If-None-Match: *", "Expect: 100-continue",
    "Upgrade: h2c", "Upgrade: websocket", "Forwarded: for=1.2.3.4", "X-Forwarded-For: ::1",
    "Content-Type: text/plain", "Range: bytes=0-5,-1",
]  # fmt: skip
ODD_HOSTS = ["evil.example", "[::1", "a" * 300, "localhost:99999999", "a b", "127.0.0.1@evil.example", "é"]
ODD_METHODS = ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD", "PROPFIND", "get"]
GARBAGE = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n", b"\r\n\r\n\r\n\r\nx\r\n\r\n", b"GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: y\r\n" * 3_000 + b"\r\n", b"GET /" + b"x" * 70_000,
    "GET /é HTTP/1.1\r\nHost: a\r\n\r\n".encode(), b"GET / HTTP/1.1\r\nHost: a\r\nCookie: \x7f\r\n\r\n",
]  # fmt: skip
# Weight of operations that take 50 ms of a processor or more, and of commands that let a bot search.
RARE_OPERATIONS = ("/hint", "/account", "/login", "/password", "/delete")
RARE_COMMANDS = ("Leave", "Hire")
RARE = 0.02
# Largest body and frame that the server accepts.
MAX_SIZE = 16_384
TEXT, BINARY, PING = 1, 2, 9
TABLE_ID_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"


@dataclass
class Context:
    """What a client knows: the tables it may name, and the values that fit where it is.

    `known` has lists of values by the name of a field, such as the legal moves under `words`; `before` has
    those of an earlier view.
    """

    tables: list[str]
    tokens: list[str]
    known: dict[str, list[Any]] = field(default_factory=dict)
    before: dict[str, list[Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class Frame:
    """A WebSocket frame. `answered`: one answer must follow. `closes`: the server may close instead."""

    manner: str
    payload: bytes
    opcode: int = TEXT
    answered: bool = True
    closes: bool = False
    masked: bool = True
    final: bool = True

    def encode(self) -> bytes:
        """Return the bytes to send. A mask of zeros leaves the payload as it is."""
        size = len(self.payload)
        mask = 0x80 if self.masked else 0
        head = bytes([0x80 * self.final | self.opcode])
        if size < 126:
            head += bytes([mask | size])
        elif size < 65_536:
            head += bytes([mask | 126]) + size.to_bytes(2, "big")
        else:
            head += bytes([mask | 127]) + size.to_bytes(8, "big")
        return head + (bytes(4) if self.masked else b"") + self.payload


@dataclass(frozen=True)
class Request:
    """An HTTP request as bytes. `closes`: the server may close the connection instead of answering."""

    manner: str
    raw: bytes
    head: bool = False
    closes: bool = False


class Values:
    """Random values that a schema of the OpenAPI document allows."""

    def __init__(self, components: Json, rng: random.Random) -> None:
        self.components = components
        self.rng = rng

    def make(self, schema: Json, known: dict[str, list[Any]]) -> Any:
        """Return a value; fields that `known` names have one of the values there."""
        if "$ref" in schema:
            return self.make(self.components[schema["$ref"].rpartition("/")[2]], known)
        if "anyOf" in schema:
            return self.make(self.rng.choice(schema["anyOf"]), known)
        if "enum" in schema:
            return self.rng.choice(schema["enum"])
        makers: dict[str, Callable[[Json, dict[str, list[Any]]], Any]] = {
            "object": self._object,
            "array": lambda found, inner: [self.make(found.get("items") or {}, inner) for _ in range(2)],
            "string": lambda found, _: self._text(found),
            "integer": lambda found, _: self.rng.randint(found.get("minimum", 0), found.get("maximum", 99)),
            "number": lambda _, __: self.rng.random(),
            "boolean": lambda _, __: self.rng.random() < 0.5,
        }
        maker = makers.get(schema.get("type", ""))
        return maker(schema, known) if maker else None

    def _object(self, schema: Json, known: dict[str, list[Any]]) -> Json:
        required, made = schema.get("required", []), {}
        for name, inner in schema.get("properties", {}).items():
            if known.get(name):
                made[name] = self.rng.choice(known[name])
            elif name in required or self.rng.random() < 0.2:
                made[name] = self.make(inner, known)
        return made

    def _text(self, schema: Json) -> str:
        exact = re.search(r"\{(\d+)\}", schema.get("pattern", ""))
        least = int(exact[1]) if exact else max(8, schema.get("minLength", 0))
        return f"{self.rng.getrandbits(4 * least):0{least}x}"[: schema.get("maxLength", least)]


class Messages:
    """Messages against a server, described by its OpenAPI document."""

    def __init__(self, document: Json, rng: random.Random) -> None:
        self.rng = rng
        self.values = Values(document["components"]["schemas"], rng)
        operations = [
            (method.upper(), path, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
        ]
        self.operations = weighted(
            (each, RARE if each[1].endswith(RARE_OPERATIONS) else 1.0) for each in operations
        )
        ask = next(operation for _, path, operation in operations if path.endswith("/ask"))
        kinds: list[Json] = (body_schema(ask) or {})["anyOf"]
        self.commands = weighted(
            (kind, RARE if kind["$ref"].endswith(RARE_COMMANDS) else 1.0) for kind in kinds
        )
        self.frames = weighted(
            {
                self._valid: 30, self._stale: 12, self._wrong_type: 20, self._unknown: 10, self._large: 1,
                self._broken: 12, self._nested: 3, self._binary: 3, self._ping: 1, self._closing: 0.2,
            }.items()
        )  # fmt: skip
        self.requests = weighted(
            {
                self._valid_request: 40, self._unknown_id: 10, self._wrong_body: 25, self._odd_path: 6,
                self._odd_header: 8, self._page: 2, self._huge_body: 0.5, self._cut_body: 1, self._garbage: 1,
            }.items()
        )  # fmt: skip

    def frame(self, context: Context) -> Frame:
        """Return a random WebSocket frame."""
        make: Callable[[Context], Frame] = self._pick(self.frames)
        return make(context)

    def request(self, context: Context) -> Request:
        """Return a random HTTP request."""
        make: Callable[[Context], Request] = self._pick(self.requests)
        return make(context)

    def _pick(self, choices: tuple[list[T], list[float]]) -> T:
        return self.rng.choices(choices[0], cum_weights=choices[1])[0]

    # WebSocket frames

    def command(self, known: dict[str, list[Any]]) -> Json:
        """Return a command that fits its schema."""
        made: Json = self.values.make(self._pick(self.commands), known)
        return made

    def _valid(self, context: Context) -> Frame:
        # Half of them are moves, so that matches go on and end.
        command = self.command(context.known)
        if context.known.get("words") and self.rng.random() < 0.5:
            words, seen = self.rng.choice(context.known["words"]), context.known["seen"][0]
            command = {"t": "play", "id": command["id"], "words": words, "seen": seen}
        elif self.rng.random() < 0.02:
            return Frame("valid", b'{"t":"pong","number":%d}' % self.rng.randrange(100), answered=False)
        return Frame("valid", encode(command))

    def _stale(self, context: Context) -> Frame:
        return Frame("stale", encode(self.command(context.before or context.known)))

    def _unknown(self, context: Context) -> Frame:
        return Frame("unknown ids", encode(self.command({"t": ["nothing", "update", "pong", "Play"]})))

    def _wrong_type(self, context: Context) -> Frame:
        return Frame("wrong types", encode(self._changed(self.command(context.known))))

    def _changed(self, message: Json) -> Json:
        """Return a message with odd values in some fields, and sometimes with others or without some."""
        for name in self.rng.sample(sorted(message), self.rng.randrange(len(message) + 1)):
            message[name] = self.rng.choice(ODD)
        message[self.rng.choice(["extra", "t", "id", "name", "seat", "clock"])] = self.rng.choice(ODD)
        if self.rng.random() < 0.3:
            del message[self.rng.choice(list(message))]
        return message

    def _large(self, context: Context) -> Frame:
        size = self.rng.choice([4_000, MAX_SIZE - 100, MAX_SIZE])
        return Frame("large", (b'{"t":"say","id":"a","text":"' + b"x" * size)[: size - 2] + b'"}')

    def _broken(self, context: Context) -> Frame:
        return Frame("broken JSON", self._damaged(encode(self.command(context.known))))

    def _damaged(self, text: bytes) -> bytes:
        """Return a text that is no JSON: cut, with bytes replaced, or doubled."""
        where = self.rng.randrange(len(text))
        return self.rng.choice(
            [text[:where], text[:where] + b'"\\x' + text[where:], text + text, b"\xef\xbb\xbf" + text, b"NaN"]
        )

    def _nested(self, context: Context) -> Frame:
        return Frame("deep nesting", self._nesting())

    def _nesting(self) -> bytes:
        opening = self.rng.choice([b"[", b'{"a":', b'{"t":"play","words":['])
        return opening * self.rng.randrange(MAX_SIZE // len(opening))

    def _binary(self, context: Context) -> Frame:
        text = encode(self.command(context.known)).decode()
        payload = self.rng.choice([text.encode(), text.encode("utf-16"), self.rng.randbytes(60)])
        return Frame("wrong encoding", payload, BINARY)

    def _ping(self, context: Context) -> Frame:
        return Frame("pings", self.rng.randbytes(20), PING, answered=False)

    def _closing(self, context: Context) -> Frame:
        """Return a frame that breaks the protocol of WebSockets or its limits."""
        text = encode(self.command(context.known))
        return self.rng.choice(
            [
                Frame("wrong encoding", "é".encode("latin-1") + text, closes=True),
                Frame("huge", b"x" * (MAX_SIZE + 1), closes=True),
                Frame("huge", b"[" * 1_000_000, closes=True),
                Frame("broken frames", text, opcode=3, closes=True),
                Frame("broken frames", text, opcode=0, closes=True),
                Frame("broken frames", text, masked=False, closes=True),
                Frame("broken frames", b"x" * 200, opcode=PING, final=False, closes=True),
                Frame("broken frames", b"\x03\xed" + b"\xff" * 20, opcode=8, closes=True),
            ]
        )

    # HTTP requests

    def _operation(self, context: Context, table: str | None = None) -> tuple[str, str, Json | None]:
        """Return method, path with parameters, and schema of the body, of a random operation."""
        method, path, operation = self._pick(self.operations)
        names = {"table": table or self.rng.choice(context.tables), "ply": str(self.rng.randrange(120))}
        query = []
        for each in operation.get("parameters", []):
            name = each["name"]
            value = names.get(name) or str(self.values.make(each["schema"], {}))
            path = path.replace(f"{{{name}}}", quote(value, safe=""))
            if each["in"] == "query" and self.rng.random() < 0.2:
                query.append(f"{name}={quote(value)}")
        return method, f"{path}?{'&'.join(query)}" if query else path, body_schema(operation)

    def _valid_request(self, context: Context) -> Request:
        method, path, schema = self._operation(context)
        body = b"" if schema is None else encode(self.values.make(schema, context.known))
        return self._http("valid", context, method, path, body)

    def _unknown_id(self, context: Context) -> Request:
        table = "".join(self.rng.choices(TABLE_ID_LETTERS, k=16))
        method, path, schema = self._operation(context, table)
        body = b"" if schema is None else encode(self.values.make(schema, context.known))
        return self._http("unknown ids", context, method, path, body)

    def _wrong_body(self, context: Context) -> Request:
        """Return a request with a body of odd values, damaged, nested, or in another encoding."""
        method, path, schema = self._operation(context)
        message = {} if schema is None else self.values.make(schema, context.known)
        text = encode(message)
        manner = self.rng.choice(["wrong types", "broken JSON", "deep nesting", "wrong encoding"])
        if manner == "wrong types":
            text = encode(self.rng.choice([self._changed(message), self.rng.choice(ODD)]))
        elif manner == "broken JSON":
            text = self._damaged(text)
        elif manner == "deep nesting":
            text = self._nesting()
        else:
            text = self.rng.choice([text.decode().encode("utf-16"), text + "é".encode("latin-1")])
        return self._http(manner, context, method, path, text)

    def _odd_path(self, context: Context) -> Request:
        return self._http("odd paths", context, "GET", self.rng.choice(ODD_PATHS))

    def _page(self, context: Context) -> Request:
        return self._http("pages", context, "GET", self.rng.choice(PAGES))

    def _odd_header(self, context: Context) -> Request:
        method, path, _ = self._operation(context)
        if self.rng.random() < 0.3:
            method = self.rng.choice(ODD_METHODS)
        host = self.rng.choice(ODD_HOSTS) if self.rng.random() < 0.3 else "127.0.0.1"
        header = self.rng.choice(ODD_HEADERS)
        return self._http("odd headers", context, method, path, b"{}", header=header, host=host)

    def _huge_body(self, context: Context) -> Request:
        _, path, _ = self._operation(context)
        body = b"x" * self.rng.choice([MAX_SIZE + 1, 200_000])
        return self._http("huge", context, "POST", path, body, closes=True)

    def _cut_body(self, context: Context) -> Request:
        """Return a request whose body is shorter than announced; the client then closes its side."""
        _, path, _ = self._operation(context)
        body, announced = encode(self.command(context.known)), "Content-Length: 5000"
        return self._http("cut bodies", context, "POST", path, body, header=announced, closes=True)

    def _garbage(self, context: Context) -> Request:
        return Request("no HTTP", self.rng.choice(GARBAGE), closes=True)

    def _http(
        self,
        manner: str,
        context: Context,
        method: str,
        path: str,
        body: bytes = b"",
        *,
        header: str = "",
        host: str = "127.0.0.1",
        closes: bool = False,
    ) -> Request:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host}"]
        if context.tokens and "Authorization" not in header and self.rng.random() < 0.8:
            lines.append(f"Authorization: Bearer {self.rng.choice(context.tokens)}")
        lines += [header] if header else []
        if body and "Content-Type" not in header:
            lines.append("Content-Type: application/json")
        if "Content-Length" not in header and (body or method == "POST"):
            lines.append(f"Content-Length: {len(body)}")
        head = "\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n\r\n"
        return Request(manner, head + body, method == "HEAD", closes)


def weighted(pairs: Iterable[tuple[T, float]]) -> tuple[list[T], list[float]]:
    """Return the values, and the sums of weights up to each, as `random.choices` takes them."""
    values, weights = zip(*pairs, strict=True)
    return list(values), list(accumulate(weights))


def body_schema(operation: Json) -> Json | None:
    """Return the schema of the body of an operation, or None."""
    body = operation.get("requestBody")
    return body["content"]["application/json"]["schema"] if body else None


def encode(message: Any) -> bytes:
    """Return JSON; unpaired surrogates are escaped, as JSON allows."""
    return json.dumps(message).encode()
