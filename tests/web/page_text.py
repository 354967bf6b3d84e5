"""Read texts and the score sheet from a page."""

import json
import re
from dataclasses import dataclass

from tests.web.players import Person
from web.build import ROOT

# The texts of each row: its label, then the cells in the order of the seats. A page shows its viewer first.
ROWS_BY_SEAT = """table => [...table.rows].map((row) => {
  const [label, ...cells] = [...row.cells];
  cells.sort((a, b) => a.dataset.seat - b.dataset.seat);
  return [label, ...cells].map((cell) => cell.textContent.trim().replace(/\\s+/g, " "));
})"""


@dataclass(frozen=True)
class ScoreSheet:
    """The rows of a score sheet as texts, and the totals by seat."""

    rows: tuple[tuple[str, ...], ...]
    totals: list[int]


def read_score_sheet(person: Person) -> ScoreSheet:
    """Wait for the score sheet at the end of a match and read it."""
    table = person.page.get_by_role("table", name=site_text("frame.sheet")).first
    table.wait_for()
    rows = [tuple(row) for row in table.evaluate(ROWS_BY_SEAT)]
    named = {row[0]: row[1:] for row in rows}
    totals = [int(number) for number in named[site_text("frame.total")]]
    return ScoreSheet(tuple(rows), totals)


def site_text(key: str, language: str = "fr") -> str:
    """Return a text of the site as the page shows it, with curly apostrophes in French. Raise KeyError."""
    common = ROOT / f"src/tablee/words/words.{language}.json"
    for file in (*(ROOT / "web/words").glob(f"*.{language}.json"), common):
        words = json.loads(file.read_text("utf-8"))
        if key in words:
            return re.sub(r"(\w)'(?=\w)", r"\1’", words[key]) if language == "fr" else str(words[key])
    raise KeyError(key)


def text(key: str, **values: str) -> str:
    """Return a text of the pages of people or of the host, as the page shows it in French."""
    words = site_text(key).format(**values)
    return words.replace(" :", "\u00a0:").replace(" ?", "\u00a0?")
