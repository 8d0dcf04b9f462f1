"""A form is prepared once and shared; everybody starts from it and corrects it for everybody."""

import re

import pytest
from playwright.sync_api import expect

from support.pdf import acroform
from test_accessibility import check
from test_users import log_in, shared, upload  # noqa: F401 (a fixture)


def share(page, name, edition="", state=None):
    page.get_by_role("button", name="Share the blank form").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label(re.compile("Edition")).fill(edition)
    if state:
        dialog.get_by_label("State").select_option(state)
    dialog.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_role("heading", name="The form is shared")).to_be_visible()
    page.get_by_role("button", name="Close").click()


def test_a_form_shared_by_one_is_started_and_corrected_by_another(new_page, shared, tmp_path):  # noqa: F811
    ada, grace = new_page(), new_page()
    log_in(ada, shared, "ada")
    upload(ada, shared, tmp_path, "benefits.pdf")
    ada.get_by_role("textbox", name="Full name").first.fill("Secret")
    expect(ada.locator(".save-state")).to_have_text("Saved")
    share(ada, "Application for benefits", "01/2026")
    expect(ada.get_by_role("button", name="Share the blank form")).to_be_hidden()

    log_in(grace, shared, "grace")
    grace.get_by_role("link", name="Start from a form of the office").click()
    expect(grace.get_by_role("heading", name="Application for benefits")).to_be_visible()
    expect(grace.get_by_text("Edition 01/2026")).to_be_visible()
    picture = grace.locator(".shared-forms img").first
    picture.scroll_into_view_if_needed()
    grace.wait_for_function("document.querySelector('.shared-forms img').naturalWidth === 320")
    grace.get_by_role("button", name="Start from Application for benefits").click()
    expect(grace.get_by_role("button", name="Make the PDF")).to_be_visible()
    # What Ada typed is hers.
    expect(grace.get_by_role("textbox", name="Full name").first).to_have_value("")

    grace.get_by_role("button", name="Check fields").click()
    grace.locator(".field").first.click()
    label = grace.get_by_label("Label", exact=True).last
    label.fill("Name of the applicant")
    label.press("Tab")
    expect(grace.locator(".save-state")).to_have_text("Saved")
    ada.reload()
    expect(ada.get_by_role("textbox", name="Name of the applicant").first).to_have_value("Secret")
    ada.goto(f"{shared.url}/forms")
    ada.get_by_role("button", name="History of Application for benefits").click()
    expect(ada.get_by_role("cell", name="grace")).to_be_visible()


def test_a_form_is_renamed_retired_and_deleted(page, own_service, tmp_path):
    path = tmp_path / "old.pdf"
    path.write_bytes(acroform([{"widgets": [("a", "Full name", (72, 640, 300, 664), "")]}]))
    page.goto(f"{own_service.url}/documents/{own_service.upload(path)}")
    share(page, "Old form", state="draft")
    page.goto(f"{own_service.url}/forms")
    expect(page.locator(".shared-forms .badge")).to_have_text("Draft")
    page.get_by_role("button", name="Change Old form").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("")
    dialog.get_by_role("button", name="Save").click()
    dialog.get_by_label("Name").fill("Retired form")
    dialog.get_by_label("State").select_option("retired")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("No forms yet")).to_be_visible()
    page.get_by_label("State").select_option("retired")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("button", name="Change Retired form").click()
    page.get_by_role("button", name="Delete…").click()
    expect(page.get_by_role("heading", name="Delete “Retired form” for everybody?")).to_be_visible()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("No form matches")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1600, 320])
def test_axe_finds_nothing(new_page, own_service, tmp_path, scheme, width):
    page = new_page(color_scheme=scheme, viewport={"width": width, "height": 800})
    page.goto(f"{own_service.url}/forms")
    check(page, "no forms")
    path = tmp_path / "form.pdf"
    path.write_bytes(acroform([{"widgets": [("a", "Full name", (72, 640, 300, 664), "")]}]))
    document = own_service.upload(path)
    own_service.send("POST", "/forms", {"documentId": document, "name": "A" * 60, "state": "draft"})
    page.goto(f"{own_service.url}/forms")
    check(page, "forms")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name=re.compile("^Change")).click()
    check(page, "change")
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name=re.compile("^History")).click()
    expect(page.get_by_text("Nobody has corrected its fields.")).to_be_visible()
    check(page, "history")
