"""Passkeys on the account page, with an authenticator that Chromium plays; elsewhere, why there are none."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.web.browser import PHONE, visitor
from tests.web.devices import Device
from tests.web.test_access import stumbles

CLUB = "http://club.example"


def test_an_account_by_passkey_from_the_first_day_to_the_last(devices: list[Device]) -> None:
    one, other = devices
    one.make_account("Camille")
    one.reads("the only way in")
    one.press("Log out")
    one.reads("An account, if you like")
    (credential,) = one.credentials
    other.keep(credential)
    other.press("I have one")
    other.press("Log in with a passkey")
    other.reads("Hello Camille")
    other.reads("last used")
    assert [] == stumbles(other.page)
    other.press("Delete for ever, with a passkey")
    other.reads("An account, if you like")
    one.press("I have one")
    one.press("Log in with a passkey")
    expect(one.page.get_by_role("alert")).to_contain_text("No account has this passkey")


def test_a_passkey_beside_a_password_is_added_and_removed(devices: list[Device]) -> None:
    page = devices[0].page
    page.get_by_label("Your name").last.fill("Dominique")
    page.get_by_label("Password").fill("correct horse")
    devices[0].press("Make the account")
    page.get_by_label("A name to know it by").fill("My phone")
    devices[0].press("Add a passkey")
    devices[0].reads("My phone")
    assert [] == stumbles(page)
    devices[0].press("Add a passkey")
    expect(page.get_by_role("alert")).to_contain_text("already has a passkey")
    devices[0].press("Remove the passkey My phone")
    expect(page.get_by_role("heading", name="Ways into your account")).to_be_focused()
    expect(page.get_by_text("My phone")).to_have_count(0)


def test_everything_is_done_by_keys(devices: list[Device]) -> None:
    page = devices[0].page
    page.get_by_label("Your name").last.focus()
    page.keyboard.type("Claude")
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Make the account with a passkey")).to_be_focused()
    page.keyboard.press("Enter")
    devices[0].reads("Hello Claude")


def test_an_account_needs_a_name_and_somebody_may_think_again(devices: list[Device]) -> None:
    one = devices[0]
    one.press("Make the account with a passkey")
    expect(one.page.get_by_label("Your name").last).to_be_focused()
    assert [] == one.credentials
    one.press("I have one")
    one.press("Log in with a passkey")
    expect(one.page.get_by_role("alert")).to_contain_text("No passkey was used")


@pytest.mark.parametrize("size", [PHONE, None])
def test_an_address_of_numbers_says_why_and_where(browser: Browser, address: str, size: Any) -> None:
    context = visitor(browser, address, language="en", **({"viewport": size} if size else {}))
    page = context.new_page()
    page.goto("/account")
    expect(page.locator("main")).to_contain_text("need an address with a name")
    expect(page.get_by_role("button", name="passkey")).to_have_count(0)
    assert [] == stumbles(page)
    page.get_by_role("link", name="The same page by its name").click()
    expect(page.get_by_role("button", name="Make the account with a passkey")).to_be_visible()
    context.close()


def test_an_address_without_https_says_why(browser: Browser, address: str) -> None:
    """As in a home network: the same server, under a name that no browser trusts."""
    context = visitor(browser, CLUB, language="en")
    context.route(f"{CLUB}/**", lambda route: pass_on(route, address))
    page = context.new_page()
    page.goto("/account")
    expect(page.locator("main")).to_contain_text("need a secure address")
    expect(page.get_by_role("button", name="passkey")).to_have_count(0)
    expect(page.get_by_role("button", name="Make the account")).to_be_visible()
    assert [] == stumbles(page)
    context.close()


def pass_on(route: Route, address: str) -> None:
    """What a proxy does."""
    route.fulfill(response=route.fetch(url=route.request.url.replace(CLUB, address)))
