"""`python -m tests.web.render_icons`: render the PNG icons of the app manifest from web/public/icon.svg."""

import re

from playwright.sync_api import Browser

from tests.web.browser import running_browser
from web.build import WEB

PUBLIC = WEB / "public"
# The share of a maskable icon that a phone may crop, on each side.
MARGIN = 0.1


def main() -> None:
    """Write the icons to web/public."""
    svg = (PUBLIC / "icon.svg").read_text("utf-8")
    with running_browser() as browser:
        for size in (192, 512):
            (PUBLIC / f"icon-{size}.png").write_bytes(render(browser, svg, size))
        (PUBLIC / "icon-maskable-512.png").write_bytes(render(browser, maskable(svg), 512))


def maskable(svg: str) -> str:
    """Shrink the drawing and extend its background over the whole square, so that it can be cropped."""
    background = re.search(r'<rect width="64" height="64" rx="14" fill="([^"]+)"/>', svg)
    assert background is not None, "the background of the drawing has changed"
    side = 64 / (1 - 2 * MARGIN)
    box = f"{-side * MARGIN} {-side * MARGIN} {side} {side}"
    return svg.replace("0 0 64 64", box).replace(
        background[0], f'<rect x="-32" y="-32" width="128" height="128" fill="{background[1]}"/>'
    )


def render(browser: Browser, svg: str, size: int) -> bytes:
    """Render an SVG as a PNG with a transparent background. `size`: width and height in px."""
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f"<style>*{{margin:0;background:none}}svg{{display:block;width:100vw}}</style>{svg}")
    png = page.screenshot(omit_background=True)
    page.close()
    return png


if __name__ == "__main__":
    main()
