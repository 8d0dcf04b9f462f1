"""Rules for the values of a field are set in the panel, hold while typing, and stay with the form."""

import re

import pytest
from playwright.sync_api import expect

from support.editor import Editor
from support.pdf import acroform
from test_accessibility import check


def form(tmp_path):
    path = tmp_path / "rules.pdf"
    path.write_bytes(acroform([{"widgets": [
        ("a", "First name", (72, 640, 300, 664), ""), ("b", "Last name", (72, 560, 300, 584), ""),
        ("c", "Member", (72, 500, 84, 512), "/FT /Btn /AS /Off"),
    ]}]))
    return path


@pytest.fixture
def document(service, tmp_path):
    return service.upload(form(tmp_path))


def rules(editor, label):
    """The open rules of a field."""
    editor.field(label).click()
    details = editor.panel.locator(".rules")
    if not details.evaluate("node => node.open"):
        details.locator("summary").click()
    return details


def part(details, label):
    return details.get_by_label(label, exact=True)


def give(details, label, text):
    """Types a text and leaves the input."""
    part(details, label).fill(text)
    part(details, label).blur()


def saved(editor, label):
    editor.expect_saved()
    return editor.field_named(label)


def test_rules_are_set_in_the_panel_and_hold_while_typing(edit, document, watcher):
    watcher.expect("422: POST .*/values")
    editor = edit(document, "check")
    details = rules(editor, "First name")
    part(details, "Required").check()
    part(details, "Format").select_option(label="Pattern of characters")
    mask = part(details, "Pattern")
    expect(mask).to_be_focused()
    expect(mask).to_have_accessible_description(re.compile("A stands for a letter"))
    give(details, "Pattern", "AA-9999")
    field = saved(editor, "First name")
    assert field["required"] is True and field["mask"] == "AA-9999"
    expect(details.locator("summary")).to_have_text("Rules for the value: required, like AA-9999")

    details = rules(editor, "Last name")
    give(details, "Default value", "Lovelace")
    give(details, "Maximum length", "10")
    field = saved(editor, "Last name")
    assert (field["initialValue"], field["defaultValue"], field["maxLength"]) == ("Lovelace", "Lovelace", 10)

    editor.mode("Fill in")
    first = editor.panel.get_by_role("textbox", name="First name (required)")
    last = editor.panel.get_by_role("textbox", name="Last name", exact=True)
    expect(last).to_have_value("Lovelace")
    expect(first).to_have_accessible_description(re.compile("Like AA-9999"))
    # No more characters can mend this, so that it is said at once.
    first.press_sequentially("A1")
    expect(first).to_have_attribute("aria-invalid", "true")
    expect(first).to_have_accessible_description(re.compile("This must be like AA-9999"))
    first.fill("AB-12")
    # The service says what lacks characters.
    expect(first).to_have_accessible_description(re.compile("takes a value like AA-9999"))
    first.fill("AB-1234")
    expect(first).not_to_have_attribute("aria-invalid", "true")
    last.fill("Lovelace-Byron")
    expect(last).to_have_accessible_description(re.compile("This has 14 characters; the field takes at most 10"))
    last.fill("Byron")
    editor.expect_saved()


def test_choices_are_lines_of_text(edit, document):
    editor = edit(document, "check")
    details = rules(editor, "First name")
    give(details, "Choices", "Rome\nBonn\nRome")
    expect(part(details, "Choices")).to_have_accessible_description(re.compile("“Rome” stands in two lines"))
    give(details, "Choices", "Rome\nBonn\n\n  Paris ")
    assert saved(editor, "First name")["options"] == ["Rome", "Bonn", "Paris"]
    part(details, "Default choice").select_option("Bonn")
    assert saved(editor, "First name")["initialValue"] == "Bonn"
    # The default value must stay one of them.
    give(details, "Choices", "Rome\nParis")
    expect(part(details, "Choices")).to_have_accessible_description(re.compile("The default value “Bonn” does not keep this rule"))
    give(details, "Choices", "Paris\nBonn")
    assert saved(editor, "First name")["options"] == ["Paris", "Bonn"]
    editor.mode("Fill in")
    choice = editor.panel.get_by_role("combobox", name="First name")
    expect(choice).to_have_value("Bonn")
    choice.select_option("Paris")
    editor.expect_saved()
    editor.mode("Check fields")
    editor.page.get_by_role("button", name="Undo", exact=True).click()
    expect(editor.page.locator(".step-note")).to_have_text("Undone: “First name” (rules)")
    details = rules(editor, "First name")
    expect(part(details, "Choices")).to_have_value("Rome\nBonn\nParis")


def test_what_cannot_be_a_rule_is_said_at_its_input(edit, document):
    editor = edit(document, "check")
    details = rules(editor, "First name")
    version = editor.service.get(f"/documents/{document}/fields")["version"]
    give(details, "Maximum length", "0")
    expect(part(details, "Maximum length")).to_have_accessible_description(re.compile("from 1 to 100,000"))
    part(details, "Format").select_option(label="Pattern of characters")
    give(details, "Pattern", "A\\")
    expect(part(details, "Pattern")).to_have_accessible_description(re.compile("1 to 100 characters"))
    assert editor.service.get(f"/documents/{document}/fields")["version"] == version
    give(details, "Pattern", "99999")
    assert saved(editor, "First name")["mask"] == "99999"
    give(details, "Default value", "123")
    expect(part(details, "Default value")).to_have_accessible_description(re.compile("like 99999"))
    give(details, "Default value", "02139")
    assert saved(editor, "First name")["initialValue"] == "02139"
    give(details, "Pattern", "AA")
    expect(part(details, "Pattern")).to_have_accessible_description(re.compile("The default value “02139” does not keep this rule"))


def test_a_box_is_ticked_at_the_start_and_several_fields_are_required_at_once(edit, document):
    editor = edit(document, "check")
    details = rules(editor, "Member")
    part(details, "Ticked at the start").check()
    assert saved(editor, "Member")["initialValue"] == "true"
    editor.field("First name").click()
    editor.field("Last name").click(modifiers=["Shift"])
    part(details, "Required").check()
    editor.expect_saved()
    assert [field.get("required", False) for field in editor.fields()] == [True, True, False]
    expect(part(details, "Default value")).to_be_hidden()
    editor.mode("Fill in")
    expect(editor.panel.get_by_role("checkbox", name="Member")).to_be_checked()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280, pytest.param(1600, marks=pytest.mark.full)])
def test_the_rules_can_be_read_and_used_everywhere(new_page, service, document, scheme, width):
    page = new_page(color_scheme=scheme, viewport={"width": width, "height": 900})
    editor = Editor(page, service, document, "check")
    editor.field("First name").click()
    if width < 600:
        page.get_by_role("button", name="Fields", exact=True).click()
    details = editor.panel.locator(".rules")
    details.locator("summary").click()
    give(details, "Maximum length", "-1")
    part(details, "Format").select_option(label="Pattern of characters")
    check(page, "rules")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert details.evaluate("node => [...node.querySelectorAll('*')].every((part) => part.getBoundingClientRect().right <= node.getBoundingClientRect().right + 1)")
