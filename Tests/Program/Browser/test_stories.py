"""A family posts, reads, reacts and comments in the page."""

import re

from playwright.sync_api import expect

from support.family import OWNER, STORY, join, png, sign_in
from test_accessibility import check


def add_child(page, name, birthday):
    page.get_by_role("link", name="Family", exact=True).click()
    page.get_by_role("button", name="Add a child").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label(re.compile("^Birthday")).fill(birthday)
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name=f"Edit {name}")).to_be_visible()


def fill_artwork(page, tmp_path, story, colour=(240, 200, 40)):
    picture = tmp_path / "sun.png"
    picture.write_bytes(png(320, 200, colour))
    page.get_by_role("link", name="Add an artwork").first.click()
    page.get_by_label("Picture of the artwork").set_input_files(picture)
    page.get_by_label("Story").fill(story)
    page.get_by_label("When was this made?").fill("2026-01-31")


def test_a_year_in_the_life_of_a_family(new_page, home, tmp_path, watcher):
    watcher.expect("400: POST .*/auth/v1/token|422: POST .*/books/v1/")
    ada = new_page()
    ada.goto(f"{home.url}/stories")
    ada.get_by_label("E-mail address").first.fill(OWNER)
    ada.get_by_label("Password").first.fill("wrong password")
    ada.get_by_role("button", name="Sign in").click()
    expect(ada.get_by_role("alert").filter(has_text=re.compile("."))).to_be_visible()
    check(ada, "sign in")
    sign_in(ada, home)
    expect(ada.get_by_role("heading", name="No stories yet")).to_be_visible()
    check(ada, "empty feed")
    add_child(ada, "Mia", "2021-03-01")
    check(ada, "family")

    # The same person has an empty feed open on another device.
    elsewhere = new_page()
    sign_in(elsewhere, home)
    expect(elsewhere.get_by_role("heading", name="No stories yet")).to_be_visible()

    # A story that is too short is not lost, and says why.
    fill_artwork(ada, tmp_path, "Too short")
    ada.get_by_role("button", name="Add the artwork").click()
    expect(ada.get_by_role("alert").filter(has_text="at least 20 characters")).to_be_visible()
    check(ada, "form")
    ada.reload()
    expect(ada.get_by_label("Story")).to_have_value("Too short")
    ada.get_by_label("Story").fill(STORY)
    ada.get_by_role("button", name="Add the artwork").click()
    expect(ada.get_by_text(STORY)).to_be_visible()
    expect(ada.get_by_text("Age 4")).to_be_visible()
    expect(elsewhere.get_by_text(STORY)).to_be_visible()
    # The picture arrives, upright and cleaned.
    expect(ada.locator(".artwork-picture").first).to_have_js_property("naturalWidth", 320)
    check(ada, "artwork")

    # Somebody is invited, joins, and hears of changes at once.
    ada.get_by_role("link", name="Family", exact=True).click()
    ada.get_by_label(re.compile("^Name in the family")).fill("Grandpa")
    ada.get_by_role("button", name="Make an invite").click()
    code = ada.locator("code").first.inner_text()
    grandpa = new_page()
    join(grandpa, home, code, "grandpa@example.org")
    expect(grandpa.get_by_text(STORY)).to_be_visible()
    check(grandpa, "feed")

    grandpa.get_by_role("button", name="Proud").click()
    expect(grandpa.get_by_role("button", name="Proud 1")).to_have_attribute("aria-pressed", "true")
    grandpa.get_by_role("button", name="Love").click()
    expect(grandpa.get_by_role("button", name="Love 1")).to_have_attribute("aria-pressed", "true")
    expect(grandpa.get_by_role("button", name="Proud", exact=True)).to_have_attribute("aria-pressed", "false")

    ada.get_by_role("link", name="Feed").click()
    expect(ada.get_by_role("button", name="Love 1")).to_have_attribute("aria-pressed", "false")
    grandpa.get_by_role("link", name=re.compile("^Comment")).click()
    grandpa.get_by_label("Add a comment").fill("What a <b>bright</b> sun!")
    grandpa.get_by_role("button", name="Post the comment").click()
    expect(grandpa.get_by_text("What a <b>bright</b> sun!")).to_be_visible()
    # Without a reload.
    expect(ada.get_by_role("link", name=re.compile("^1 comment"))).to_be_visible()
    ada.get_by_role("link", name=re.compile("^1 comment")).click()
    expect(ada.get_by_text("Grandpa", exact=True)).to_be_visible()
    check(ada, "comments")

    # A book is ordered, made and downloaded.
    grandpa.get_by_role("link", name="Books").click()
    expect(grandpa.get_by_text("There are none yet.")).to_be_visible()
    check(grandpa, "books")
    grandpa.get_by_label("From (optional)").fill("2027-01-01")
    grandpa.get_by_role("button", name="Make the book").click()
    expect(grandpa.get_by_role("alert").filter(has_text="No artwork")).to_be_visible()
    grandpa.get_by_label("From (optional)").fill("")
    grandpa.get_by_label("Title (optional)").fill("Our year")
    grandpa.get_by_label("Use").select_option("shop")
    grandpa.get_by_role("button", name="Make the book").click()
    expect(grandpa.get_by_role("link", name="Download the book")).to_be_visible()
    expect(grandpa.get_by_text(re.compile("1 artwork, 4 pages"))).to_be_visible()
    check(grandpa, "a book")
    with grandpa.expect_download() as download:
        grandpa.get_by_role("link", name="Download the book").click()
    assert open(download.value.path(), "rb").read(5) == b"%PDF-"

    # A deleted artwork is gone for all, until it is brought back.
    ada.get_by_role("button", name="Delete", exact=True).click()
    ada.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(ada.get_by_role("heading", name="No stories yet")).to_be_visible()
    ada.get_by_role("link", name="Family", exact=True).click()
    ada.get_by_role("link", name="Deleted artworks").click()
    ada.get_by_role("button", name=re.compile("^Bring back")).click()
    expect(ada.get_by_text("There are none.")).to_be_visible()
    ada.get_by_role("link", name="Feed").click()
    expect(ada.get_by_text(STORY)).to_be_visible()


def test_a_viewer_cannot_add_and_signing_out_forgets(new_page, home):
    home_page = new_page(viewport={"width": 390, "height": 800})
    sign_in(home_page, home)
    expect(home_page.get_by_role("link", name="Add an artwork").first).to_be_visible()
    # Nothing is wider than a phone.
    assert home_page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    home_page.get_by_role("link", name="Family", exact=True).click()
    home_page.get_by_label("Role").last.select_option("viewer")
    home_page.get_by_role("button", name="Make an invite").click()
    code = home_page.locator("li:has-text('Viewer') code").first.inner_text()
    viewer = new_page()
    join(viewer, home, code, "viewer@example.org")
    expect(viewer.get_by_role("navigation", name="Family")).to_be_visible()
    expect(viewer.get_by_role("link", name="Add an artwork")).to_have_count(0)
    viewer.get_by_role("link", name="Family", exact=True).click()
    expect(viewer.get_by_role("button", name="Make an invite")).to_have_count(0)
    viewer.get_by_role("button", name="Sign out").click()
    expect(viewer.get_by_role("heading", name="Sign in")).to_be_visible()
    assert viewer.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('formwright.stories')).length") == 0


def test_an_unsent_story_survives_without_the_service(new_page, home, tmp_path, watcher):
    watcher.expect("failed: |console: WebSocket")
    page = new_page()
    sign_in(page, home)
    if page.get_by_role("heading", name="No stories yet").is_visible():
        add_child(page, "Mia", "2021-03-01")
    fill_artwork(page, tmp_path, "A story that was written on a train without a network.")
    page.context.set_offline(True)
    page.get_by_role("button", name="Add the artwork").click()
    expect(page.get_by_role("alert").filter(has_text="Nothing of what you wrote is lost")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Add the artwork").click()
    expect(page.locator(".story")).to_contain_text("A story that was written")
