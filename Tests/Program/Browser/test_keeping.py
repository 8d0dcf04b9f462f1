"""Nothing that was typed is lost, and nobody else sees it."""

import re

import pytest
from playwright.sync_api import expect

from support.editor import Editor
from support.pdf import acroform


@pytest.fixture
def document(own_service, tmp_path):
    path = tmp_path / "kept.pdf"
    path.write_bytes(acroform([{"widgets": [
        ("name", "Full name", (72, 700, 300, 720), ""), ("zip", "ZIP code", (72, 650, 150, 670), "/MaxLen 5"),
    ]}]))
    return own_service.upload(path)


def value(editor, label):
    return editor.pages.get_by_role("textbox", name=label)


def test_a_reload_loses_nothing_not_even_what_is_wrong(page, own_service, document, watcher):
    watcher.expect("422: POST .*/values")
    editor = Editor(page, own_service, document)
    value(editor, "Full name").fill("Ada Lovelace")
    value(editor, "ZIP code").fill("123456789")
    # At once: before anything was sent.
    page.reload()
    expect(value(editor, "Full name")).to_have_value("Ada Lovelace")
    expect(value(editor, "ZIP code")).to_have_value("123456789")
    expect(value(editor, "ZIP code")).to_have_attribute("aria-invalid", "true")
    page.reload()
    expect(value(editor, "ZIP code")).to_have_value("123456789")


def test_a_restart_of_the_service_loses_nothing(page, own_service, document, watcher):
    watcher.expect("failed: .*ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE")
    editor = Editor(page, own_service, document)
    value(editor, "Full name").fill("Before")
    editor.expect_saved()
    own_service.stop()
    value(editor, "ZIP code").fill("02139")
    expect(page.locator(".save-state")).to_contain_text("Not saved yet. The service cannot be reached.")
    expect(page.locator("#announcements")).to_contain_text("Not saved yet.")
    own_service.start()
    editor.expect_saved()
    expect(page.locator("#announcements")).to_have_text("Saved")
    page.reload()
    expect(value(editor, "Full name")).to_have_value("Before")
    expect(value(editor, "ZIP code")).to_have_value("02139")


@pytest.mark.full
def test_a_correction_made_while_the_service_is_away_is_sent_when_it_is_back(page, own_service, document, watcher):
    watcher.expect("failed: .*ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE")
    editor = Editor(page, own_service, document, "check")
    own_service.stop()
    editor.field("Full name").click()
    label = editor.panel.get_by_label("Label", exact=True).first
    label.fill("Family name")
    label.press("Enter")
    expect(page.locator(".save-state")).to_contain_text("Not saved yet.")
    expect(editor.field("Family name")).to_be_visible()
    own_service.start()
    editor.expect_saved()
    assert sorted(field["label"] for field in editor.fields()) == ["Family name", "ZIP code"]


@pytest.mark.full
def test_another_window_shows_the_same_values(new_page, own_service, document):
    editor = Editor(new_page(), own_service, document)
    value(editor, "Full name").fill("Shared")
    editor.expect_saved()
    other = Editor(new_page(), own_service, document)
    expect(value(other, "Full name")).to_have_value("Shared")


def test_a_reload_keeps_the_label_in_which_the_cursor_is(page, own_service, document):
    editor = Editor(page, own_service, document, "check")
    editor.field("Full name").click()
    label = editor.panel.get_by_label("Label", exact=True).first
    label.fill("Family name")
    page.reload()
    expect(editor.field("Family name")).to_be_visible()
    editor.expect_saved()
    assert sorted(field["label"] for field in editor.fields()) == ["Family name", "ZIP code"]
    # What was given up with Escape stays as it was.
    editor.field("Family name").click()
    label = editor.panel.get_by_label("Label", exact=True).first
    label.fill("Nonsense")
    label.press("Escape")
    page.reload()
    expect(editor.field("Family name")).to_be_visible()
    assert sorted(field["label"] for field in editor.fields()) == ["Family name", "ZIP code"]


def test_a_reload_keeps_a_table_that_is_being_typed(page, own_service, document):
    editor = Editor(page, own_service, document)
    page.get_by_role("button", name="Values from a table").click()
    page.get_by_label("Table", exact=True).fill("Full name\nAda")
    page.reload()
    page.get_by_role("button", name="Values from a table").click()
    expect(page.get_by_label("Table", exact=True)).to_have_value("Full name\nAda")
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Values from a table").click()
    expect(page.get_by_label("Table", exact=True)).to_have_value("")
