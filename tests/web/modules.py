"""Import a TypeScript module of the client into an empty page: for tests without a table."""

import subprocess
from functools import cache

from playwright.sync_api import Page

from web.build import WEB, node

STRIP_TYPES = """
import { stripTypeScriptTypes } from "node:module";
import { readFileSync } from "node:fs";
process.stdout.write(stripTypeScriptTypes(readFileSync(process.argv[1], "utf8")));
"""
IMPORT = """async (script) => {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  window.module = await import(address);
}"""


def import_module(page: Page, path: str) -> None:
    """Import a module without imports, by its path in web/, as `window.module`."""
    page.evaluate(IMPORT, without_types(path))


@cache
def without_types(path: str) -> str:
    """Return the JavaScript of a module, by its path in web/."""
    _, folder = node()
    command = [str(folder / "node"), "--no-warnings", "--input-type=module", "-e", STRIP_TYPES, path]
    done = subprocess.run(command, cwd=WEB, check=True, capture_output=True, text=True)
    return done.stdout
