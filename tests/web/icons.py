"""`python -m tests.web.icons`: the icons that telephones ask for, drawn from web/public/icon.svg."""

import re

from playwright.sync_api import Browser

from tests.web.browser import browsing
from web.build import WEB

PUBLIC = WEB / "public"
# What a telephone may cut off a maskable icon, on each side.
MARGIN = 0.1


def main() -> None:
    """Write them beside the drawing."""
    drawing = (PUBLIC / "icon.svg").read_text("utf-8")
    with browsing() as browser:
        for size in (192, 512):
            (PUBLIC / f"icon-{size}.png").write_bytes(picture(browser, drawing, size))
        (PUBLIC / "icon-maskable-512.png").write_bytes(picture(browser, whole_square(drawing), 512))


def whole_square(drawing: str) -> str:
    """The drawing smaller, on a ground that fills the square: a telephone cuts it to the shape it likes."""
    ground = re.search(r'<rect width="64" height="64" rx="14" fill="([^"]+)"/>', drawing)
    assert ground is not None, "the drawing has another ground than before"
    side = 64 / (1 - 2 * MARGIN)
    box = f"{-side * MARGIN} {-side * MARGIN} {side} {side}"
    return drawing.replace("0 0 64 64", box).replace(
        ground[0], f'<rect x="-32" y="-32" width="128" height="128" fill="{ground[1]}"/>'
    )


def picture(browser: Browser, drawing: str, size: int) -> bytes:
    """A drawing as PNG, see-through where it is empty."""
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f"<style>*{{margin:0;background:none}}svg{{display:block;width:100vw}}</style>{drawing}")
    done = page.screenshot(omit_background=True)
    page.close()
    return done


if __name__ == "__main__":
    main()
