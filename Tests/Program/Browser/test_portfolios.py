"""Portfolios: files in, where everything stands and why, changes by hand, and a book out."""

import base64
import json
import pathlib
import re

import pytest
from playwright.sync_api import expect

from conftest import OUTPUT, text_of
from support.portfolio import PortfolioPage, ask, begin, file, picture, sample
from test_accessibility import check
from test_keyboard import tab_to
from test_pictures import FAULTS
from test_upload import DROP


@pytest.fixture(scope="module")
def shown(service):
    """A portfolio that tests look at. Each test has its own tab, so no other test sees its changes until a book is made."""
    return sample(service, "Ada Lovelace")


def test_a_new_user_learns_what_to_do(page, own_service):
    page.goto(own_service.url)
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Portfolios").click()
    expect(page.get_by_role("heading", name="No portfolios yet")).to_be_visible()
    check(page, "no portfolios")
    page.get_by_role("link", name="New portfolio").click()
    expect(page.get_by_role("heading", name="What the portfolio is made of")).to_be_visible()
    page.get_by_role("button", name="Make the portfolio").click()
    expect(page.get_by_label("Title", exact=True)).to_be_focused()
    expect(page.get_by_role("alert").filter(has_text="needs a title")).to_be_visible()
    page.get_by_label("Title", exact=True).fill("Ada")
    page.get_by_role("button", name="Make the portfolio").click()
    expect(page.get_by_role("alert").filter(has_text="There is nothing yet")).to_be_visible()
    check(page, "nothing to show")


def test_from_files_to_a_book(page, service, tmp_path):
    for name in ("lighthouse.jpg", "harbour.jpg", "bridge.jpg"):
        (tmp_path / name).write_bytes(picture(name))
    (tmp_path / "cut.jpg").write_bytes(picture("cut")[:3000])
    page.goto(f"{service.url}/portfolios/new")
    page.get_by_label(re.compile("^Choose files")).set_input_files(sorted(tmp_path.iterdir()))
    files = page.get_by_role("list", name="Files").get_by_role("listitem")
    expect(files).to_have_count(4)
    expect(files.filter(has_text="cut.jpg")).to_contain_text("Cannot be used")
    expect(files.filter(has_text="cut.jpg")).to_contain_text("not copied completely")
    for name in ("lighthouse.jpg", "harbour.jpg", "bridge.jpg"):
        expect(files.filter(has_text=name)).to_contain_text("Picture")
        expect(files.filter(has_text=name).locator("img")).to_have_js_property("complete", True)
    page.get_by_label("Work of harbour.jpg").fill("The harbour")
    page.get_by_label("Work of lighthouse.jpg").fill("The harbour")
    page.get_by_role("button", name="Add a link").click()
    page.get_by_label("Address 1").fill("example.org")
    page.get_by_role("button", name="Add a text").click()
    page.get_by_label("Title, such as About or Testimonial 1").fill("About me")
    page.get_by_label("Text 1", exact=True).fill("I draw bridges, and I take pictures of them.")
    page.get_by_label("Title", exact=True).fill("Grace Hopper")
    page.get_by_label("Category").fill("Design")
    page.get_by_label("E-mail").fill("grace@example.org")
    # What was entered survives a reload.
    page.reload()
    expect(page.get_by_label("Title", exact=True)).to_have_value("Grace Hopper")
    expect(page.get_by_label("Work of harbour.jpg")).to_have_value("The harbour")
    expect(files.filter(has_text="cut.jpg")).to_have_count(0)
    page.get_by_role("button", name="Make the portfolio").click()
    expect(page.get_by_label("Address 1")).to_be_focused()
    page.get_by_label("Address 1").fill("https://example.org/harbour")
    page.get_by_role("button", name="Make the portfolio").click()
    page.wait_for_url(re.compile("/portfolios/[0-9A-Fa-f-]{36}$"))
    shown = PortfolioPage(page, service, page.url.split("/")[-1])
    expect(page.get_by_role("heading", level=1)).to_have_text("Grace Hopper")
    assert sorted(shown.items("The harbour")) == ["harbour.jpg", "lighthouse.jpg"]
    expect(shown.work("The harbour")).to_contain_text("Why here:")
    expect(shown.section("About & Links")).to_contain_text("I draw bridges")
    shown.edit("harbour.jpg", caption="The harbour at dusk", alt="Boats under a red sky")
    expect(shown.work("The harbour").get_by_role("img", name="Boats under a red sky")).to_be_visible()
    expect(page.locator("#changes")).to_have_text("There is no book yet.")
    shown.make_book()
    expect(page.locator("#changes")).to_have_text("The book is up to date.")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the book").click()
    assert download.value.suggested_filename == "Grace Hopper.book.pdf"
    text = text_of(download.value.path())
    assert "The harbour at dusk" in text and "Grace Hopper" in text
    picture_of_page = page.get_by_role("button", name="Look at page 1", exact=True).locator("img")
    picture_of_page.scroll_into_view_if_needed()
    page.wait_for_function("(node) => node.complete && node.naturalWidth > 100", arg=picture_of_page.element_handle())
    page.get_by_role("button", name="Look at page 1", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("status")).to_contain_text("Page 1 of")
    page.keyboard.press("ArrowRight")
    expect(dialog.get_by_role("status")).to_contain_text("Page 2 of")
    check(page, "a page of the book")
    page.keyboard.press("Escape")
    shown.edit("The harbour at dusk", caption="The harbour at dawn")
    expect(page.locator("#changes")).to_have_text("Your changes are not in the book yet.")


def test_everything_says_why_it_is_where_it_is(page, service, shown):
    view = PortfolioPage(page, service, shown)
    assert set(view.works()) >= {"Coast road", "Town hall", "Pictures", "Bridges of the coast"}
    arrangement = ask(service, "GET", f"/portfolios/{shown}/arrangement.json")
    reasons = {reason for section in arrangement["sections"] for block in section["blocks"] for reason in block["reasons"]}
    for paragraph in page.locator(".why").all():
        assert any(reason in paragraph.inner_text() for reason in reasons)
    # Reasons name inputs as they were dropped.
    best = re.search(r"The best of them, “(.+?)”, has", " ".join(reasons))
    assert best[1] in [file["name"] for file in ask(service, "GET", f"/portfolios/{shown}/contents")["inputs"]]
    not_shown = view.section("Not shown")
    expect(not_shown.get_by_role("listitem").filter(has_text="sea small.jpg")).to_contain_text("looks like “sea.jpg”")
    expect(not_shown.get_by_role("listitem").filter(has_text="broken.jpg")).to_contain_text("cannot be used")
    expect(page.get_by_role("img", name=re.compile("^Coast road, picture"))).to_have_count(3)
    view.work("Coast road").get_by_role("button", name="Edit coast 2.jpg").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Caption")).to_be_focused()
    expect(dialog.get_by_label("Alternative text")).to_have_attribute("placeholder", re.compile("picture 2 of 3"))
    dialog.locator("summary").click()
    for score in ("Relevance", "Quality", "Credibility", "Engagement", "Freshness"):
        expect(dialog.get_by_role("rowheader", name=score)).to_be_visible()
    check(page, "what is said about a picture")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Edit coast 2.jpg")).to_be_focused()
    check(page, "arranged")


def test_changes_can_be_undone_and_survive_a_reload(page, service, shown):
    view = PortfolioPage(page, service, shown)
    view.work("Coast road").get_by_role("button", name="Leave coast 2.jpg out").click()
    view.expect_items("Coast road", ["coast 1.jpg", "coast 3.jpg"])
    view.expect_said("coast 2.jpg is left out.")
    expect(view.work("Coast road").locator(".item").nth(1).locator(":focus")).to_have_count(1)
    expect(view.section("Not shown").get_by_role("listitem").filter(has_text="coast 2.jpg")).to_contain_text("You left it out.")
    view.edit("hill.jpg", cover=True)
    expect(view.section("Overview").locator(".item")).to_have_attribute("data-name", "hill.jpg")
    expect(view.section("Overview")).to_contain_text("The edition names it for the cover.")
    page.reload()
    view.expect_arranged()
    view.expect_items("Coast road", ["coast 1.jpg", "coast 3.jpg"])
    expect(view.section("Overview").locator(".item")).to_have_attribute("data-name", "hill.jpg")
    page.get_by_role("button", name="Show coast 2.jpg again").click()
    view.expect_items("Coast road", ["coast 1.jpg", "coast 2.jpg", "coast 3.jpg"])
    page.get_by_role("button", name="Undo").click()
    view.expect_items("Coast road", ["coast 1.jpg", "coast 3.jpg"])
    view.expect_said("Undone: coast 2.jpg is shown again.")
    page.get_by_role("button", name="Start over").click()
    page.get_by_role("dialog").get_by_role("button", name="Start over").click()
    view.expect_items("Coast road", ["coast 1.jpg", "coast 2.jpg", "coast 3.jpg"])
    expect(view.section("Not shown").get_by_text("You left it out.")).to_have_count(0)


def test_pictures_works_and_sections_are_moved_by_keyboard(page, service, shown):
    view = PortfolioPage(page, service, shown)
    later = view.work("Coast road").get_by_role("button", name="Move coast 1.jpg later")
    later.focus()
    page.keyboard.press("Enter")
    view.expect_items("Coast road", ["coast 2.jpg", "coast 1.jpg", "coast 3.jpg"])
    view.expect_said("coast 1.jpg is 2 of 3 in Coast road.")
    expect(later).to_be_focused()
    page.keyboard.press("Alt+ArrowRight")
    view.expect_items("Coast road", ["coast 2.jpg", "coast 3.jpg", "coast 1.jpg"])
    expect(later).to_be_focused()
    expect(later).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    view.expect_said("It cannot stand there")
    before = view.works()
    first = before[0]
    view.work(first).get_by_role("button", name=f"Move {first} down").focus()
    page.keyboard.press("Enter")
    expect(view.section("My Work").locator(".works > li").nth(1)).to_have_attribute("data-name", first)
    assert view.works() == [before[1], first, *before[2:]]
    expect(page.get_by_role("button", name=f"Move {first} down")).to_be_focused()
    page.get_by_role("button", name="Move the section My Work up").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sections h3")).to_have_text(["Overview", "My Work", "About & Links", "Let’s Connect"])
    expect(page.get_by_role("button", name="Move the section My Work up")).to_be_focused()
    page.keyboard.press("Control+z")
    expect(page.locator("#sections h3")).to_have_text(["Overview", "About & Links", "My Work", "Let’s Connect"])


def test_pictures_and_works_are_dragged(new_page, service, shown):
    # Nothing scrolls between the places, which would end the drag before it begins.
    page = new_page(viewport={"width": 1280, "height": 3000})
    view = PortfolioPage(page, service, shown)
    coast = view.work("Coast road").locator(".item")
    coast.nth(2).locator(".item-picture").drag_to(coast.nth(0), target_position={"x": 8, "y": 60})
    view.expect_items("Coast road", ["coast 3.jpg", "coast 1.jpg", "coast 2.jpg"])
    coast.nth(0).locator(".item-picture").drag_to(coast.nth(1), target_position={"x": 200, "y": 60})
    view.expect_items("Coast road", ["coast 1.jpg", "coast 3.jpg", "coast 2.jpg"])
    works = view.section("My Work").locator(".works > li")
    before = view.works()
    works.nth(1).locator(".handle").drag_to(works.nth(0), target_position={"x": 60, "y": 8})
    expect(works.nth(0)).to_have_attribute("data-name", before[1])
    # A picture does not leave its work.
    view.work("Coast road").locator(".item-picture").first.drag_to(view.work("Town hall").locator(".item").first)
    view.expect_items("Coast road", ["coast 1.jpg", "coast 3.jpg", "coast 2.jpg"])


def test_the_whole_way_by_keyboard_alone(page, service, tmp_path):
    page.on("filechooser", lambda chooser: None)
    (tmp_path / "keys 1.jpg").write_bytes(picture("keys 1"))
    (tmp_path / "keys 2.jpg").write_bytes(picture("keys 2"))
    page.goto(f"{service.url}/portfolios")
    tab_to(page, "link", "New portfolio")
    page.keyboard.press("Enter")
    page.wait_for_url("**/portfolios/new")
    tab_to(page, "button", re.compile("^Choose files"))
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Enter")
    chooser.value.set_files(sorted(tmp_path.iterdir()))
    expect(page.get_by_text("Picture", exact=True)).to_have_count(2)
    tab_to(page, "textbox", re.compile("^Title$"))
    page.keyboard.type("Keys")
    tab_to(page, "button", "Make the portfolio")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/portfolios/[0-9A-Fa-f-]{36}$"))
    view = PortfolioPage(page, service, page.url.split("/")[-1])
    tab_to(page, "button", "Move keys 1.jpg later")
    page.keyboard.press("Enter")
    view.expect_items("Pictures", ["keys 2.jpg", "keys 1.jpg"])
    tab_to(page, "button", "Edit keys 1.jpg")
    page.keyboard.press("Enter")
    page.keyboard.type("The second key")
    tab_to(page, "button", "Apply")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Edit The second key")).to_be_visible()
    tab_to(page, "button", "Make the book")
    page.keyboard.press("Enter")
    view.expect_book()
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert "The second key" in text_of(download.value.path())


def test_the_book_has_the_chosen_look(page, service, shown):
    view = PortfolioPage(page, service, shown)
    page.get_by_label("Page", exact=True).select_option(label="Square")
    page.get_by_label("Theme").select_option(label="Dark")
    page.get_by_label("Bleed in millimetres").fill("99")
    page.get_by_label("Bleed in millimetres").press("Tab")
    expect(page.get_by_role("alert").filter(has_text="between 0 and 20")).to_be_visible()
    page.get_by_label("Bleed in millimetres").fill("3")
    page.get_by_label("Bleed in millimetres").press("Tab")
    page.get_by_label("Largest size in MB").fill("8")
    page.get_by_label("Largest size in MB").press("Tab")
    page.get_by_label("A colour of your own").check()
    page.get_by_label("Accent").fill("#aa2233")
    expect(page.locator("#changes")).not_to_have_text("")
    view.make_book()
    edition = ask(service, "GET", f"/portfolios/{shown}/contents")["book_edition"]
    assert edition == {"page": "square", "theme": "dark", "bleed": 3, "maxSize": 8_000_000, "accent": "#AA2233"}
    page.reload()
    view.expect_arranged()
    expect(page.get_by_label("Page", exact=True)).to_have_value("square")
    expect(page.get_by_label("Largest size in MB")).to_have_value("8")
    expect(page.locator("#changes")).to_have_text("The book is up to date.")


def test_the_content_changes_and_the_changes_go_along(page, service):
    inputs = [file(service, f"move {n}.jpg", picture(f"move {n}")) for n in (1, 2, 3)]
    inputs.append({"type": "text", "title": "About me", "text": "I move pictures.\nOften.", "name": "text 1"})
    old = begin(service, "Moving", inputs, contact={"phone": "+49 30 1234"}, metrics=[{"label": "Clients", "value": "40"}], language="de")
    view = PortfolioPage(page, service, old)
    view.edit("move 1.jpg", caption="The first")
    page.get_by_role("link", name="Change the content").click()
    expect(page.get_by_label("Telephone")).to_have_value("+49 30 1234")
    expect(page.get_by_label("Text 1", exact=True)).to_have_value("I move pictures.\nOften.")
    expect(page.get_by_role("list", name="Files").get_by_text("Picture", exact=True)).to_have_count(3)
    page.get_by_role("button", name="Remove move 3.jpg").click()
    expect(page.get_by_role("button", name="Remove move 2.jpg")).to_be_focused()
    page.get_by_role("button", name="Make the portfolio").click()
    page.wait_for_url(lambda url: re.search("/portfolios/[0-9A-Fa-f-]{36}$", url) and old not in url)
    new = PortfolioPage(page, service, page.url.split("/")[-1])
    new.expect_items("Pictures", ["The first", "move 2.jpg"])
    contents = ask(service, "GET", f"/portfolios/{new.id}/contents")
    assert (contents["metrics"], contents["language"]) == ([{"label": "Clients", "value": "40"}], "de")
    # The old one is as it was, and can be deleted; the files that both show remain.
    page.goto(f"{service.url}/portfolios")
    rows = page.get_by_role("row", name=re.compile("Moving"))
    expect(rows).to_have_count(2)
    rows.nth(1).get_by_role("button", name="Delete Moving").click()
    page.get_by_role("dialog").get_by_role("button", name="Keep").click()
    expect(rows).to_have_count(2)
    rows.nth(1).get_by_role("button", name="Delete Moving").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(1)
    page.goto(new.url)
    new.expect_arranged()
    page.get_by_role("button", name="Delete the portfolio").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.wait_for_url("**/portfolios")
    expect(rows).to_have_count(0)


def test_text_is_never_markup(page, service):
    evil = '<img src=x onerror="alert(1)">'
    text = {"type": "text", "title": evil, "text": f"I am {evil}.", "name": evil}
    portfolio = begin(service, evil, [file(service, "a.jpg", picture("evil"), caption=evil, work=evil), text])
    view = PortfolioPage(page, service, portfolio)
    expect(page.get_by_role("heading", level=1)).to_have_text(evil)
    expect(view.section("My Work").locator(".item")).to_have_attribute("data-name", evil)
    assert page.locator('img[src="x"]').count() == 0
    page.goto(f"{service.url}/portfolios")
    expect(page.get_by_role("link", name=evil, exact=True)).to_be_visible()
    assert page.locator('img[src="x"]').count() == 0


def test_files_can_be_dropped(page, service):
    page.goto(f"{service.url}/portfolios/new")
    page.evaluate(DROP, ["dropped.jpg", "image/jpeg", base64.b64encode(picture("dropped")).decode()])
    row = page.get_by_role("list", name="Files").get_by_role("listitem")
    expect(row).to_contain_text("dropped.jpg")
    expect(row).to_contain_text("Picture")


def test_a_phone_in_the_dark(new_page, service, shown):
    page = new_page(viewport={"width": 360, "height": 740}, color_scheme="dark", has_touch=True, is_mobile=True)
    page.goto(f"{service.url}/portfolios/new")
    camera = page.get_by_label("Take a picture")
    expect(camera).to_be_visible()
    assert camera.get_attribute("capture") == "environment"
    assert page.evaluate(FAULTS) == []
    check(page, "new portfolio")
    view = PortfolioPage(page, service, shown)
    assert page.evaluate(FAULTS) == []
    view.work("Coast road").get_by_role("button", name="Move coast 1.jpg later").tap()
    view.expect_items("Coast road", ["coast 2.jpg", "coast 1.jpg", "coast 3.jpg"])
    check(page, "arranged")
    view.work("Coast road").get_by_role("button", name="Edit coast 1.jpg").tap()
    assert page.evaluate(FAULTS) == []
    check(page, "what is said about a picture")


@pytest.mark.full
def test_the_service_is_away_for_a_while(page, own_service, watcher):
    watcher.expect("ERR_CONNECTION_REFUSED|failed: POST")
    view = PortfolioPage(page, own_service, sample(own_service, "Away"))
    own_service.stop()
    page.get_by_label("Theme").select_option(label="Dark")
    own_service.start()
    view.edit("coast 1.jpg", caption="Back again")
    expect(view.work("Coast road")).to_contain_text("Back again")
    expect(page.get_by_label("Theme")).to_have_value("dark")


# Of Debian's mate-backgrounds; testdata/README.md says who took them.
PHOTOS = pathlib.Path("/usr/share/backgrounds/mate/nature")


@pytest.mark.full
@pytest.mark.skipif(not PHOTOS.exists(), reason="mate-backgrounds is not installed")
def test_the_picture_for_the_docs(new_page, own_service):
    """Takes `docs/images/page-portfolio.png`, which is then reduced to 256 colours."""
    works = {"Meadows": ["GreenMeadow", "FreshFlower", "YellowFlower"], "By the water": ["Dune", "RainDrops", "Aqua"]}
    photos = [
        file(own_service, f"{name}.jpg", (PHOTOS / f"{name}.jpg").read_bytes(), work=work)
        for work, names in works.items() for name in names]
    texts = [
        {"type": "text", "title": "About me", "text": "I walk, and I take pictures of what grows by the way.", "name": "text 1"},
        {"type": "url", "url": "https://example.org/walks", "title": "Walks", "name": "link 1"},
    ]
    portfolio = begin(own_service, "Ada Lovelace", photos + texts, subtitle="Meadows and water", contact={"email": "ada@example.org"})
    page = new_page(viewport={"width": 1280, "height": 1100}, color_scheme="light")
    view = PortfolioPage(page, own_service, portfolio)
    view.edit("GreenMeadow.jpg", caption="The meadow behind the mill")
    expect(view.work("Meadows")).to_contain_text("The meadow behind the mill")
    page.wait_for_load_state("networkidle")
    for image in page.locator("#sections img").all():
        image.scroll_into_view_if_needed()
        expect(image).to_have_js_property("complete", True)
    view.section("My Work").evaluate("(node) => scrollTo(0, node.getBoundingClientRect().top + scrollY - 20)")
    page.wait_for_timeout(400)
    OUTPUT.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=OUTPUT / "page-portfolio.png")


@pytest.mark.full
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_states_of_portfolios(new_page, service, shown, width, scheme):
    page = new_page(viewport={"width": width, "height": 900 if width > 500 else 740}, color_scheme=scheme)
    OUTPUT.mkdir(parents=True, exist_ok=True)

    def look(name, whole=False):
        page.wait_for_timeout(400)
        page.screenshot(path=OUTPUT / f"portfolios-{name}-{width}-{scheme}.png", full_page=whole)
        assert page.evaluate(FAULTS) == [], name
        check(page, f"{name} {width} {scheme}")

    page.goto(f"{service.url}/portfolios")
    expect(page.get_by_role("row").first).to_be_attached()
    look("list")
    page.goto(f"{service.url}/portfolios/new?from={shown}")
    expect(page.get_by_role("list", name="Files").get_by_text("Picture", exact=True)).to_have_count(8)
    look("new", whole=True)
    view = PortfolioPage(page, service, shown)
    look("arranged", whole=True)
    look("top")
    view.work("Coast road").get_by_role("button", name="Edit coast 1.jpg").click()
    look("dialog")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Book and files").click()
    look("book")


@pytest.mark.full
def test_five_hundred_inputs(page, service):
    files = [file(service, f"many {n}.jpg", picture(f"many {n}", (320, 240)), work=f"Work {n // 20 + 1}") for n in range(120)]
    texts = [{"type": "text", "title": f"Note {n}", "text": f"Note number {n}.", "name": f"note {n}"} for n in range(380)]
    portfolio = begin(service, "Many", files + texts)
    view = PortfolioPage(page, service, portfolio)
    started = page.evaluate("performance.now()")
    view.work("Work 1").get_by_role("button", name=re.compile("^Move many .* later")).first.click()
    expect(page.locator("#announcements")).to_contain_text("in Work 1")
    assert page.evaluate("performance.now()") - started < 5_000
    assert json.dumps(view.works())
