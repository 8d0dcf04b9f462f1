"""A family reads its stories: whole where there is room, and found again."""

import re

import pytest
from playwright.sync_api import expect

from support.family import Rows, join, png, sign_in
from test_accessibility import check

LONG = "We were at the lake the whole day and Noah would not come out of the water. " * 60 + "Then he drew it."


@pytest.fixture(scope="module")
def rows(home):
    rows = Rows(home)
    moment = rows.picture("moment.png", png(1500, 500, (40, 160, 40)))
    rows.long = rows.artwork("Noah", LONG, "2026-03-12", moment_photo_url=moment)
    rows.named = rows.artwork("Mia", "Mia said that 100% of the fish (all_of_them) sleep.", "2026-02-01", title="A fish, asleep")
    rows.old = rows.artwork("Mia", None, "2026-01-01", title="A picture without a story that has got fifty char")
    return rows


def test_the_feed_shows_the_beginning_of_a_long_story_and_no_title_cut_in_a_word(new_page, home, rows):
    page = new_page(viewport={"width": 390, "height": 800})
    sign_in(page, home)
    card = page.get_by_role("article").filter(has_text="We were at the lake")
    story = card.locator(".story p").first.inner_text()
    assert len(story) < 300 and story.endswith("…") and LONG.startswith(story[:-1])
    assert LONG[len(story) - 1] in " .,", "the story is cut between words"
    expect(card.get_by_role("heading")).to_have_text(re.compile("^Artwork by Noah"))
    expect(page.get_by_role("heading", name=rows.long["title"].strip())).to_have_count(0)
    expect(page.get_by_role("heading", name="A fish, asleep")).to_be_visible()
    check(page, "shortened feed")
    card.get_by_role("link", name="Read the whole story").click()
    expect(page.get_by_text("Then he drew it.")).to_be_visible()
    assert page.get_by_text("We were at the lake the whole day and Noah would").count() == 1
    page.get_by_role("button", name="Delete", exact=True).click()
    title = page.get_by_role("dialog").get_by_role("heading").inner_text()
    assert re.fullmatch("Delete “We were at the lake the whole day and Noah would…”\\?", title), title
    page.get_by_role("dialog").get_by_role("button", name="Keep").click()


@pytest.mark.parametrize("width", [390, 1400])
def test_the_artwork_comes_before_its_moment_and_both_are_whole(new_page, home, rows, width):
    page = new_page(viewport={"width": width, "height": 800})
    sign_in(page, home)
    page.goto(f"{home.url}/stories#/artwork/{rows.long['id']}")
    artwork, moment = page.locator(".artwork-picture"), page.locator(".moment-photo")
    expect(artwork).to_have_js_property("naturalWidth", 320)
    expect(moment).to_have_js_property("naturalWidth", 1500)
    first, second = artwork.bounding_box(), moment.bounding_box()
    assert first["y"] + first["height"] <= second["y"]
    assert second["width"] / second["height"] == pytest.approx(3, rel=0.02), "nothing is cut off"
    assert first["width"] / first["height"] == pytest.approx(1.6, rel=0.02)


def test_a_picture_whose_address_is_over_is_asked_for_anew(new_page, home, rows, watcher):
    watcher.expect("400: GET .*/storage/v1/object/sign/")
    page = new_page()
    sign_in(page, home)

    def outdate(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r"token=[^\"]*", "token=over", answer.text()))
    page.route(re.compile(r"/rest/v1/artworks\?.*[?&]id=eq\."), outdate, times=1)
    page.goto(f"{home.url}/stories#/artwork/{rows.named['id']}")
    expect(page.locator(".artwork-picture")).to_have_js_property("naturalWidth", 320)
    assert any(complaint.startswith("400: ") for complaint in watcher.complaints), "the first address was over"


def test_stories_are_found_by_words_and_by_child(new_page, home, rows):
    page = new_page(viewport={"width": 390, "height": 800})
    sign_in(page, home)
    articles = page.get_by_role("article")
    expect(articles).to_have_count(2)

    def search(text, child="All children"):
        form = page.get_by_role("search").element_handle()
        page.get_by_label("Words in title or story").fill(text)
        page.get_by_label("Child", exact=True).select_option(label=child)
        page.get_by_role("button", name="Search").click()
        # What is typed into the form of the view that is left would be lost.
        form.wait_for_element_state("hidden")
    for text, child, found in [
        ("ASLEEP fish", "All children", 1), ("100% (all_of_them)", "All children", 1), ("all.of.them", "All children", 0),
        ('lake "', "All children", 0), ("the", "All children", 2), ("the", "Noah", 1), ("", "Mia", 1), ("\\", "All children", 0),
    ]:
        search(text, child)
        if found == 0:
            expect(page.get_by_role("heading", name="No stories found")).to_be_visible()
        expect(articles).to_have_count(found)
    check(page, "search")
    search("asleep")
    page.get_by_role("link", name="A fish, asleep", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="A fish, asleep")).to_be_visible()
    page.go_back()
    expect(articles).to_have_count(1)
    expect(page.get_by_label("Words in title or story")).to_have_value("asleep")
    page.get_by_role("link", name="Show all").click()
    expect(articles).to_have_count(2)


def test_a_reader_comes_back_to_where_the_feed_was_left(new_page, home, rows):
    page = new_page(viewport={"width": 390, "height": 500})
    sign_in(page, home)
    comment = page.get_by_role("article").last.get_by_role("link", name=re.compile("^(Comment|1 comment)"))
    comment.scroll_into_view_if_needed()
    left = page.evaluate("scrollY")
    assert left > 300
    comment.click()
    expect(page.get_by_role("heading", name="Comments")).to_be_visible()
    page.get_by_label("Add a comment").fill("What a sleepy fish!")
    page.get_by_role("button", name="Post the comment").click()
    expect(page.get_by_text("What a sleepy fish!")).to_be_visible()
    page.go_back()
    # The feed has heard of the comment meanwhile.
    expect(page.get_by_role("link", name=re.compile("^1 comment"))).to_be_visible()
    assert abs(page.evaluate("scrollY") - left) < 50


def test_a_list_says_no_title_that_is_cut_in_a_word(new_page, home, rows):
    artwork = rows.artwork("Mia", "Three elephants are crossing a very long and narrow bridge together.", "2026-01-02")
    assert artwork["title"].endswith("narro")
    rows.ask("DELETE", f"/rest/v1/artworks?id=eq.{artwork['id']}")
    page = new_page()
    sign_in(page, home)
    page.goto(f"{home.url}/stories#/deleted")
    expect(page.get_by_text("Three elephants are crossing a very long and…", exact=False).first).to_be_visible()


def test_books_are_told_apart_and_wait_for_each_other(new_page, home, rows):
    page = new_page(viewport={"width": 390, "height": 800})
    join(page, home, rows.invite("viewer"), "reader@example.org")
    page.get_by_role("link", name="Books").click()
    page.get_by_label("Title (optional)").fill("Our year")
    page.get_by_role("button", name="Make the book").click()
    book = page.get_by_role("listitem").filter(has_text="Our year")
    expect(book).to_contain_text("Mia, Noah")
    expect(book).to_contain_text("2026")
    page.get_by_label("Title (optional)").fill("")
    page.get_by_label("Whose artworks").select_option(label="Noah")
    page.get_by_role("button", name="Make the book").click()
    expect(page.get_by_role("listitem").filter(has_text="Art by Noah")).to_contain_text("March 12, 2026")
    expect(page.get_by_role("link", name="Download the book “Our year”")).to_be_visible()
    expect(page.get_by_role("link", name="Download the book “Art by Noah”")).to_be_visible()
    check(page, "several books")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_address_that_leads_nowhere_shows_the_feed(new_page, home, rows):
    page = new_page()
    sign_in(page, home)
    for address in ["#/artwork/sun", "#/edit", "#/nothing", "#sun"]:
        page.goto(f"{home.url}/stories#/family")
        expect(page.get_by_role("heading", name="Members")).to_be_visible()
        page.goto(f"{home.url}/stories{address}")
        expect(page.get_by_role("heading", name="A fish, asleep")).to_be_visible()
    page.goto(f"{home.url}/stories#/artwork/00000000-0000-4000-8000-000000000000")
    expect(page.get_by_role("heading", name="This artwork is not there")).to_be_visible()
