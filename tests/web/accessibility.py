"""Violations of axe-core, and texts and targets that are too small."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.web.browser import SMALL_PHONE

AXE = Axe()
MIN_TEXT_PX = 13
MIN_TARGET_PX = 44
# Texts that are too small, and targets that are too small, except links inside a text and cells of a drawing.
TOO_SMALL = """([text, target]) => {
  const isVisible = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  const isInText = (element) => element.matches("a") && getComputedStyle(element).display === "inline";
  const small = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (!textContent.trim() || !isVisible(parentElement)) continue;
    if (parseFloat(getComputedStyle(parentElement).fontSize) < text) small.push(`text: ${textContent}`);
  }
  for (const element of document.querySelectorAll("a[href], button, select, input, summary")) {
    if (!isVisible(element) || isInText(element) || element.matches(".cell, .skip")) continue;
    const { width, height } = (element.closest("label") ?? element).getBoundingClientRect();
    if (Math.min(width, height) < target - 0.5) small.push(`target: ${element.outerHTML.slice(0, 120)}`);
  }
  return small;
}"""


def violations(page: Page) -> list[str]:
    """Return each violation of axe-core with up to three elements."""
    found = AXE.run(page).response["violations"]
    return [
        f"{page.url} {each['id']}: {[node['html'][:160] for node in each['nodes'][:3]]}" for each in found
    ]


def faults(page: Page) -> list[str]:
    """Return what is too small on a small phone or scrolls sideways, and violations of axe-core."""
    found = page.evaluate(TOO_SMALL, [MIN_TEXT_PX, MIN_TARGET_PX])
    # A phone zooms out until everything fits: `innerWidth` is no measure.
    wide = page.evaluate("document.documentElement.scrollWidth") > SMALL_PHONE["width"]
    return [*found, *(["too wide"] if wide else []), *violations(page)]
