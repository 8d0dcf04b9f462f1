"""Values are typed, checked, previewed, filled in and read back by another program."""

import pathlib
import re
import zipfile

import pytest
from playwright.sync_api import expect

from conftest import FORMS, picture_of, text_of
from support.editor import Editor
from support.pdf import acroform


def first_text(editor):
    return editor.pages.get_by_role("textbox").first


@pytest.mark.parametrize("name", [
    "forms/uscourts-b121.acro.pdf",
    "forms/va-21-22.pdf",
    pytest.param("unseen/ssa-ss5.scan.pdf", marks=pytest.mark.full),
    pytest.param("photo", marks=pytest.mark.full),
], ids=["AcroForm", "flat PDF", "scan", "photo"])
def test_a_form_is_filled_and_read_back(page, service, name, tmp_path):
    path = picture_of(FORMS / "unseen/cms-l564.pdf", tmp_path) if name == "photo" else FORMS / name
    page.goto(service.url)
    page.get_by_label(re.compile("Choose a blank form")).set_input_files(path)
    if "scan" in name:
        # Live: what is being done, while it is being done.
        expect(page.get_by_text(re.compile("^(Drawing the pages|Looking for fields|Drawing a preview)"))).to_be_visible()
    editor = Editor.of_current(page, service)
    editor.mode("Fill in")
    first_text(editor).fill("Lovelace 1815")
    box = editor.pages.get_by_role("checkbox").first
    if box.count():
        box.check()
    editor.expect_saved()
    editor.mode("Preview")
    editor.expect_picture("preview")
    assert "Lovelace 1815" in text_of(editor.fill())


def test_a_filled_copy_shows_its_values(edit, service, tmp_path):
    editor = edit(service.upload(FORMS / "forms/va-21-22.pdf"))
    first_text(editor).fill("Lovelace 1815")
    editor.expect_saved()
    copy = tmp_path / "copy.pdf"
    copy.write_bytes(pathlib.Path(editor.fill()).read_bytes())
    editor = edit(service.upload(copy))
    expect(first_text(editor)).to_have_value("Lovelace 1815")
    expect(editor.panel.get_by_text(re.compile("^1 of "))).to_be_visible()
    first_text(editor).fill("")
    editor.expect_saved()
    assert "Lovelace 1815" not in text_of(editor.fill())


@pytest.fixture
def kinds(service, tmp_path):
    """A form with a field of each kind."""
    path = tmp_path / "kinds.pdf"
    path.write_bytes(acroform([{"widgets": [
        ("name", "Full name", (72, 700, 300, 720), ""),
        ("zip", "ZIP code", (72, 650, 150, 670), "/MaxLen 5"),
        ("notes", "Notes", (72, 500, 400, 620), "/Ff 4096"),
        ("state", "State", (72, 450, 200, 470), "/FT /Ch /Ff 131072 /Opt [(Ohio) (Texas) (Utah)]"),
        ("agree", "I agree", (72, 400, 88, 416), "/FT /Btn /AS /Off"),
        ("date", "Date of birth", (72, 350, 200, 370), ""),
    ]}]))
    return service.upload(path)


def test_each_kind_of_field_has_its_input(edit, kinds):
    editor = edit(kinds)
    pages = editor.pages
    pages.get_by_role("textbox", name="Full name").fill("Ada")
    pages.get_by_role("textbox", name="Notes").fill("One\nTwo")
    pages.get_by_role("combobox", name="State").select_option("Texas")
    pages.get_by_role("checkbox", name="I agree").check()
    editor.expect_saved()
    # What is typed on the page stands in the panel, too.
    panel = editor.panel
    expect(panel.get_by_role("textbox", name="Full name")).to_have_value("Ada")
    expect(panel.get_by_role("textbox", name="Notes")).to_have_value("One\nTwo")
    expect(panel.get_by_role("combobox", name="State")).to_have_value("Texas")
    expect(panel.get_by_role("checkbox", name="I agree")).to_be_checked()
    expect(panel.get_by_text("4 of 6 fields filled in")).to_be_visible()
    panel.get_by_role("textbox", name="Full name").fill("Grace")
    expect(pages.get_by_role("textbox", name="Full name")).to_have_value("Grace")
    editor.expect_saved()
    kept = {value["value"] for value in editor.service.get(f"/documents/{kinds}/values")["values"]}
    assert kept == {"Grace", "One\nTwo", "Texas", "true"}


def test_a_question_takes_one_answer_or_none(edit, forms):
    document = forms["unseen/cms-855i.pdf"]
    editor = edit(document)
    question = editor.panel.get_by_role("group", name="Is this a compact license?")
    question.get_by_role("radio", name="No", exact=True).check()
    editor.expect_saved()
    on_page = editor.pages.get_by_role("radio", name="Is this a compact license?: No")
    expect(on_page).to_be_checked()
    editor.pages.get_by_role("radio", name="Is this a compact license?: Yes").check()
    expect(question.get_by_role("radio", name="Yes")).to_be_checked()
    expect(on_page).not_to_be_checked()
    question.get_by_role("button", name="No answer").click()
    expect(question.get_by_role("radio", name="Yes")).not_to_be_checked()
    editor.expect_saved()
    assert [value["value"] for value in editor.service.get(f"/documents/{document}/values")["values"]] == [""]


@pytest.mark.parametrize("mode", ["check", "fill"])
def test_the_first_saved_value_moves_nothing(edit, kinds, mode):
    editor = edit(kinds, mode)
    before = editor.page.locator(".sheet").bounding_box()["y"]
    assert editor.page.locator(".toolbar").bounding_box()["height"] < 70
    if mode == "fill":
        editor.pages.get_by_role("textbox", name="Full name").fill("Ada")
    else:
        editor.field("Full name").click()
        editor.page.keyboard.press("ArrowRight")
    editor.expect_saved()
    assert editor.page.locator(".sheet").bounding_box()["y"] == before


def test_an_error_stands_at_its_field_and_in_the_summary(edit, kinds, watcher):
    watcher.expect("422: POST .*/values")
    editor = edit(kinds)
    editor.pages.get_by_role("textbox", name="Full name").fill("Ada")
    zip_code = editor.pages.get_by_role("textbox", name="ZIP code")
    zip_code.fill("1234567890")
    expect(zip_code).to_have_attribute("aria-invalid", "true")
    expect(zip_code).to_have_accessible_description(re.compile("At most 5 characters.*5", re.S))
    expect(editor.page.locator(".save-state")).to_have_text(
        "1 field is not saved: its value cannot be used. All else is saved.")
    editor.page.get_by_role("button", name="Make the PDF").click()
    summary = editor.panel.get_by_role("heading", name="1 value cannot be used").locator("..")
    expect(summary).to_be_focused()
    summary.get_by_role("link", name=re.compile("^ZIP code: ")).click()
    field = editor.panel.get_by_role("textbox", name="ZIP code")
    expect(field).to_be_focused()
    # The good value was kept all the same.
    assert "Ada" in [v["value"] for v in editor.service.get(f"/documents/{kinds}/values")["values"]]
    field.fill("12345")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(summary).to_be_hidden()
    assert "12345" in text_of(editor.fill())


def test_text_that_does_not_fit_is_found_before_filling(edit, kinds):
    editor = edit(kinds)
    name = editor.pages.get_by_role("textbox", name="Full name")
    name.fill("W" * 900)
    editor.page.get_by_role("button", name="Make the PDF").click()
    expect(editor.panel.get_by_role("link", name=re.compile("Full name: This does not fit"))).to_be_visible()
    assert editor.service.get(f"/documents/{kinds}")["document"]["status"] == "ready"
    name.fill("Wanda")
    expect(name).not_to_have_attribute("aria-invalid", "true")
    assert "Wanda" in text_of(editor.fill())


@pytest.mark.full
def test_the_preview_shows_what_was_typed_last(edit, kinds):
    editor = edit(kinds, "preview")
    editor.expect_picture("preview")
    before = editor.page.locator(".sheet").first.screenshot()
    editor.mode("Fill in")
    editor.pages.get_by_role("textbox", name="Full name").fill("Something visible")
    old = editor.page.locator(".sheet img").first.get_attribute("src")
    editor.mode("Preview")
    editor.page.wait_for_function("(old) => document.querySelector('.sheet img').src !== old", arg=old)
    editor.expect_picture("preview")
    expect(editor.pages.get_by_role("textbox")).to_have_count(0)
    assert editor.page.locator(".sheet").first.screenshot() != before


@pytest.mark.full
def test_new_values_after_a_fill_are_filled_again(edit, kinds):
    editor = edit(kinds)
    name = editor.pages.get_by_role("textbox", name="Full name")
    name.fill("First version")
    assert "First version" in text_of(editor.fill())
    editor.mode("Fill in")
    name.fill("Second version")
    expect(editor.page.get_by_text("Something has changed since then.")).to_be_visible()
    editor.expect_saved()
    editor.page.get_by_role("button", name="Make the PDF").click()
    expect(editor.page.get_by_text("Something has changed since then.")).to_be_hidden()
    link = editor.page.get_by_role("link", name="Download the filled form")
    expect(link).to_be_focused()
    with editor.page.expect_download() as download:
        link.click()
    text = text_of(download.value.path())
    assert "Second version" in text and "First version" not in text


@pytest.mark.full
def test_a_form_without_values_is_not_filled_and_says_so(edit, kinds, watcher):
    watcher.expect("409: POST .*/compose")
    editor = edit(kinds)
    editor.page.get_by_role("button", name="Make the PDF").click()
    expect(editor.page.get_by_role("alert")).to_contain_text("There are no values yet")


class TestTables:
    """Values from CSV and JSON."""

    @staticmethod
    def use(editor, text):
        editor.page.get_by_role("button", name="Values from a table").click()
        dialog = editor.page.get_by_role("dialog", name="Values from a table")
        dialog.get_by_label("Table", exact=True).fill(text)
        return dialog

    def test_one_row_fills_the_fields(self, edit, kinds):
        editor = edit(kinds)
        dialog = self.use(editor, "Full name,State,I agree\nAda Lovelace,Utah,yes\n")
        expect(dialog.get_by_text("One row: its values go into the fields.")).to_be_visible()
        dialog.get_by_role("button", name="Use the table").click()
        expect(dialog).to_have_count(0)
        expect(editor.pages.get_by_role("textbox", name="Full name")).to_have_value("Ada Lovelace")
        expect(editor.pages.get_by_role("combobox", name="State")).to_have_value("Utah")
        expect(editor.pages.get_by_role("checkbox", name="I agree")).to_be_checked()

    def test_a_guess_in_one_row_is_told(self, edit, kinds):
        editor = edit(kinds)
        self.use(editor, "Name full,ZIP code\nAda,11111\n").get_by_role("button", name="Use the table").click()
        told = editor.page.get_by_role("dialog", name="Please check these fields")
        expect(told).to_contain_text("“Name full” went into “Full name”, page 1.")
        told.get_by_role("button", name="Close").click()
        expect(editor.pages.get_by_role("textbox", name="Full name")).to_have_value("Ada")

    @pytest.mark.full
    def test_one_json_object_fills_the_fields(self, edit, kinds):
        editor = edit(kinds)
        self.use(editor, '{"Full name": "Ada", "I agree": true}').get_by_role("button", name="Use the table").click()
        expect(editor.pages.get_by_role("textbox", name="Full name")).to_have_value("Ada")
        expect(editor.pages.get_by_role("checkbox", name="I agree")).to_be_checked()

    def test_many_rows_of_a_file_make_a_zip(self, edit, kinds, tmp_path):
        table = tmp_path / "people.csv"
        table.write_text("Full name,ZIP code\nAda,11111\nGrace,22222\nMary,33333\n")
        editor = edit(kinds)
        editor.page.get_by_role("button", name="Values from a table").click()
        dialog = editor.page.get_by_role("dialog", name="Values from a table")
        dialog.get_by_label("File").set_input_files(table)
        expect(dialog.get_by_text("3 rows: one filled form each, in a ZIP file.")).to_be_visible()
        dialog.get_by_role("button", name="Use the table").click()
        link = editor.page.get_by_role("link", name="Download the filled forms (ZIP)")
        expect(link).to_be_focused()
        with editor.page.expect_download() as download:
            link.click()
        with zipfile.ZipFile(download.value.path()) as archive:
            forms = [name for name in archive.namelist() if name.endswith(".pdf")]
            assert len(forms) == 3
            texts = [text_of(archive.extract(name, tmp_path)) for name in sorted(forms)]
        assert [next(n for n in ("Ada", "Grace", "Mary") if n in text) for text in texts] == ["Ada", "Grace", "Mary"]

    def test_a_guessed_column_is_confirmed_with_its_first_value_and_place(self, edit, kinds, watcher):
        watcher.expect("409: POST .*/rows")
        editor = edit(kinds)
        dialog = self.use(editor, "Name full,ZIP code\nAda,11111\nGrace,22222\n")
        dialog.get_by_role("button", name="Use the table").click()
        row = dialog.get_by_role("row", name="Name full")
        expect(row.get_by_text("Ada")).to_be_visible()
        field = row.get_by_role("combobox", name="Name full")
        expect(field.locator("option:checked")).to_have_text("Full name")
        expect(row.locator("img")).to_be_visible()
        expect(dialog.get_by_role("row", name="ZIP code")).to_have_count(0)
        dialog.get_by_role("button", name="Use the table").click()
        expect(editor.page.get_by_role("link", name="Download the filled forms (ZIP)")).to_be_focused()

    @pytest.mark.full
    def test_a_table_with_a_mistake_is_refused_with_its_row(self, edit, kinds, watcher):
        watcher.expect("422: POST .*/(rows|values)")
        editor = edit(kinds)
        dialog = self.use(editor, "Full name,ZIP code\nAda,11111\nGrace,2222222222\n")
        dialog.get_by_role("button", name="Use the table").click()
        expect(dialog.get_by_role("alert")).to_contain_text(re.compile("(row|line) 3|row 2", re.I))
        dialog.get_by_label("Table", exact=True).fill("No such name\nAda\n")
        dialog.get_by_role("button", name="Use the table").click()
        expect(dialog.get_by_role("alert")).to_contain_text("No such name")
        dialog.get_by_label("Table", exact=True).fill("Full name")
        dialog.get_by_role("button", name="Use the table").click()
        expect(dialog.get_by_role("alert")).to_contain_text("at least one line of values")
        dialog.get_by_role("button", name="Cancel").click()
        expect(dialog).to_have_count(0)


@pytest.fixture
def required(service, tmp_path):
    """A form with required fields, two of which have the same label."""
    path = tmp_path / "required.pdf"
    path.write_bytes(acroform([{"widgets": [
        ("name", "Full name", (72, 700, 300, 720), "/Ff 2"),
        ("home", "Phone", (72, 650, 150, 670), "/Ff 2"), ("work", "Phone", (172, 650, 250, 670), ""),
    ]}]))
    return service.upload(path)


def test_empty_required_fields_are_named_before_the_pdf_is_made(edit, required):
    editor = edit(required)
    page = editor.page
    editor.pages.get_by_role("textbox", name="Full name").fill("Ada")
    make = page.get_by_role("button", name="Make the PDF", exact=True)
    make.click()
    dialog = page.get_by_role("dialog", name="A required field is empty")
    expect(dialog.get_by_role("listitem")).to_have_text("Phone (1 of 2), page 1")
    dialog.get_by_role("button", name="Fill it in").click()
    summary = editor.panel.get_by_role("heading", name="1 required field is empty").locator("..")
    expect(summary).to_be_focused()
    phone = editor.pages.get_by_role("textbox", name="Phone (1 of 2)")
    expect(phone).to_have_attribute("aria-invalid", "true")
    expect(phone).to_have_accessible_description(re.compile("This is required"))
    phone.fill("555 0100")
    expect(summary).to_be_hidden()
    expect(phone).not_to_have_attribute("aria-invalid", "true")
    phone.fill("")
    make.click()
    page.get_by_role("button", name="Make the PDF anyway").click()
    expect(page.get_by_role("link", name="Download the filled form")).to_be_focused()


def test_the_pdf_that_was_made_is_shown(edit, kinds):
    editor = edit(kinds)
    page = editor.page
    result = page.get_by_role("button", name="Result", exact=True)
    name = editor.pages.get_by_role("textbox", name="Full name")
    name.fill("Ada")
    expect(result).to_be_hidden()
    page.get_by_role("button", name="Make the PDF").click()
    expect(result).to_have_attribute("aria-pressed", "true")
    editor.expect_picture("filled")
    page.reload()
    editor.expect_picture("filled")
    notice = page.locator(".filling .notice")
    expect(notice).to_have_class(re.compile("good"))
    editor.mode("Fill in")
    name.fill("Grace")
    # What is out of date does not look finished.
    expect(notice).to_have_class(re.compile("warn"))
    expect(notice).to_contain_text("Make the PDF again")
    page.get_by_role("button", name="Make the PDF").click()
    expect(result).to_have_attribute("aria-pressed", "true")
    expect(notice).to_have_class(re.compile("good"))
    page.keyboard.press("Alt+2")
    expect(name).to_be_visible()
    page.keyboard.press("Alt+4")
    editor.expect_picture("filled")


def test_text_on_the_page_shrinks_as_it_will_when_printed(edit, kinds):
    editor = edit(kinds)
    size = "(node) => parseFloat(getComputedStyle(node).fontSize)"
    name, notes = (editor.pages.get_by_role("textbox", name=label) for label in ("Full name", "Notes"))
    name.fill("Ada")
    usual = name.evaluate(size)
    name.fill("Augusta Ada King, Countess of Lovelace, born Byron")
    assert name.evaluate(size) < usual
    assert name.evaluate("(node) => node.scrollWidth <= node.clientWidth + 1")
    usual = notes.evaluate(size)
    notes.fill("Many words about many things. " * 25)
    assert notes.evaluate(size) < usual
    assert notes.evaluate("(node) => node.scrollHeight <= node.clientHeight + 1")
    editor.expect_saved()
    # It is so after a reload, too.
    small = notes.evaluate(size)
    editor.page.reload()
    expect(notes).to_have_value(re.compile("^Many words"))
    editor.page.wait_for_function(f"([node, small]) => ({size})(node) <= small + 0.1", arg=[notes.element_handle(), small])
    name.fill("Ada")
    assert name.evaluate(size) > small
