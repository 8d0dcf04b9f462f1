"""The whole way by keyboard alone, found by visible labels."""

import re

import pytest
from playwright.sync_api import expect

from conftest import text_of
from support.editor import Editor
from support.pdf import acroform, long_form


def tab_to(page, role, name, limit=80, key="Tab"):
    """Presses Tab until the element with this role and name has the focus."""
    target = page.get_by_role(role, name=name)
    for _ in range(limit):
        page.keyboard.press(key)
        if target.count() and any(node.evaluate("(node) => node === document.activeElement") for node in target.all()):
            return
    raise AssertionError(f"Tab does not reach the {role} {name}")


def three_fields(path):
    path.write_bytes(acroform([{"widgets": [
        ("c", "Third", (72, 500, 300, 520), ""), ("a", "First", (72, 700, 300, 720), ""),
        ("b", "Second", (72, 600, 300, 620), ""),
    ]}]))
    return path


def test_from_start_to_download(page, service, tmp_path):
    # Playwright starts to wait for choosers only after the first listener, and not at once.
    page.on("filechooser", lambda chooser: None)
    page.goto(service.url)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, "button", re.compile("Choose a blank form"))
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Enter")
    chooser.value.set_files(three_fields(tmp_path / "keyboard.pdf"))
    editor = Editor.of_current(page, service)
    tab_to(page, "textbox", "First")
    page.keyboard.type("Ada")
    page.keyboard.press("Tab")
    page.keyboard.type("Augusta")
    page.keyboard.press("Tab")
    page.keyboard.type("Lovelace")
    editor.expect_saved()
    tab_to(page, "button", "Make the PDF", key="Shift+Tab")
    page.keyboard.press("Enter")
    link = page.get_by_role("link", name="Download the filled form")
    expect(link).to_be_focused()
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    text = text_of(download.value.path())
    # Tab follows the reading order, not that of the file.
    assert re.search("Ada.*Augusta.*Lovelace", text, re.S)


def test_fields_are_corrected_with_keys(edit, service, tmp_path):
    editor = edit(service.upload(three_fields(tmp_path / "keys.pdf")), "check")
    page = editor.page
    before = editor.field_named("Second")
    tab_to(page, "button", re.compile("“Second”"))
    expect(page.locator(":focus")).to_have_accessible_name("Text field “Second”, page 1, 2 of 3, confidence 100 %")
    page.keyboard.press("Space")
    expect(page.locator(":focus")).to_have_attribute("aria-pressed", "true")
    for key in ["ArrowRight"] * 3 + ["Shift+ArrowDown", "Alt+ArrowRight", "Alt+ArrowRight", "Alt+ArrowUp"]:
        page.keyboard.press(key)
    editor.expect_saved()
    after = editor.field_named("Second")
    assert [after[key] - before[key] for key in ("x", "y", "width", "height")] == [3, 10, 2, -1]
    # The whole run is one undo, and the focus stays where it was.
    expect(page.locator(":focus")).to_have_accessible_name(re.compile("“Second”"))
    page.keyboard.press("Control+z")
    expect(page.get_by_role("status").filter(has_text="Undone")).to_be_attached()
    assert editor.field_named("Second") == before
    page.keyboard.press("Control+Shift+z")
    expect(page.get_by_role("status").filter(has_text="Done again")).to_be_attached()
    assert editor.field_named("Second")["x"] == before["x"] + 3


def test_a_field_is_added_renamed_and_deleted_with_keys(edit, service, tmp_path):
    path = tmp_path / "added.pdf"
    path.write_bytes(acroform([{"widgets": [("a", "Only", (90, 700, 300, 720), "")]}]))
    editor = edit(service.upload(path), "check")
    page = editor.page
    page.keyboard.press("a")
    expect(page.get_by_role("textbox", name="Label")).to_be_focused()
    page.keyboard.type("Added")
    page.keyboard.press("Enter")
    expect(page.locator(":focus")).to_have_accessible_name(re.compile("“Added”, page 1, 2 of 2"))
    editor.expect_saved()
    assert "Added" in [field["label"] for field in editor.fields()]
    page.keyboard.press("Delete")
    expect(page.locator(":focus")).to_have_accessible_name(re.compile("“Only”"))
    editor.expect_saved()
    assert [field["label"] for field in editor.fields()] == ["Only"]
    page.keyboard.press("Control+a")
    expect(page.locator('.field[aria-pressed="true"]')).to_have_count(1)


def test_escape_restores_the_label_and_goes_back_to_the_field(edit, service, tmp_path):
    editor = edit(service.upload(three_fields(tmp_path / "restored.pdf")), "check")
    page = editor.page
    editor.field("Second").focus()
    page.keyboard.press("Enter")
    label = page.get_by_role("textbox", name="Label")
    expect(label).to_be_focused()
    page.keyboard.type("Something else")
    page.keyboard.press("Escape")
    expect(label).to_have_value("Second")
    expect(editor.field("Second")).to_be_focused()
    # Nothing was changed, so there is nothing to undo.
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.keyboard.press("Enter")
    page.keyboard.type("Middle")
    page.keyboard.press("Enter")
    expect(editor.field("Middle")).to_be_focused()


def test_another_mode_keeps_the_reading_position(edit, service, tmp_path):
    path = tmp_path / "long.pdf"
    path.write_bytes(long_form(4, 10))
    editor = edit(service.upload(path), "fill")
    page = editor.page
    page.locator("#page-3").scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 150)")
    top = "document.querySelector('#page-3 .sheet').getBoundingClientRect().top"
    before = page.evaluate(top)
    for key in ("Alt+1", "Alt+3", "Alt+2"):
        page.keyboard.press(key)
        assert page.evaluate(top) == pytest.approx(before, abs=2), key


@pytest.mark.full
def test_letters_in_an_input_are_text_and_not_commands(edit, service, tmp_path):
    editor = edit(service.upload(three_fields(tmp_path / "letters.pdf")), "check")
    editor.panel.get_by_label("Find").press_sequentially("and?")
    expect(editor.panel.get_by_label("Find")).to_have_value("and?")
    expect(editor.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.full
def test_the_help_lists_the_shortcuts_and_gives_the_focus_back(edit, service, tmp_path):
    editor = edit(service.upload(three_fields(tmp_path / "help.pdf")), "check")
    page = editor.page
    button = page.get_by_role("button", name="Keyboard shortcuts")
    button.focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog.get_by_role("row", name=re.compile("Move the selected fields by 1 point"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(button).to_be_focused()


def test_f6_goes_to_the_panel_and_back(edit, service, tmp_path):
    editor = edit(service.upload(three_fields(tmp_path / "f6.pdf")), "fill")
    editor.pages.get_by_role("textbox").first.focus()
    editor.page.keyboard.press("F6")
    expect(editor.panel).to_be_focused()
    editor.page.keyboard.press("F6")
    expect(editor.pages).to_be_focused()
    editor.page.keyboard.press("Alt+3")
    expect(editor.page.get_by_role("button", name="Preview")).to_be_focused()
