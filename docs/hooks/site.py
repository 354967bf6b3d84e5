"""Hooks of MkDocs: pages that are made from files outside docs/, links that leave it, and the command line.

Pages are written to be read on GitHub too, where a link may lead to any file of the repository. On the site,
a link to a file that is no page leads to the repository, and a picture from elsewhere is copied.
"""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePosixPath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
REPOSITORY = "https://github.com/tablee-games/tablee"
# Pages of the site, and the files of the repository that they are made from.
PAGES = {
    "index.md": "README.md",
    "changelog.md": "CHANGELOG.md",
    "code-of-conduct.md": "CODE_OF_CONDUCT.md",
    "contributing.md": "CONTRIBUTING.md",
    "security-policy.md": "SECURITY.md",
}
PICTURES = {"images/icon.svg": "web/public/icon.svg"}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s:#]+)(#[^)\s]*)?\)")
COMMANDS = "<!-- commands -->"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and pictures that are not in docs/."""
    for uri, name in (PAGES | PICTURES).items():
        files.append(File.generated(config, uri, abs_src_path=str(ROOT / name)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Rewrite the links of a page, and put the commands where a page asks for them."""
    uri = page.file.src_uri
    home = ROOT if uri in PAGES else (DOCS / uri).parent

    def rewritten(found: re.Match[str]) -> str:
        picture, text, target, anchor = found.groups()
        place = (home / target).resolve()
        address = address_of(place, uri, files, config, copy=bool(picture))
        return f"{picture}[{text}]({address}{anchor or ''})"

    if COMMANDS in markdown:
        markdown = markdown.replace(COMMANDS, command_line())
    return LINK.sub(rewritten, markdown)


def address_of(place: Path, uri: str, files: Files, config: MkDocsConfig, *, copy: bool) -> str:
    """Return the link from the page `uri` to a file; with `copy`, a file from elsewhere joins the site."""
    if not place.exists():
        return place.name  # MkDocs warns about it
    wanted = page_of(place)
    if wanted is None and not copy:
        kind = "tree" if place.is_dir() else "blob"
        return f"{REPOSITORY}/{kind}/main/{place.relative_to(ROOT).as_posix()}"
    if wanted is None:
        wanted = f"images/{place.parent.name}-{place.name}"
        if files.get_file_from_path(wanted) is None:
            files.append(File.generated(config, wanted, abs_src_path=str(place)))
    return os.path.relpath(wanted, PurePosixPath(uri).parent)


def page_of(place: Path) -> str | None:
    """Return the name of a file within the site, or None if it is not part of it."""
    made = {ROOT / name: uri for uri, name in PAGES.items()}
    if place in made:
        return made[place]
    if not place.is_relative_to(DOCS):
        return None
    inside = place.relative_to(DOCS).as_posix()
    return f"{inside}/index.md" if place.is_dir() else inside


def command_line() -> str:
    """Return a section for every command, made from the code."""
    from tablee.cli import app  # noqa: PLC0415  # only one page needs it

    text = str(app.generate_docs(output_format="markdown", recursive=True, heading_level=1))
    return text[text.index("\n## tablee") :]
