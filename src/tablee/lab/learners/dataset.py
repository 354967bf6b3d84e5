"""Decisions of finished matches as Parquet: what a seat observed, might do, did, and how it ended for it.

A file is about one game with one number of seats; its metadata (`tablee`, JSON) say which, with which
options, and name the numbers of an observation. Nothing in it identifies a person, a table or a time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy
import pyarrow
from pyarrow import parquet

from tablee import bots, games
from tablee.bots import Budget
from tablee.core.batch import BY_WIN, final_rewards
from tablee.core.errors import Illegal, Unreadable
from tablee.core.game import Game
from tablee.core.match import Match
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, State
from tablee.lab.arena import Contest
from tablee.lab.batch import observation_size
from tablee.lab.bundle import load_bot, run_bundled
from tablee.lab.executors import Engine, in_order
from tablee.lab.learners.puct import Encoder
from tablee.lab.runner import Runner

METADATA = b"tablee"
# A row group is written as soon as it has this many decisions.
ROW_GROUP = 8192


@dataclass
class Decisions:
    """The decisions of one match, column by column; `finish` adds how it ended."""

    columns: dict[str, list[Any]] = field(default_factory=dict)

    def add(self, encoder: Encoder, state: State, seat: int, move: int, player: str) -> None:
        """Add a decision of `player`: `state` is the position before the move."""
        row = encoder.row(state, seat)
        decision = {
            "ply": state.plies,
            "seat": seat,
            "observation": row[: encoder.width].tobytes(),
            "mask": row[encoder.width :].tobytes(),
            "move": move,
            "words": state.vocabulary().format(move),
            "player": player,
        }
        for name, value in decision.items():
            self.columns.setdefault(name, []).append(value)

    def finish(self, state: State) -> None:
        """Add the result of the acting seat to each decision; the match must be over."""
        sheet, rewards = state.score_sheet(), final_rewards(state, BY_WIN)
        seats = self.columns["seat"]
        results = {"reward": rewards, "points": sheet.scores, "rank": sheet.ranks}
        for name, by_seat in results.items():
            self.columns[name] = [by_seat[seat] for seat in seats]


class RecordingRunner(Runner):
    """Plays a match and notes its decisions; moves of CLOCK are not decisions.

    `players` are the names of the bots, by seat.
    """

    def __init__(
        self, state: State, line_up: Sequence[bots.Bot], players: Sequence[str], budget: Budget, rng: Rng
    ) -> None:
        super().__init__(state, line_up, budget, rng)
        self.players = players
        self.encoder = Encoder(state)
        self.decisions = Decisions()

    def play(self, seat: int, move: int) -> None:
        """Note the decision, then make the move."""
        if seat != CLOCK:
            self.decisions.add(self.encoder, self.state, seat, move, self.players[seat])
        super().play(seat, move)


def play_and_record(contest: Contest, number: int) -> list[Decisions]:
    """Play deal `number` of a contest once from every seat; return the decisions of each match."""
    game = games.load(contest.key)
    seed, found = f"{contest.seed} {number}", []
    for rotation in range(contest.seats):
        names = contest.line_up(rotation)
        line_up = [load_bot(name, game, f"{seed} {rotation} {seat}") for seat, name in enumerate(names)]
        state = game.deal(contest.seats, seed, **contest.options)
        players = [Path(name).name for name in names]
        rng = Rng(f"{seed} {rotation}")
        runner = RecordingRunner(state, line_up, players, Budget(contest.seconds), rng)
        runner.play_out()
        runner.decisions.finish(state)
        found.append(runner.decisions)
    return found


def record_arena(contest: Contest, engine: Engine) -> Iterator[list[Decisions]]:
    """Play all deals of a contest; yield the decisions of each, in the order of the deals.

    Raises a Refusal at once if the contest is invalid.
    """
    contest.validate()
    observation_size(games.load(contest.key), contest.seats)
    bundle = contest.bundle()
    tasks = ((bundle, (contest, deal)) for deal in range(contest.deals))
    return in_order(run_bundled(engine, play_and_record, tasks))


def record_match(match: Match, players: Sequence[str]) -> Decisions:
    """Return the decisions of a match that was played before; raises Illegal if it is not over.

    `players` has the player of each move.
    """
    if match.outcome is None:
        raise Illegal("match-goes-on")
    decisions, encoder = Decisions(), Encoder(match.state)
    for state, played, player in zip(match.states(), match.played, players, strict=False):
        if played.seat != CLOCK:
            decisions.add(encoder, state, played.seat, played.move, player)
    decisions.finish(match.state)
    return decisions


def file_schema(game: Game, seats: int, about: Mapping[str, Any]) -> Any:
    """Return the columns of a file, with `about` and the description of the game as metadata."""
    text = pyarrow.dictionary(pyarrow.int16(), pyarrow.string())
    fields = game.observation_fields(seats)
    described = {
        "game": game.key,
        "version": game.version,
        "pieces": game.pieces.fingerprint,
        "seats": seats,
        "fields": [[each.name, each.start, each.size, each.low, each.high] for each in fields],
        **about,
    }
    columns = {
        "match": pyarrow.int32(),
        "ply": pyarrow.int32(),
        "seat": pyarrow.int8(),
        "observation": pyarrow.binary(observation_size(game, seats)),
        "mask": pyarrow.binary(game.vocabulary.size),
        "move": pyarrow.int32(),
        "words": text,
        "player": text,
        "reward": pyarrow.float32(),
        "points": pyarrow.int32(),
        "rank": pyarrow.int8(),
    }
    return pyarrow.schema(list(columns.items()), {METADATA: json.dumps(described).encode()})


class Writer:
    """Appends matches to a Parquet file, some thousand decisions at a time."""

    def __init__(self, file: Path, schema: Any) -> None:
        self.schema = schema
        self.out = parquet.ParquetWriter(file, schema, compression="zstd")
        self.rows: dict[str, list[Any]] = {name: [] for name in schema.names}
        self.matches = 0
        self.decisions = 0

    def add(self, decisions: Decisions) -> None:
        """Append the decisions of one match under the next number."""
        count = len(decisions.columns["move"])
        for name, values in {**decisions.columns, "match": [self.matches] * count}.items():
            self.rows[name] += values
        self.matches += 1
        self.decisions += count
        if len(self.rows["match"]) >= ROW_GROUP:
            self.flush()

    def flush(self) -> None:
        """Write what was added."""
        self.out.write_table(pyarrow.table(self.rows, self.schema))
        self.rows = {name: [] for name in self.schema.names}

    def close(self) -> None:
        """Write the rest and the end of the file."""
        if self.rows["match"]:
            self.flush()
        self.out.close()


@contextmanager
def writing(file: Path, schema: Any) -> Iterator[Writer]:
    """Yield a writer for a new file, which appears only when the block has ended without an exception."""
    part = file.with_name(file.name + ".part")
    writer = Writer(part, schema)
    try:
        yield writer
        writer.close()
        part.replace(file)
    except BaseException:
        writer.out.close()
        part.unlink(missing_ok=True)
        raise


@dataclass(frozen=True)
class Dataset:
    """A file in memory: one row of every array for each decision. `about` are its metadata."""

    about: dict[str, Any]
    observations: Any
    masks: Any
    columns: dict[str, Any]


def read(file: Path) -> Dataset:
    """Return a file as numpy arrays; `columns` are those other than observation and mask.

    Raises Unreadable for a file that `Writer` did not write.
    """
    try:
        table = parquet.read_table(file)
        about = json.loads((table.schema.metadata or {})[METADATA])
    except (OSError, KeyError, ValueError) as error:
        raise Unreadable("bad-dataset", file=str(file), why=str(error)) from error
    others = [name for name in table.column_names if name not in {"observation", "mask"}]
    columns = {name: table[name].to_numpy(zero_copy_only=False) for name in others}
    return Dataset(about, _matrix(table["observation"]), _matrix(table["mask"]), columns)


def _matrix(column: Any) -> Any:
    """Return a column of equally long byte strings as a matrix of 8-bit integers."""
    rows = [
        numpy.frombuffer(chunk.buffers()[1], numpy.int8).reshape(-1, chunk.type.byte_width)[
            chunk.offset : chunk.offset + len(chunk)
        ]
        for chunk in column.chunks
    ]
    return numpy.concatenate(rows) if rows else numpy.zeros((0, column.type.byte_width), numpy.int8)
