"""A case is named at its page, found by its client, described, copied and downloaded from the list."""

import re

import pytest
from playwright.sync_api import expect

from support.pdf import acroform
from test_accessibility import check


def form(path):
    path.write_bytes(acroform([{"widgets": [("a", "Full name", (72, 640, 300, 664), "")]}]))
    return path


def search(page, words):
    page.get_by_label("Client, name, tag or note").fill(words)
    page.get_by_role("button", name="Search").click()


def act(page, name, action):
    row = page.get_by_role("row", name=re.compile(name))
    row.locator("summary").click()
    row.get_by_role("button", name=re.compile(f"^{action}")).click()


def test_a_case_is_named_found_copied_and_downloaded(page, own_service, tmp_path):
    first = own_service.upload(form(tmp_path / "benefit.pdf"))
    own_service.upload(form(tmp_path / "other.pdf"))
    page.goto(f"{own_service.url}/documents/{first}")
    page.get_by_label("Client or case").fill("Grace Höpper")
    page.get_by_label("Client or case").press("Enter")
    expect(page.locator("#announcements")).to_have_text("The client is saved.")
    page.get_by_role("button", name="Details").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Client or case")).to_have_value("Grace Höpper")
    dialog.get_by_label("Name of the document").fill("Housing benefit")
    dialog.get_by_label(re.compile("^Tags")).fill("urgent, 2026")
    dialog.get_by_label("Notes").fill("Call first")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Housing benefit.pdf")
    page.get_by_role("textbox", name="Full name").first.fill("Grace")
    expect(page.locator(".save-state")).to_have_text("Saved")
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.get_by_role("link", name=re.compile("Download"))).to_be_visible()

    page.goto(own_service.url)
    for words in ("hopp", "urgent", "call housing"):
        search(page, words)
        expect(page.locator("tbody tr")).to_have_count(1)
        expect(page.get_by_role("cell", name="Grace Höpper")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download Housing benefit.pdf, filled").click()
    assert download.value.suggested_filename == "Housing benefit.filled.pdf"

    act(page, "Housing", "Duplicate")
    expect(page.get_by_role("heading", level=1)).to_have_text("Housing benefit (copy).pdf")
    expect(page.get_by_label("Client or case")).to_have_value("Grace Höpper")
    expect(page.get_by_role("textbox", name="Full name").first).to_have_value("Grace")
    page.goto(f"{own_service.url}/?text=nobody")
    expect(page.get_by_text("No document matches.")).to_be_visible()


def test_a_change_that_the_service_refuses_stays_in_the_dialog(page, own_service, watcher, tmp_path):
    watcher.expect("409: PATCH .*/case|422: PATCH .*/case")
    document = own_service.upload(form(tmp_path / "benefit.pdf"))
    page.goto(own_service.url)
    act(page, "benefit", "Details")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name of the document").fill("a/b")
    dialog.get_by_label("Client or case").fill("Ada")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("must not contain")
    dialog.get_by_label("Name of the document").fill("benefit")
    own_service.run("documents", "case", document, "--client", "Ben")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("changed meanwhile")
    expect(dialog.get_by_label("Client or case")).to_have_value("Ada")
    dialog.get_by_role("button", name="Cancel").click()
    page.reload()
    expect(page.get_by_role("cell", name="Ben")).to_be_visible()


def test_keys_open_and_close_the_actions(page, own_service, tmp_path):
    own_service.upload(form(tmp_path / "benefit.pdf"))
    page.goto(own_service.url)
    menu = page.locator("details.menu")
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(menu).to_have_attribute("open", "")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=re.compile("^Details"))).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1600, 320])
def test_axe_finds_nothing(new_page, own_service, tmp_path, scheme, width):
    page = new_page(color_scheme=scheme, viewport={"width": width, "height": 800})
    document = own_service.upload(form(tmp_path / f"{'long-name-' * 12}.pdf"))
    own_service.run("documents", "case", document, "--client", "C" * 120, "--tag", "t" * 50, "--tag", "urgent")
    page.goto(own_service.url)
    page.locator("details.menu summary").click()
    check(page, "actions")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name=re.compile("^Details")).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check(page, "details")
    page.goto(f"{own_service.url}/documents/{document}")
    expect(page.get_by_role("button", name="Make the PDF")).to_be_visible()
    check(page, "document")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
