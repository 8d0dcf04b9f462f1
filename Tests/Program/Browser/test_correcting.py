"""Fields are corrected with the mouse and the panel, and the corrections stay with the form."""

import re
import shutil

import pytest
from playwright.sync_api import expect

from conftest import FORMS
from support.editor import Editor
from support.pdf import acroform


@pytest.fixture
def two_fields(service, tmp_path):
    """A form with two fields: its document and its file."""
    path = tmp_path / "two.pdf"
    path.write_bytes(acroform([{"widgets": [
        ("a", "First name", (72, 640, 300, 664), ""), ("b", "Last name", (72, 560, 300, 584), ""),
    ]}]))
    return service.upload(path), path


def drag(page, locator, dx, dy, position=None):
    box = locator.bounding_box()
    x, y = (position or (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2, steps=4)
    page.mouse.move(x + dx, y + dy, steps=4)
    page.mouse.up()


def scale(editor):
    return editor.page.locator(".sheet").first.bounding_box()["width"] / 612


def test_a_field_is_moved_and_resized_with_the_mouse(edit, two_fields):
    editor = edit(two_fields[0], "check")
    before = editor.field_named("First name")
    drag(editor.page, editor.field("First name"), 60, 45)
    editor.expect_saved()
    moved = editor.field_named("First name")
    assert moved["x"] == pytest.approx(before["x"] + 60 / scale(editor), abs=0.6)
    assert moved["y"] == pytest.approx(before["y"] + 45 / scale(editor), abs=0.6)
    drag(editor.page, editor.page.locator(".handle.se"), 30, 12)
    editor.expect_saved()
    resized = editor.field_named("First name")
    assert resized["width"] == pytest.approx(moved["width"] + 30 / scale(editor), abs=0.6)
    assert resized["height"] == pytest.approx(moved["height"] + 12 / scale(editor), abs=0.6)
    assert (resized["x"], resized["y"]) == (moved["x"], moved["y"])


@pytest.fixture
def low_rows(service, tmp_path):
    """A form with three low rows without a gap, and a check box."""
    path = tmp_path / "rows.pdf"
    path.write_bytes(acroform([{"widgets": [
        *((f"r{row}", f"Row {row}", (72, 640 - 12 * row, 300, 652 - 12 * row), "") for row in range(3)),
        ("box", "Box", (72, 500, 82, 510), "/FT /Btn /AS /Off"),
    ]}]))
    return service.upload(path)


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_handles_of_a_field_do_not_cover_the_row_below_it(edit, low_rows):
    editor = edit(low_rows, "check")
    before = {field["label"]: field for field in editor.fields()}
    editor.field("Row 0").click()
    expect(editor.page.locator(".handle").first).to_be_visible()
    editor.page.mouse.click(*middle(editor.field("Row 1")))
    expect(editor.field("Row 1")).to_have_attribute("aria-pressed", "true")
    drag(editor.page, editor.field("Row 2"), 40, 30)
    editor.expect_saved()
    after = {field["label"]: field for field in editor.fields()}
    assert after["Row 1"] == before["Row 1"]
    assert after["Row 2"]["x"] > before["Row 2"]["x"] and after["Row 2"]["height"] == before["Row 2"]["height"]
    # A small field that is selected can be taken in the middle.
    editor.field("Box").click()
    drag(editor.page, editor.field("Box"), 40, 30)
    editor.expect_saved()
    assert editor.field_named("Box")["width"] == before["Box"]["width"]
    assert editor.field_named("Box")["x"] > before["Box"]["x"]


def test_a_finger_reaches_the_row_below_a_handle(new_page, service, low_rows):
    editor = Editor(new_page(has_touch=True, is_mobile=True, viewport={"width": 1280, "height": 900}), service, low_rows, "check")
    editor.field("Row 0").tap()
    expect(editor.field("Row 0")).to_have_attribute("aria-pressed", "true")
    corner = editor.field("Row 1").bounding_box()
    # Below the left end of row 0: in what the corner's handle catches, and not where it is drawn.
    editor.page.touchscreen.tap(corner["x"] + 2, corner["y"] + corner["height"] - 1)
    expect(editor.field("Row 1")).to_have_attribute("aria-pressed", "true")


@pytest.mark.full
def test_a_field_stays_on_its_page(edit, two_fields):
    editor = edit(two_fields[0], "check")
    drag(editor.page, editor.field("First name"), -800, -60)
    editor.expect_saved()
    assert editor.field_named("First name")["x"] == 0


@pytest.mark.full
def test_several_fields_are_selected_and_changed_as_one(edit, two_fields):
    editor = edit(two_fields[0], "check")
    before = {field["label"]: field for field in editor.fields()}
    editor.field("First name").click()
    editor.field("Last name").click(modifiers=["Shift"])
    expect(editor.page.get_by_role("heading", name="2 selected fields")).to_be_visible()
    drag(editor.page, editor.field("Last name"), 24, 24)
    editor.expect_saved()
    for field in editor.fields():
        assert field["x"] == pytest.approx(before[field["label"]]["x"] + 24 / scale(editor), abs=0.6)
    editor.panel.get_by_label("Type", exact=True).nth(0).select_option(label="Date")
    editor.expect_saved()
    assert {field["type"] for field in editor.fields()} == {"date"}


@pytest.mark.full
def test_a_band_selects_what_it_touches(edit, two_fields):
    editor = edit(two_fields[0], "check")
    first, last = editor.field("First name").bounding_box(), editor.field("Last name").bounding_box()
    editor.page.mouse.move(first["x"] - 20, first["y"] - 20)
    editor.page.mouse.down()
    editor.page.mouse.move(first["x"] + 40, first["y"] + 5, steps=5)
    expect(editor.field("First name")).to_have_attribute("aria-pressed", "true")
    expect(editor.field("Last name")).to_have_attribute("aria-pressed", "false")
    editor.page.mouse.move(last["x"] + 40, last["y"] + 5, steps=5)
    editor.page.mouse.up()
    expect(editor.field("Last name")).to_have_attribute("aria-pressed", "true")
    editor.page.keyboard.press("Escape")
    expect(editor.page.locator('.field[aria-pressed="true"]')).to_have_count(0)


def test_a_field_is_drawn_relabelled_retyped_and_deleted(edit, two_fields):
    editor = edit(two_fields[0], "check")
    page = editor.page
    page.get_by_role("button", name="Draw field").click()
    sheet = page.locator(".sheet").first.bounding_box()
    page.mouse.move(sheet["x"] + 100, sheet["y"] + 420)
    page.mouse.down()
    page.mouse.move(sheet["x"] + 300, sheet["y"] + 450, steps=5)
    page.mouse.up()
    label = editor.panel.get_by_label("Label", exact=True).first
    expect(label).to_be_focused()
    label.fill("Middle name")
    label.press("Enter")
    editor.expect_saved()
    made = editor.field_named("Middle name")
    assert made["x"] == pytest.approx(100 / scale(editor), abs=0.6)
    assert made["width"] == pytest.approx(200 / scale(editor), abs=0.6)
    editor.field("Middle name").click()
    editor.panel.get_by_label("Type", exact=True).nth(0).select_option(label="Check box")
    editor.expect_saved()
    assert editor.field_named("Middle name")["type"] == "checkbox"
    expect(page.get_by_role("button", name=re.compile("^Check box “Middle name”, page 1"))).to_be_visible()
    editor.panel.get_by_role("button", name="Delete").click()
    expect(editor.field("Middle name")).to_have_count(0)
    editor.expect_saved()
    assert sorted(field["label"] for field in editor.fields()) == ["First name", "Last name"]


def test_all_selected_fields_are_deleted_and_brought_back(edit, two_fields):
    editor = edit(two_fields[0], "check")
    editor.page.get_by_role("button", name="Select all").click()
    editor.page.keyboard.press("Delete")
    editor.expect_saved()
    expect(editor.page.locator(".field")).to_have_count(0)
    expect(editor.panel.get_by_text("No fields were found.")).to_be_visible()
    editor.page.get_by_role("button", name="Undo").click()
    expect(editor.page.locator(".field")).to_have_count(2)
    editor.page.get_by_role("button", name="Redo").click()
    expect(editor.page.locator(".field")).to_have_count(0)
    editor.page.get_by_role("button", name="Undo").click()
    expect(editor.page.locator(".field")).to_have_count(2)


@pytest.mark.full
def test_the_place_is_typed_in_points(edit, two_fields):
    editor = edit(two_fields[0], "check")
    editor.field("First name").click()
    for name, value in {"Left": "100", "Top": "50.5", "Width": "200", "Height": "30"}.items():
        editor.panel.get_by_label(name).fill(value)
        editor.panel.get_by_label(name).press("Tab")
    editor.expect_saved()
    field = editor.field_named("First name")
    assert [field[key] for key in ("x", "y", "width", "height")] == [100, 50.5, 200, 30]


def test_the_same_form_comes_with_its_corrections(edit, page, service, two_fields, tmp_path):
    editor = edit(two_fields[0], "check")
    editor.field("First name").click()
    label = editor.panel.get_by_label("Label", exact=True).first
    label.fill("Given name")
    label.press("Enter")
    editor.expect_saved()
    expect(editor.panel.get_by_text("Corrections apply for everybody who uses this form.")).to_be_visible()
    page.goto(service.url)
    page.get_by_label(re.compile("Choose a blank form")).set_input_files(shutil.copy(two_fields[1], tmp_path / "again.pdf"))
    again = Editor.of_current(page, service)
    assert again.document != two_fields[0]
    again.mode("Check fields")
    expect(again.field("Given name")).to_be_visible()
    # The undo of a correction that was made in the other copy says which one it is.
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status").filter(has_text="Undone: “First name” (label)")).to_be_attached()
    expect(again.panel.get_by_text("Undone: “First name” (label)")).to_be_visible()


@pytest.mark.full
def test_changes_of_two_windows_to_different_fields_merge(new_page, service, two_fields):
    one, two = (Editor(new_page(), service, two_fields[0], "check") for _ in range(2))
    for editor, label, name in ((one, "First name", "Given name"), (two, "Last name", "Family name")):
        editor.field(label).click()
        entry = editor.panel.get_by_label("Label", exact=True).first
        entry.fill(name)
        entry.press("Enter")
        editor.expect_saved()
    assert sorted(field["label"] for field in two.fields()) == ["Family name", "Given name"]
    expect(two.field("Given name")).to_be_visible()


@pytest.mark.parametrize("choice, result", [
    ("Use my change", "Mine"), pytest.param("Use the other change", "Theirs", marks=pytest.mark.full)])
def test_a_conflict_shows_both_versions(new_page, service, two_fields, watcher, choice, result):
    watcher.expect("409: PATCH .*/fields")
    one, two = (Editor(new_page(), service, two_fields[0], "check") for _ in range(2))
    for editor, name in ((one, "Theirs"), (two, "Mine")):
        editor.field("First name").click()
        entry = editor.panel.get_by_label("Label", exact=True).first
        entry.fill(name)
        entry.press("Enter")
        if editor is one:
            editor.expect_saved()
    dialog = two.page.get_by_role("dialog", name="Somebody else has changed the same field")
    expect(dialog.get_by_role("row", name=re.compile("Mine.*Theirs"))).to_be_visible()
    dialog.get_by_role("button", name=choice).click()
    two.expect_saved()
    expect(two.field(result)).to_be_visible()
    assert result in [field["label"] for field in two.fields()]


def test_doubtful_fields_come_first_and_are_confirmed(edit, service):
    document = service.upload(FORMS / "unseen/cms-855i.pdf")
    editor = edit(document, "check")
    heading = editor.panel.locator(".group h3").first
    expect(heading).to_have_text(re.compile(r"^Check these \(\d+\)$"))
    number = int(re.search(r"\d+", heading.inner_text())[0])
    assert 0 < number < 20
    editor.page.keyboard.press("n")
    expect(editor.page.locator('.field.doubtful[aria-pressed="true"]')).to_be_focused()
    editor.panel.get_by_role("button", name="Looks right").click()
    rest = editor.panel.get_by_role("heading", name="Check these")
    expect(rest).to_have_text([f"Check these ({number - 1})"] if number > 1 else [])
    editor.expect_saved()
    editor.panel.get_by_label("Find").fill("no such label")
    expect(editor.panel.get_by_text("No field matches.")).to_be_visible()
