"""On a phone, a tapped field opens at the bottom of the window, above it the place that it has on the page."""

import re

import pytest
from playwright.sync_api import expect

from support.editor import Editor
from support.pdf import acroform
from test_accessibility import check


@pytest.fixture
def document(service, tmp_path):
    path = tmp_path / "phone.pdf"
    path.write_bytes(acroform([{"widgets": [
        ("name", "Full name", (72, 700, 300, 720), "/Ff 2"), ("zip", "ZIP code", (400, 700, 460, 714), "/MaxLen 5"),
        ("agree", "I agree", (72, 400, 84, 412), "/FT /Btn /AS /Off"), ("notes", "Notes", (72, 60, 400, 160), "/Ff 4096"),
    ]}]))
    return service.upload(path)


@pytest.fixture(params=["light", "dark"])
def phone(request, new_page):
    return new_page(color_scheme=request.param, viewport={"width": 390, "height": 760}, has_touch=True, is_mobile=True)


def test_a_tapped_field_opens_in_a_sheet(phone, service, document, watcher):
    watcher.expect("422: POST .*/values")
    editor = Editor(phone, service, document)
    before = phone.locator(".sheet").first.bounding_box()["width"]
    name = editor.pages.get_by_role("textbox", name="Full name")
    name.tap()
    sheet = phone.get_by_role("region", name="Field", exact=True)
    entry = sheet.get_by_role("textbox", name="Full name (required)")
    expect(entry).to_be_focused()
    # The page is shown larger, with the field in view above the sheet.
    assert phone.locator(".sheet").first.bounding_box()["width"] > before * 1.3
    place = name.bounding_box()
    assert 0 <= place["y"] and place["y"] + place["height"] <= sheet.bounding_box()["y"]
    entry.fill("Ada")
    expect(name).to_have_value("Ada")
    check(phone, "sheet")
    sheet.get_by_role("button", name="Next").click()
    entry = sheet.get_by_role("textbox", name="ZIP code")
    expect(entry).to_be_focused()
    entry.fill("1234567")
    expect(entry).to_have_accessible_description(re.compile("At most 5 characters"))
    check(phone, "sheet with an error")
    entry.fill("12345")
    expect(entry).not_to_have_attribute("aria-invalid", "true")
    sheet.get_by_role("button", name="Next").click()
    # A box is so small on a phone that it is ticked in the sheet.
    sheet.get_by_role("checkbox", name="I agree").check()
    sheet.get_by_role("button", name="Done").click()
    expect(sheet).to_be_hidden()
    expect(editor.pages.get_by_role("checkbox", name="I agree")).to_be_checked()
    assert phone.locator(".sheet").first.bounding_box()["width"] == before
    editor.expect_saved()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_tap_on_a_box_ticks_nothing_by_accident(phone, service, document):
    editor = Editor(phone, service, document)
    box = editor.pages.get_by_role("checkbox", name="I agree")
    was = box.is_checked()
    box.tap()
    sheet = phone.get_by_role("region", name="Field", exact=True)
    expect(sheet.get_by_role("checkbox", name="I agree")).to_be_visible()
    assert box.is_checked() == was
    sheet.get_by_role("button", name="Done").click()
    # By keyboard, it is ticked where it is.
    box.focus()
    phone.keyboard.press("Space")
    expect(box).to_be_checked(checked=not was)


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("mode", ["check", "fill"])
def test_the_page_of_the_form_begins_in_the_upper_half(phone, service, document, width, mode):
    kept = service.get(f"/documents/{document}/case")
    service.send("PATCH", f"/documents/{document}/case", {
        "client": "Katharina Mustermann-Hohenstein, file 12 345 678", "tags": ["urgent", "housing"],
        "fileName": "Application for the extraordinary benefits of the municipality, revised edition of 2026.pdf",
    }, {"If-Match": f'"{kept["version"]}"'})
    phone.set_viewport_size({"width": width, "height": 760})
    Editor(phone, service, document, mode)
    # Fonts differ between machines, so that this is no finer than what a person would mind.
    assert phone.locator(".sheet").first.bounding_box()["y"] < 760 / 2
    assert phone.evaluate("document.documentElement.scrollWidth") <= width
    check(phone, "head of the page")
    phone.get_by_role("link", name="All documents").tap()
    expect(phone.get_by_role("heading", name="Your documents")).to_be_visible()


def test_the_panel_closes_the_sheet(phone, service, document):
    editor = Editor(phone, service, document)
    editor.pages.get_by_role("textbox", name="Notes").tap()
    sheet = phone.get_by_role("region", name="Field", exact=True)
    expect(sheet).to_be_visible()
    phone.get_by_role("button", name="Fields", exact=True).click()
    expect(sheet).to_be_hidden()
    expect(editor.panel.get_by_role("textbox", name="Notes")).to_be_visible()
