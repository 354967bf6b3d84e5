"""The built client uses no feature that is newer than the browsers of web/browsers.json.

What only looks plainer where it is missing is not listed: `text-wrap`, `scrollbar-gutter`, `scrollbar-color`.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from web.build import ROOT, STATIC, WEB, build

BROWSERS = ("chrome", "safari", "firefox")
NEVER = "999"
# A pattern of the minified file; the first Chrome, Safari and Firefox that have the feature.
STYLE_FEATURES = {
    r"light-dark\(": ("123", "17.5", "120"),
    r"color-mix\(": ("111", "16.2", "113"),
    r"contrast-color\(": (NEVER, "26", "146"),
    r"(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)\(from ": ("119", "18", "128"),
    r":has\(": ("105", "15.4", "121"),
    r":dir\(": ("120", "16.4", "49"),
    r":popover-open": ("114", "17", "125"),
    r"::details-content": ("131", "18.4", "143"),
    # A nested rule: `&` stands in a selector, never in a value outside quotes.
    r"[{};,]&": ("120", "17.2", "117"),
    r"@container[^{]*\bstyle\(": ("111", "18", NEVER),
    r"@container": ("105", "16", "110"),
    r"@property": ("85", "16.4", "128"),
    r"@scope": ("118", "17.4", "146"),
    r"@starting-style": ("117", "17.5", "129"),
    r"@function|[:( ]if\(": ("139", NEVER, NEVER),
    r"\bsubgrid\b": ("117", "16", "71"),
    r"\d(?:dvh|svh|lvh|dvw|svw|lvw)\b": ("108", "15.4", "101"),
    r"\d(?:lh|rlh)\b": ("111", "16.4", "120"),
    r"\banchor\(|anchor-name|position-area": ("125", "26", "147"),
    r"allow-discrete": ("117", "17.4", "129"),
    r"calc-size\(|interpolate-size": ("129", NEVER, NEVER),
    r"field-sizing": ("123", "26.2", NEVER),
    r"(?:animation|scroll|view)-timeline": ("115", "26", NEVER),
    r"view-transition-name": ("111", "18", "144"),
    r"[:,( ]linear\(": ("113", "17.2", "112"),
    r"[:,( ](?:round|mod|rem)\(": ("125", "15.4", "118"),
    r"[:,( ](?:sin|cos|tan|atan2)\(": ("111", "15.4", "108"),
    r"sibling-(?:index|count)\(": ("138", "26.2", NEVER),
    r"content-visibility": ("85", "18", "125"),
    r"[;{]zoom:": ("1", "3.1", "126"),
    r"overflow(?:-[xy])?:clip": ("90", "16", "81"),
}
# A call through `?.` is guarded, so it is not found.
SCRIPT_FEATURES = {
    r"\.(?:show|hide|toggle)Popover\(": ("114", "17", "125"),
    r"\.startViewTransition\(": ("111", "18", "144"),
    r"\bAbortSignal\.any\(": ("116", "17.4", "124"),
    r"\bURL\.(?:canParse|parse)\(": ("120", "17", "115"),
    r"\.checkVisibility\(": ("105", "17.4", "106"),
    r"\.moveBefore\(": ("133", NEVER, "144"),
    r"\.setHTMLUnsafe\(": ("124", "18.2", "128"),
    r"\.parse(?:Creation|Request)OptionsFromJSON\(": ("129", "18.4", "119"),
    r"\bscheduler\.(?:yield|postTask)\(": ("129", NEVER, "142"),
    r"\brequestIdleCallback\(": ("47", NEVER, "55"),
    r"\bCSS\.registerProperty\(": ("78", "16.4", "128"),
    r"\bObject\.groupBy\(|\bMap\.groupBy\(": ("117", "17.4", "119"),
    r"\bPromise\.(?:withResolvers|try)\(": ("128", "18.2", "134"),
    r"\bArray\.fromAsync\(": ("121", "16.4", "115"),
    r"\bIterator\.from\(": ("122", "18.4", "131"),
    r"\bUint8Array\.from(?:Base64|Hex)\(": ("140", "18.2", "133"),
    r"\bIntl\.DurationFormat\b": ("129", "16.4", "136"),
    r"\.to(?:Sorted|Reversed|Spliced)\(": ("110", "16", "115"),
    r"\(\?<[=!]": ("62", "16.4", "78"),
}
Features = dict[str, tuple[str, str, str]]


def stated() -> tuple[str, ...]:
    """Return the versions of the oldest browsers, in the order of BROWSERS."""
    versions: dict[str, str] = json.loads((WEB / "browsers.json").read_text("utf-8"))
    return tuple(versions[name] for name in BROWSERS)


def number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def too_new(text: str, features: Features, oldest: tuple[str, ...]) -> Iterator[str]:
    """Yield the features in a text that one of the oldest browsers lacks."""
    for pattern, firsts in features.items():
        lacking = [
            f"{name} {old}"
            for name, first, old in zip(BROWSERS, firsts, oldest, strict=True)
            if number(first) > number(old)
        ]
        if lacking and (found := re.search(pattern, text)):
            yield f"{found.group()} is not in {', '.join(lacking)}"


def built(ending: str) -> list[Path]:
    build()
    return sorted(STATIC.rglob(f"*{ending}"))


@pytest.mark.parametrize("ending, features", [(".css", STYLE_FEATURES), (".js", SCRIPT_FEATURES)])
def test_no_built_file_needs_a_newer_browser(ending: str, features: Features) -> None:
    files = built(ending)
    assert len(files) > 10
    faults = {file.name: [*too_new(file.read_text("utf-8"), features, stated())] for file in files}
    assert {} == {name: found for name, found in faults.items() if found}


@pytest.mark.parametrize(
    "text, features",
    [
        ("a{color:light-dark(#fff,#000)}", STYLE_FEATURES),
        ("a{color:red;&:hover{color:blue}}", STYLE_FEATURES),
        ("a{width:round(up,1px,2px)}", STYLE_FEATURES),
        ("x=Object.groupBy(y,z)", SCRIPT_FEATURES),
        ("e.showPopover()", SCRIPT_FEATURES),
    ],
)
def test_a_newer_feature_is_found(text: str, features: Features) -> None:
    assert [*too_new(text, features, stated())]


@pytest.mark.parametrize(
    "text, features",
    [
        ("a{background:linear-gradient(#fff,#000)}", STYLE_FEATURES),
        ("a{background:url(x?a=1&b=2)}", STYLE_FEATURES),
        ("e.showPopover?.()", SCRIPT_FEATURES),
        ("x=y.toSorted()", SCRIPT_FEATURES),
    ],
)
def test_an_older_or_guarded_feature_is_allowed(text: str, features: Features) -> None:
    assert [] == [*too_new(text, features, stated())]


def test_the_readme_states_the_oldest_browsers() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    chrome, safari, firefox = stated()
    assert f"Chrome and Edge {chrome}, Safari {safari}, Firefox {firefox}" in text
