"""A page whose WebSocket is refused: it says why, and connects again only if that can help."""

from playwright.sync_api import Browser, Page, expect

from tests.web.browser import new_context, running_server
from tests.web.page_text import site_text
from tests.web.players import TableSetup, new_person, start_match


def count_sockets(page: Page) -> list[str]:
    """Return a list that grows with every WebSocket that the page opens."""
    opened: list[str] = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    return opened


def test_a_table_that_does_not_exist_is_said_to_and_asked_for_once(browser: Browser, address: str) -> None:
    context = new_context(browser, address)
    page = context.new_page()
    opened = count_sockets(page)
    page.goto("/t/AAAAAAAAAAAAAAAA")
    expect(page.get_by_text(site_text("refusal.no-such-table"))).to_be_visible()
    assert 1 == len(opened)
    context.close()


def test_a_page_too_many_says_so_and_goes_on_when_another_is_closed(browser: Browser) -> None:
    with running_server("--sockets", "1") as address:
        person = new_person(browser, address, "Inès")
        table = start_match(TableSetup("islands", 1, ["casual"]), [person])
        person.open(table)
        person.wait_until(lambda: person.may_move)
        second = person.context.new_page()
        opened = count_sockets(second)
        second.goto(f"/t/{table}")
        reason = second.get_by_text(site_text("refusal.too-many-connections"))
        expect(reason).to_be_visible()
        person.page.close()
        expect(reason).to_have_count(0)
        expect(second.get_by_text(site_text("table.loading"))).to_have_count(0)
        assert 1 < len(opened)
        person.context.close()
