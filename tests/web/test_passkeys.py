"""Passkeys on the account page with a virtual authenticator, and the texts shown where they do not work."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.web.accessibility import violations
from tests.web.browser import PHONE, new_context
from tests.web.passkey_device import PasskeyDevice

CLUB = "http://club.example"


def test_an_account_with_a_passkey_is_created_used_and_deleted(devices: list[PasskeyDevice]) -> None:
    one, other = devices
    one.make_account("Camille")
    one.expect_text("only way to log in")
    one.press("Log out")
    one.expect_text("An account, if you like")
    (credential,) = one.credentials
    other.add_credential(credential)
    other.press("I have an account")
    other.press("Log in with a passkey")
    other.expect_text("Hello Camille")
    other.expect_text("last used")
    assert [] == violations(other.page)
    other.press("Delete permanently, with a passkey")
    other.expect_text("An account, if you like")
    one.press("I have an account")
    one.press("Log in with a passkey")
    expect(one.page.get_by_role("alert")).to_contain_text("No account has this passkey")


def test_a_passkey_is_added_to_an_account_with_a_password_and_removed(devices: list[PasskeyDevice]) -> None:
    page = devices[0].page
    page.get_by_label("Your name").last.fill("Dominique")
    page.get_by_label("Password").fill("correct horse")
    devices[0].press("Create account")
    page.get_by_label("Name for this passkey").fill("My phone")
    devices[0].press("Add a passkey")
    devices[0].expect_text("My phone")
    assert [] == violations(page)
    devices[0].press("Add a passkey")
    expect(page.get_by_role("alert")).to_contain_text("already has a passkey")
    devices[0].press("Remove the passkey My phone")
    expect(page.get_by_role("heading", name="Ways to log in")).to_be_focused()
    expect(page.get_by_text("My phone")).to_have_count(0)


def test_signing_up_works_by_keyboard(devices: list[PasskeyDevice]) -> None:
    page = devices[0].page
    page.get_by_label("Your name").last.focus()
    page.keyboard.type("Claude")
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Create account with a passkey")).to_be_focused()
    page.keyboard.press("Enter")
    devices[0].expect_text("Hello Claude")


def test_an_account_needs_a_name_and_a_cancelled_login_is_reported(devices: list[PasskeyDevice]) -> None:
    one = devices[0]
    one.press("Create account with a passkey")
    expect(one.page.get_by_label("Your name").last).to_be_focused()
    assert [] == one.credentials
    one.press("I have an account")
    one.press("Log in with a passkey")
    expect(one.page.get_by_role("alert")).to_contain_text("No passkey was used")


@pytest.mark.parametrize("size", [PHONE, None])
def test_on_an_ip_address_the_page_explains_and_links_to_the_host_name(
    browser: Browser, address: str, size: Any
) -> None:
    context = new_context(browser, address, language="en", **({"viewport": size} if size else {}))
    page = context.new_page()
    page.goto("/account")
    expect(page.locator("main")).to_contain_text("on an IP address")
    expect(page.get_by_role("button", name="passkey")).to_have_count(0)
    assert [] == violations(page)
    page.get_by_role("link", name="Open this page at its usual address").click()
    expect(page.get_by_role("button", name="Create account with a passkey")).to_be_visible()
    context.close()


def test_without_https_the_page_explains_why_there_are_no_passkeys(browser: Browser, address: str) -> None:
    """As in a home network: the same server under a host name without https."""
    context = new_context(browser, CLUB, language="en")
    context.route(f"{CLUB}/**", lambda route: forward(route, address))
    page = context.new_page()
    page.goto("/account")
    expect(page.locator("main")).to_contain_text("only work on a secure address")
    expect(page.get_by_role("button", name="passkey")).to_have_count(0)
    expect(page.get_by_role("button", name="Create account")).to_be_visible()
    assert [] == violations(page)
    context.close()


def forward(route: Route, address: str) -> None:
    """Forward a request to the server, as a proxy does."""
    route.fulfill(response=route.fetch(url=route.request.url.replace(CLUB, address)))
