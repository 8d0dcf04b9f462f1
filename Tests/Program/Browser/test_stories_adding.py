"""A parent adds artworks in the page, and nothing of a story is lost."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from support.family import Rows, complaint, png, sign_in
from test_accessibility import check


@pytest.fixture(scope="module")
def rows(home):
    rows = Rows(home)
    rows.child("Mia")
    return rows


def picture(folder, name, colour=(240, 200, 40), length=None):
    """A file with a picture, or with the beginning of one."""
    path = folder / name
    path.write_bytes(png(320, 200, colour)[:length])
    return path


def begin(page, home):
    sign_in(page, home)
    page.get_by_role("link", name="Add an artwork").first.click()
    expect(page.get_by_role("heading", name="Add an artwork")).to_be_visible()


def test_a_damaged_picture_is_refused_and_its_story_is_kept(new_page, home, rows, tmp_path, watcher):
    watcher.expect("422: GET .*/storage/v1/object/")
    before = len(rows.artworks())
    page = new_page(viewport={"width": 390, "height": 800})
    begin(page, home)
    page.get_by_label("Picture of the artwork").set_input_files(picture(tmp_path, "sun.png", length=200))
    page.get_by_label("Story").fill("The sun that was only half copied from the phone.")
    page.get_by_role("button", name="Add the artwork").click()
    expect(complaint(page)).to_contain_text("This picture is damaged")
    expect(page.get_by_label("Picture of the artwork")).to_be_focused()
    check(page, "refused picture")
    assert len(rows.artworks()) == before
    page.reload()
    expect(page.get_by_label("Story")).to_have_value("The sun that was only half copied from the phone.")
    page.get_by_label("Picture of the artwork").set_input_files(picture(tmp_path, "whole.png"))
    page.get_by_role("button", name="Add the artwork").click()
    expect(page.locator(".artwork-picture")).to_have_js_property("naturalWidth", 320)
    expect(page.get_by_text("only half copied")).to_be_visible()
    assert len(rows.artworks()) == before + 1


def test_a_damaged_moment_photo_is_refused_too(new_page, home, rows, tmp_path, watcher):
    watcher.expect("422: GET .*/storage/v1/object/")
    before = len(rows.artworks())
    page = new_page()
    begin(page, home)
    page.get_by_label("Picture of the artwork").set_input_files(picture(tmp_path, "sun.png"))
    page.get_by_label(re.compile("^Moment photo")).set_input_files(picture(tmp_path, "moment.png", length=200))
    page.get_by_label("Story").fill("The moment that was only half copied.")
    page.get_by_role("button", name="Add the artwork").click()
    expect(complaint(page)).to_contain_text("This picture is damaged")
    expect(page.get_by_label(re.compile("^Moment photo"))).to_be_focused()
    assert len(rows.artworks()) == before
    page.get_by_role("button", name="Remove the photo").click()
    page.get_by_role("button", name="Add the artwork").click()
    expect(page.get_by_text("The moment that was only half copied.")).to_be_visible()


def test_several_pictures_get_a_story_each_and_one_that_fails_keeps_none_back(new_page, home, rows, tmp_path, watcher):
    watcher.expect("422: GET .*/storage/v1/object/")
    before = len(rows.artworks())
    page = new_page(viewport={"width": 390, "height": 800})
    begin(page, home)
    page.get_by_label("Picture of the artwork").set_input_files([
        picture(tmp_path, "1.png"), picture(tmp_path, "2.png", (200, 40, 40)), picture(tmp_path, "3.png", length=200),
        picture(tmp_path, "4.png", (40, 40, 200))])
    groups = [page.get_by_role("group", name=f"Artwork {number} of 4") for number in range(1, 5)]
    for number, group in enumerate(groups, 1):
        group.get_by_label("Story").fill("Too short" if number == 4 else f"The story of picture number {number}, told by Mia.")
    check(page, "several artworks")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    expect(groups[1].get_by_label("Story")).to_have_value("The story of picture number 2, told by Mia.")
    page.get_by_role("button", name="Add 4 artworks").click()
    expect(page.get_by_role("button", name="Add 2 artworks")).to_be_enabled()
    damaged, short = page.get_by_role("group", name="Artwork 1 of 2"), page.get_by_role("group", name="Artwork 2 of 2")
    expect(damaged).to_contain_text("This picture is damaged")
    expect(short).to_contain_text("at least 20 characters")
    assert [row["story"] for row in rows.artworks()[before:]] == [f"The story of picture number {n}, told by Mia." for n in (1, 2)]
    page.reload()
    expect(damaged.get_by_label("Story")).to_have_value("The story of picture number 3, told by Mia.")
    page.get_by_role("button", name="Remove artwork 1").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name="Add the artwork")).to_be_visible()
    page.get_by_label("Story").fill("The story of picture number 4, told by Mia.")
    page.get_by_role("button", name="Add the artwork").click()
    expect(page.get_by_text("The story of picture number 4")).to_be_visible()
    assert len(rows.artworks()) == before + 3


def test_an_answer_that_is_lost_does_not_add_an_artwork_twice(new_page, home, rows, tmp_path, watcher):
    watcher.expect("failed: POST .*/rest/v1/artworks|409: POST .*/rest/v1/artworks")
    before = len(rows.artworks())
    page = new_page()
    begin(page, home)
    page.get_by_label("Picture of the artwork").set_input_files(picture(tmp_path, "sun.png"))
    page.get_by_label("Story").fill("A story whose answer was lost in a tunnel.")

    def lose(route):
        route.fetch()
        route.abort()
    page.route("**/rest/v1/artworks", lose, times=1)
    page.get_by_role("button", name="Add the artwork").click()
    expect(complaint(page)).to_contain_text("Nothing of what you wrote is lost")
    page.get_by_role("button", name="Add the artwork").click()
    expect(page.get_by_text("lost in a tunnel")).to_be_visible()
    assert len(rows.artworks()) == before + 1


def test_an_artwork_is_not_of_a_day_to_come(new_page, home, rows, tmp_path):
    before = len(rows.artworks())
    page = new_page()
    begin(page, home)
    page.get_by_label("Picture of the artwork").set_input_files(picture(tmp_path, "sun.png"))
    page.get_by_label("Story").fill("A story that has not happened until now.")
    date = page.get_by_label("When was this made?")
    date.fill(str(datetime.date.today() + datetime.timedelta(days=2)))
    page.get_by_role("button", name="Add the artwork").click()
    expect(complaint(page)).to_contain_text("still to come")
    expect(date).to_be_focused()
    assert len(rows.artworks()) == before


def test_a_title_that_began_the_story_follows_it(new_page, home, rows):
    artwork = rows.artwork("Mia", "The first words of a story that somebody tells anew later on.")
    assert artwork["title"] == artwork["story"][:50]
    page = new_page()
    sign_in(page, home)
    page.goto(f"{home.url}/stories#/edit/{artwork['id']}")
    expect(page.get_by_label(re.compile("^Title"))).to_have_value("")
    page.get_by_label("Story").fill("Other words of the story, and a whole lot better ones.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("a whole lot better ones")).to_be_visible()
    assert rows.ask("GET", f"/rest/v1/artworks?id=eq.{artwork['id']}")[0]["title"].startswith("Other words")
