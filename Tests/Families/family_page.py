"""A member of a family who uses the web page on a phone; see family_year.py."""

import re

from playwright.async_api import async_playwright, expect

PHONE = {"width": 390, "height": 844}
CHROMIUM = "/usr/bin/chromium"
REACTIONS = {"heart": "Love", "sparkles": "Amazing", "palette": "Artistic", "hand_heart": "Proud", "star": "Star"}


class Browser:
    """Chromium, with a window of its own for each member."""

    async def __aenter__(self):
        self.playwright = await async_playwright().start()
        self.chromium = await self.playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        self.complaints = []
        return self

    async def __aexit__(self, *_):
        await self.chromium.close()
        await self.playwright.stop()

    async def sign_in(self, url, email, password):
        context = await self.chromium.new_context(viewport=PHONE)
        context.set_default_timeout(60_000)
        page = await context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))
        await page.goto(f"{url}/stories")
        form = page.locator("form").filter(has=page.get_by_role("heading", name="Sign in"))
        await form.get_by_label("E-mail address").fill(email)
        await form.get_by_label("Password").fill(password)
        await form.get_by_role("button", name="Sign in").click()
        await expect(page.get_by_role("navigation", name="Family")).to_be_visible(timeout=60_000)
        return PageMember(page)


class PageMember:
    """What somebody does in the page; each step ends when the page shows that it is done."""

    def __init__(self, page):
        self.page = page

    async def open(self, address):
        await self.page.evaluate("address => (location.hash = address)", address)

    async def post(self, child, story, day, picture, moment):
        """Adds an artwork, and returns its ID; `picture` and `moment` are (name, bytes), the latter or None."""
        def file(named):
            return {"name": named[0], "mimeType": "application/octet-stream", "buffer": named[1]}
        await self.open("#/add")
        await self.page.get_by_label("Picture of the artwork").set_input_files(file(picture))
        await self.page.get_by_label("Who made this?").select_option(label=child)
        await self.page.get_by_label("Story").fill(story)
        if moment:
            await self.page.get_by_label(re.compile("^Moment photo")).set_input_files(file(moment))
        await self.page.get_by_label("When was this made?").fill(day)
        await self.page.get_by_role("button", name="Add the artwork").click()
        await self.page.wait_for_url(re.compile("#/artwork/"))
        return self.page.url.rpartition("/")[2]

    async def show(self, artwork):
        await self.open(f"#/artwork/{artwork}")
        await expect(self.page.get_by_role("heading", name="Comments")).to_be_visible(timeout=60_000)

    async def react(self, kinds):
        """Chooses one reaction after the other, of which the last remains."""
        for kind in kinds:
            button = self.page.get_by_role("button", name=re.compile(f"^{REACTIONS[kind]}"))
            await button.click()
            await expect(button).to_have_attribute("aria-pressed", "true", timeout=60_000)

    async def comment(self, text):
        await self.page.get_by_label("Add a comment").fill(text)
        await self.page.get_by_role("button", name="Post the comment").click()
        await expect(self.page.get_by_role("list", name="Comments").get_by_text(text).last).to_be_visible(timeout=60_000)

    async def delete(self):
        """Deletes the artwork that is shown."""
        await self.page.get_by_role("button", name="Delete", exact=True).click()
        await self.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        await expect(self.page.get_by_role("search")).to_be_visible(timeout=60_000)

    async def bring_back(self):
        """Brings back the one artwork that was deleted."""
        await self.open("#/family")
        await self.page.get_by_role("link", name="Deleted artworks").click()
        await self.page.get_by_role("button", name=re.compile("^Bring back")).click()
        await expect(self.page.get_by_text("There are none.")).to_be_visible(timeout=60_000)

    async def may_add(self):
        return await self.page.get_by_role("link", name="Add an artwork").count() > 0

    async def search(self, words):
        """How many stories are found, as long as they fit a page of the feed."""
        await self.open("#/")
        await self.page.get_by_label("Words in title or story").fill(words)
        await self.page.get_by_role("button", name="Search").click()
        await expect(self.page.get_by_role("link", name="Show all")).to_be_visible(timeout=60_000)
        return await self.page.get_by_role("article").count()

    async def order_book(self, title, dedication, seconds):
        """Has a book made of all artworks; returns what the list says of it, and its file."""
        await self.open("#/books")
        await self.page.get_by_label("Title (optional)").fill(title)
        await self.page.get_by_label("Dedication (optional)").fill(dedication)
        await self.page.get_by_label("Use").select_option("shop")
        await self.page.get_by_label("Which artworks").select_option("all")
        await self.page.get_by_role("button", name="Make the book").click()
        link = self.page.get_by_role("link", name=f"Download the book “{title}”")
        await expect(link).to_be_visible(timeout=seconds * 1000)
        async with self.page.expect_download() as download:
            await link.click()
        path = await (await download.value).path()
        return await self.page.get_by_role("listitem").filter(has_text=title).inner_text(), path.read_bytes()
