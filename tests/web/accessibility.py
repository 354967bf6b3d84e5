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

MIN_CONTRAST = 4.5
# Texts with too little contrast to a plain background. axe-core skips those that are hidden from screen
# readers, as on boards. Dimmed texts and those on pictures and gradients are left out.
FAINT = """least => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const rgba = (colour) => {
    if (!known.has(colour)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      known.set(colour, [...pen.getImageData(0, 0, 1, 1).data]);
    }
    return known.get(colour);
  };
  const light = (channel) => (channel <= 10 ? channel / 3294.6 : ((channel / 255 + 0.055) / 1.055) ** 2.4);
  const weights = [0.2126, 0.7152, 0.0722];
  const luminance = (colour) => weights.reduce((sum, weight, at) => sum + weight * light(colour[at]), 0);
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(each);
      const colour = rgba(backgroundColor);
      if (opacity < 1 || backgroundImage !== "none" || (colour[3] > 0 && colour[3] < 255)) return null;
      if (colour[3] === 255) return colour;
    }
    return null;
  };
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (!textContent.trim() || parentElement.closest("svg")) continue;
    const { width, height } = parentElement.getBoundingClientRect();
    if (width < 2 || height < 2 || !parentElement.checkVisibility({ visibilityProperty: true })) continue;
    const behind = ground(parentElement);
    const ink = rgba(getComputedStyle(parentElement).color);
    if (!behind || ink[3] < 255) continue;
    const [bright, dark] = [luminance(behind), luminance(ink)].sort((one, other) => other - one);
    const contrast = (bright + 0.05) / (dark + 0.05);
    if (contrast < least) faint.push(`${contrast.toFixed(2)}: ${textContent.trim()}`);
  }
  return faint;
}"""


def violations(page: Page) -> list[str]:
    """Return each violation of axe-core with up to three elements."""
    found = AXE.run(page).response["violations"]
    return [
        f"{page.url} {each['id']}: {[node['html'][:160] for node in each['nodes'][:3]]}" for each in found
    ]


def faint_texts(page: Page) -> list[str]:
    """Return the texts with too little contrast to a plain background, each after its contrast."""
    found: list[str] = page.evaluate(FAINT, MIN_CONTRAST)
    return found


def faults(page: Page) -> list[str]:
    """Return what is too small on a small phone or scrolls sideways, and violations of axe-core."""
    found = page.evaluate(TOO_SMALL, [MIN_TEXT_PX, MIN_TARGET_PX])
    # A phone zooms out until everything fits: `innerWidth` is no measure.
    wide = page.evaluate("document.documentElement.scrollWidth") > SMALL_PHONE["width"]
    return [*found, *(["too wide"] if wide else []), *violations(page)]
