"""The review of one record file for `tablee review`, as text in the user's language or as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tablee.bots.judge import RIVALS
from tablee.bots.review import MARKS, Review, ReviewedMove, review
from tablee.core.errors import Refusal
from tablee.core.match import Match
from tablee.terminal.sentences import Sentences, common_translations
from tablee.terminal.session import Session
from tablee.terminal.setup import CommandError, explain_refusal, load_session

BARS = "▁▂▃▄▅▆▇█"
CURVE_WIDTH = 48
MAX_REASONS = 3


def review_file(file: Path, language: str, simulations: int | None, as_json: bool) -> None:
    """Review the match of a record, with a progress bar on stderr, and print the result.

    Raise CommandError, in `language`, if the record cannot be read or the match is not over.
    """
    session = load_session(file, language)
    try:
        found = review_with_progress(session.match, simulations)
    except Refusal as refused:
        why = explain_refusal(refused, language, session.match.game.key)
        raise CommandError(common_translations(language)("cli.in-file", file=file, why=why)) from refused
    if as_json:
        print(json.dumps(found.as_json(), ensure_ascii=False))
        return
    for line in describe_review(found, sentences_of(session, language)):
        print(line)


def review_with_progress(match: Match, simulations: int | None) -> Review:
    """Return the review, showing on a terminal how much of it is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(match.game.key, total=1.0)
        return review(match, simulations, progress=lambda share: bar.update(task, completed=share))


def sentences_of(session: Session, language: str) -> Sentences:
    """Return the texts of the match in a language, with the names of its players."""
    return Sentences(session.match.game, language, [player.name for player in session.players])


def describe_review(found: Review, sentences: Sentences) -> list[str]:
    """Return the lines of a review: the curve, then for each seat its totals and turning points."""
    texts = sentences.translations
    lines = [texts("review.expected")]
    for seat in range(found.seats):
        points = [expected[seat] for expected in found.curve]
        end = sentences.score(round(points[-1]))
        lines.append(f"  {spark_line(points)}  {points[0]:.0f} → {end}  {sentences.name(seat)}")
    by_ply = {move.ply: move for move in found.moves}
    for seat in range(found.seats):
        lines += ["", sentences.name(seat), f"  {describe_totals(found, seat, sentences)}"]
        turning = [by_ply[ply] for ply in found.turning_points[seat]]
        lines += [f"  {describe_move(move, sentences)}" for move in turning]
        if not turning:
            lines.append(f"  {texts('review.no-turning-point')}")
    return lines


def spark_line(values: Sequence[float]) -> str:
    """Return a curve as a line of at most CURVE_WIDTH bars, from its least to its largest value."""
    width = min(len(values), CURVE_WIDTH)
    picked = [values[at * (len(values) - 1) // max(width - 1, 1)] for at in range(width)]
    least, most = min(values), max(values)
    scale = (len(BARS) - 1) / (most - least) if most > least else 0.0
    return "".join(BARS[round((value - least) * scale)] for value in picked)


def describe_totals(found: Review, seat: int, sentences: Sentences) -> str:
    """Return a sentence with the points of choices and of the rest, and the number of each mark."""
    texts, totals = sentences.translations, found.totals[seat]
    marks = [f"{texts(f'review.mark.{mark}')} {totals.counts[mark]}" for mark in MARKS if totals.counts[mark]]
    lost = sentences.score(round(totals.decisions))
    line = texts("review.totals", decisions=lost, luck=f"{totals.luck:+.0f}")
    return f"{line} {', '.join(marks)}."


def describe_move(move: ReviewedMove, sentences: Sentences) -> str:
    """Return what a seat did, what would have been better, by how much, and why."""
    texts = sentences.translations
    done = sentences.log_line(move.seat, move.words)
    better = sentences.log_line(move.seat, move.best or move.words)
    mark = texts(f"review.mark.{move.mark}")
    points = round(move.cost)
    gain = (
        texts("review.points", points=sentences.score(points))
        if points
        else texts("review.chances", n=round(100 * move.chance_cost))
    )
    reasons = [
        f"{texts(f'review.{item}' if item == RIVALS else f'items.{item}')} {points:+.0f}"
        for item, points in move.reasons[:MAX_REASONS]
        if round(points)
    ]
    why = texts("review.because", reasons=", ".join(reasons)) if reasons else ""
    line = texts("review.turning-point", ply=move.ply + 1, mark=mark, done=done, best=better, gain=gain)
    return f"{line} {why}".strip()
