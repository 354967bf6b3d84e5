"""The score sheet at the end, as a person reads it."""

import json
import re
from dataclasses import dataclass

from tests.web.people import Person
from web.build import ROOT


@dataclass(frozen=True)
class Sheet:
    """Its rows, without the names of the rows."""

    rows: tuple[tuple[str, ...], ...]
    totals: list[int]


def end_sheet(person: Person) -> Sheet:
    """The sheet on the page; the page must show it by itself."""
    table = person.page.get_by_role("table", name=frame_word("frame.sheet")).first
    table.wait_for()
    rows = [tuple(row.locator("th, td").all_inner_texts()) for row in table.get_by_role("row").all()]
    named = {row[0]: row[1:] for row in rows}
    totals = [int(number) for number in named[frame_word("frame.total")]]
    return Sheet(tuple(rows), totals)


def frame_word(key: str, language: str = "fr") -> str:
    """A sentence of the frame, as the page writes it: with bent apostrophes."""
    for file in (ROOT / f"web/words.{language}.json", ROOT / f"src/tablee/words/words.{language}.json"):
        words = json.loads(file.read_text("utf-8"))
        if key in words:
            return re.sub(r"(\w)'(?=\w)", r"\1’", words[key]) if language == "fr" else str(words[key])
    raise KeyError(key)
