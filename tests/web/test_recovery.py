"""Recovery codes on the account page: made, then used on another device to choose a new password."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.web.browser import PHONE, new_context
from tests.web.page_text import site_text

NAME, OLD, NEW = "Perdue", "correct horse", "battery staple"


def open_account(browser: Browser, address: str) -> Page:
    page = new_context(browser, address, viewport=PHONE).new_page()
    page.goto("/account")
    return page


def test_a_code_leads_back_into_an_account(browser: Browser, address: str) -> None:
    page = open_account(browser, address)
    page.locator("form").get_by_label(site_text("page.name")).fill(NAME)
    page.get_by_label(site_text("page.password")).fill(OLD)
    page.get_by_role("button", name=site_text("page.sign-up.go")).click()
    codes = page.locator("section", has=page.get_by_role("heading", name=site_text("page.codes")))
    expect(codes.get_by_text(site_text("page.codes.none"))).to_be_visible()
    codes.get_by_label(site_text("page.password")).fill(OLD)
    codes.get_by_role("button", name=site_text("page.codes.make")).click()
    shown = codes.get_by_role("listitem")
    expect(shown).to_have_count(8)
    expect(shown.first).to_have_text(re.compile(r"^\w{4}-\w{4}-\w{4}$"))
    code = shown.first.inner_text()

    other = open_account(browser, address)
    other.get_by_role("button", name=site_text("page.log-in"), exact=True).click()
    other.get_by_role("button", name=site_text("page.recover"), exact=True).click()
    other.locator("form").get_by_label(site_text("page.name")).fill(NAME)
    other.get_by_label(site_text("page.recover.code")).fill(f"{code}x")
    other.get_by_label(site_text("page.password.new")).fill(NEW)
    go = other.get_by_role("button", name=site_text("page.recover.go"))
    go.click()
    expect(other.get_by_role("alert")).to_be_visible()
    other.get_by_label(site_text("page.recover.code")).fill(code)
    go.click()
    expect(other.get_by_role("heading", name=NAME)).to_be_visible()
    expect(other.get_by_text(re.compile(r"\b7\b.*codes"))).to_be_visible()
