"""Portfolios of made-up pictures, and their page."""

import io
import json
import random
import time
import urllib.request

from PIL import Image, ImageDraw
from playwright.sync_api import expect

from support.service import HANG_GUARD


def picture(seed, size=(900, 600)):
    """A picture that looks like no other one, as the bytes of a JPEG."""
    rng = random.Random(seed)
    image = Image.new("RGB", size)
    draw = ImageDraw.Draw(image)
    top, bottom = [[rng.randint(30, 220) for _ in range(3)] for _ in range(2)]
    for y in range(size[1]):
        share = y / size[1]
        draw.line([(0, y), (size[0], y)], fill=tuple(int(a + (b - a) * share) for a, b in zip(top, bottom)))
    for _ in range(25):
        x, y, radius = rng.randint(0, size[0]), rng.randint(0, size[1]), rng.randint(20, size[0] // 5)
        draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=tuple(rng.randint(0, 255) for _ in range(3)))
    data = io.BytesIO()
    image.save(data, "JPEG", quality=90)
    return data.getvalue()


def ask(service, method, path, body=None, headers=None):
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(
        f"{service.url}/api{path}", data, {"Content-Type": "application/json", **(headers or {})}, method=method)
    with urllib.request.urlopen(request) as response:
        content = response.read()
        return json.loads(content) if content else None


def upload(service, name, content):
    """Uploads a file and returns its path."""
    body = (b'--b\r\nContent-Disposition: form-data; name="file"; filename="' + name.encode() + b'"\r\n\r\n'
            + content + b"\r\n--b--\r\n")
    return ask(service, "POST", "/content/upload", body, {"Content-Type": "multipart/form-data; boundary=b"})["file_path"]


def begin(service, title, inputs, **more):
    """Makes a portfolio of inputs, waits until it is arranged, and returns its ID."""
    body = {"user_id": "", "title": title, "subtitle": "Bridges and maps", "category": "Design", "inputs": inputs, **more}
    portfolio = ask(service, "POST", "/portfolios/begin", body)["portfolio_id"]
    deadline = time.monotonic() + HANG_GUARD
    while ask(service, "GET", f"/portfolios/{portfolio}/status")["status"] in ("imported", "processing"):
        assert time.monotonic() < deadline, "the portfolio was not arranged"
        time.sleep(0.1)
    return portfolio


def file(service, name, content, **more):
    """An input that is a file."""
    return {"type": "file", "file_path": upload(service, name, content), "name": name, **more}


def sample(service, title):
    """A portfolio with two works, two pictures that stand alone, a text and a link; one file cannot be used."""
    sea = picture(f"{title} sea")
    small = io.BytesIO()
    Image.open(io.BytesIO(sea)).resize((600, 400)).save(small, "JPEG", quality=70)
    files = [
        file(service, "sea.jpg", sea), file(service, "sea small.jpg", small.getvalue()), file(service, "hill.jpg", picture(f"{title} hill")),
        *[file(service, f"coast {n}.jpg", picture(f"{title} coast {n}"), work="Coast road") for n in (1, 2, 3)],
        *[file(service, f"hall {n}.jpg", picture(f"{title} hall {n}", (600, 800)), work="Town hall") for n in (1, 2)],
        file(service, "broken.jpg", sea[:2000]),
    ]
    texts = [
        {"type": "text", "title": "About me", "text": "I draw bridges, and I take pictures of them.", "name": "text 1"},
        {"type": "url", "url": "https://example.org/bridges", "title": "Bridges of the coast", "name": "link 1"},
    ]
    return begin(service, title, files + texts, contact={"email": "ada@example.org"})


class PortfolioPage:
    """The page of a portfolio."""

    def __init__(self, page, service, portfolio):
        self.page = page
        self.id = portfolio
        self.url = f"{service.url}/portfolios/{portfolio}"
        page.goto(self.url)
        self.expect_arranged()

    def expect_arranged(self):
        expect(self.page.locator("#sections > section").first).to_be_visible()

    def section(self, title):
        return self.page.get_by_role("region", name=title, exact=True)

    def work(self, title):
        return self.section("My Work").locator(".work").filter(has=self.page.get_by_role("heading", name=title, level=4))

    def items(self, work):
        """The names of the items of a work, in order."""
        return self.work(work).locator(".item").evaluate_all("(nodes) => nodes.map((node) => node.dataset.name)")

    def expect_items(self, work, names):
        for name, item in zip(names, range(len(names))):
            expect(self.work(work).locator(".item").nth(item)).to_have_attribute("data-name", name)
        expect(self.work(work).locator(".item")).to_have_count(len(names))

    def works(self):
        return self.section("My Work").locator(".works > li").evaluate_all("(nodes) => nodes.map((node) => node.dataset.name)")

    def edit(self, name, section="My Work", **values):
        """Changes what is said about an item; `cover` ticks or clears its box."""
        self.section(section).get_by_role("button", name=f"Edit {name}", exact=True).click()
        dialog = self.page.get_by_role("dialog")
        for label, value in values.items():
            if label == "cover":
                dialog.get_by_label("Put it on the cover").set_checked(value)
            else:
                dialog.get_by_label({"caption": "Caption", "alt": "Alternative text", "title": "Title"}[label]).fill(value)
        dialog.get_by_role("button", name="Apply").click()
        expect(dialog).to_have_count(0)

    def make_book(self):
        self.page.get_by_role("button", name="Make the book").click()
        self.expect_book()

    def expect_book(self):
        expect(self.page.get_by_role("link", name="Download the book")).to_be_focused()
        expect(self.page.locator("#state")).to_have_text("Book ready")

    def expect_said(self, text):
        expect(self.page.locator("#announcements")).to_contain_text(text)
