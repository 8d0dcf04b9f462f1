"""Four members of a family use a service for a year, by PyPI's unmodified Supabase client and in the web page; run by tools/family-year.

Prints what was done and counted, and ends with status 1 at the first thing that is not as it should be.
"""

import argparse
import asyncio
import datetime
import io
import json
import os
import pathlib
import random
import re
import sys
import time
import urllib.request

import pillow_heif
from PIL import Image, ImageDraw
from supabase import create_async_client

# What the client brings comes first.
sys.path.append(os.environ["BROWSER_PACKAGES"])
from family_page import Browser  # noqa: E402

pillow_heif.register_heif_opener()

PASSWORD = "four or five random words"
SENTENCES = [
    "Mia said the sun is smiling because it is her birthday.", "He drew it on the kitchen floor while it rained all day.",
    "The blue one is the dog, and the small one is the dog's friend. 🐶", "ميا رسمت بيتا كبيرا تحت الشمس.", "美亜は海と大きな魚を描きました。",
    "मिया ने एक पीला सूरज बनाया।", "«Das bin ich», sagte sie und zeigte auf den Kreis. 👩‍👩‍👧‍👦", "Она сказала, что это наш дом.",
]
KINDS = ["heart", "sparkles", "palette", "hand_heart", "star"]
FORMATS = ["JPEG", "PNG", "WEBP", "HEIF", "TIFF"]
SECRET_SOFTWARE = "SecretCamera-4711"


class Mismatch(Exception):
    """Something is not as it should be."""


def require(condition, sentence):
    if not condition:
        raise Mismatch(sentence)


def picture(number, generator):
    """A child's picture as a phone would send it: with a place, a camera and an orientation; and its size once upright."""
    size = generator.choice([(1200, 900), (900, 1200), (1600, 400), (640, 640), (300, 1500)])
    image = Image.new("RGB", size, tuple(generator.randrange(120, 256) for _ in range(3)))
    draw = ImageDraw.Draw(image)
    for _ in range(12):
        x, y, r = generator.randrange(size[0]), generator.randrange(size[1]), generator.randrange(20, 200)
        draw.ellipse((x - r, y - r, x + r, y + r), outline=tuple(generator.randrange(256) for _ in range(3)), width=9)
    kind = FORMATS[number % len(FORMATS)]
    data, options, upright = io.BytesIO(), {}, size
    if kind in ("JPEG", "WEBP", "TIFF"):
        exif = Image.Exif()
        orientation = number % 8 + 1 if kind == "JPEG" else 1
        exif[0x0112] = orientation
        exif[0x0131] = SECRET_SOFTWARE
        exif.get_ifd(0x8825).update({1: "N", 2: (52.0, 31.0, 12.0), 3: "E", 4: (13.0, 24.0, 18.0)})
        options["exif"] = exif
        upright = size[::-1] if orientation >= 5 else size
    image.save(data, kind, **options)
    return data.getvalue(), upright, {"JPEG": "jpg", "PNG": "png", "WEBP": "webp", "HEIF": "heic", "TIFF": "tif"}[kind]


def story(number, generator):
    """A story of 20 to 10,000 characters, in many scripts."""
    length = 10_000 if number % 50 == 0 else generator.randrange(1, 12)
    if length == 10_000:
        return ("The longest story of all. " * 400)[:9_990]
    return " ".join(generator.choice(SENTENCES) for _ in range(length)) + " (and more)"


def is_on_page(number):
    """Whether an artwork is posted and answered in the page: one of ten, in all formats, and none without a story."""
    return number % 10 == number // 10 % 9


class Member:
    """Somebody of the family, with a client of their own."""

    def __init__(self, client, user, email):
        self.client, self.user, self.email = client, user, email

    @classmethod
    async def signed_in(cls, url, key, email, password):
        client = await create_async_client(url, key)
        answer = await client.auth.sign_in_with_password({"email": email, "password": password})
        return cls(client, answer.user.id, email)

    @classmethod
    async def invited(cls, url, key, email, code):
        client = await create_async_client(url, key)
        answer = await client.auth.sign_up({"email": email, "password": PASSWORD, "options": {"data": {"invite_code": code}}})
        require(answer.session is not None, "signing up by an invite gives a session")
        return cls(client, answer.user.id, email)

    def table(self, name):
        return self.client.table(name)

    async def refused(self, query, sentence):
        try:
            answer = await query.execute()
        except Exception:
            return
        require(not answer.data, sentence)


class Year:
    def __init__(self, options):
        self.options = options
        self.generator = random.Random(options.seed)
        self.heard = []
        self.sizes = {}

    async def run(self):
        begun = time.monotonic()
        await self.gather()
        listening = await self.listen()
        async with Browser() as browser:
            await self.open_pages(browser)
            await self.post()
            await self.answer()
            await self.delete_and_bring_back()
            await self.read()
            await self.search()
            await self.print_book()
            require(not browser.complaints, f"the page has nothing to complain about: {browser.complaints}")
        await self.compare_heard(listening)
        await self.refusals()
        await self.leave()
        self.search_logs()
        print(f"all in {time.monotonic() - begun:.0f} s")

    async def gather(self):
        """Everybody joins, by invites of each role."""
        url, key = self.options.url, self.options.key
        self.owner = await Member.signed_in(url, key, self.options.owner, self.options.password)
        families = (await self.owner.table("families").select("id,name").execute()).data
        require(len(families) == 1, "the owner is in one family")
        self.family = families[0]["id"]
        self.members = {"owner": self.owner}
        for role in ("parent", "member", "viewer"):
            invite = (await self.owner.table("family_invites").insert(
                {"family_id": self.family, "role": role, "nickname": f"The {role}", "created_by": self.owner.user}).execute()).data[0]
            require(re.fullmatch("[A-Z2-9]{8}", invite["code"]), "an invite has a code of eight characters")
            self.members[role] = await Member.invited(url, key, f"{role}@example.org", invite["code"])
        for role, member in self.members.items():
            answered = (await member.client.rpc("get_family_role", {"family_uuid": self.family}).execute()).data
            require(answered == role, f"the {role} has the role {answered}")
        self.children = (await self.owner.table("children").insert([
            {"family_id": self.family, "name": "Mia", "birth_date": "2021-03-01", "avatar_color": "#3366CC"},
            {"family_id": self.family, "name": "Noah", "birth_date": "2024-02-29"}]).execute()).data
        print("joined: 4 members, 2 children")

    async def listen(self):
        joined = asyncio.Event()
        channel = self.members["viewer"].client.channel("family")
        for table in ("artworks", "artwork_reactions", "artwork_comments"):
            channel.on_postgres_changes("*", schema="public", table=table, callback=self.heard.append)
        await channel.subscribe(lambda status, error: joined.set() if str(status).endswith("SUBSCRIBED") else None)
        await asyncio.wait_for(joined.wait(), 20)
        return channel

    async def open_pages(self, browser):
        """Everybody signs in on a phone too."""
        self.pages = {}
        for role, member in self.members.items():
            password = self.options.password if role == "owner" else PASSWORD
            self.pages[role] = await browser.sign_in(self.options.url, member.email, password)
            require(await self.pages[role].may_add() == (role != "viewer"), f"the page lets the {role} do what the role may")

    async def post(self):
        """Artworks over a year, in all formats, by all who may add them."""
        makers = ["owner", "parent", "member"]
        first = datetime.date(2025, 1, 1)
        self.artworks = []
        waits = []
        for number in range(self.options.artworks):
            role, child = makers[number % 3], self.children[number % 2]
            data, upright, suffix = picture(number, self.generator)
            moment = picture(0, self.generator)[0] if number % 4 == 0 else None
            day = str(first + datetime.timedelta(days=number * 365 // self.options.artworks))
            text = story(number, self.generator)
            if is_on_page(number):
                begun = time.monotonic()
                posted = await self.pages[role].post(
                    child["name"], text, day, (f"{number}.{suffix}", data), (f"{number}-moment.jpg", moment) if moment else None)
                waits.append(time.monotonic() - begun)
                artwork = (await self.owner.table("artworks").select("*").eq("id", posted).single().execute()).data
                require(artwork["story"] == text and artwork["created_date"] == day and artwork["child_id"] == child["id"]
                        and artwork["uploaded_by"] == self.members[role].user and bool(artwork["moment_photo_url"]) == bool(moment),
                        f"artwork {number} is as it was entered in the page")
            else:
                artwork = await self.post_by_client(self.members[role], child, number, text, day, (data, suffix), moment)
            self.sizes[artwork["id"]] = upright
            self.artworks.append(artwork)
        print(f"posted: {len(self.artworks)} artworks, {len(waits)} of them in the page, where each took {sum(waits) / len(waits):.1f} s "
              f"and at most {max(waits):.1f} s")

    async def post_by_client(self, maker, child, number, text, day, data, moment):
        """Adds an artwork, and returns its row; `data` is (bytes, suffix)."""
        name = f"{self.family}/{number}.{data[1]}"
        await maker.client.storage.from_("artworks").upload(name, data[0], {"content-type": f"image/{data[1]}"})
        row = {"family_id": self.family, "child_id": child["id"], "image_url": name, "created_date": day, "story": text}
        if moment:
            row["moment_photo_url"] = f"{self.family}/{number}-moment.jpg"
            await maker.client.storage.from_("artworks").upload(row["moment_photo_url"], moment)
        if number % 20 == 19:
            row |= {"story": None, "title": f"Old picture {number}"}
        return (await maker.table("artworks").insert(row).execute()).data[0]

    async def answer(self):
        """Everybody reacts and comments; some change their mind."""
        reactions = comments = in_page = 0
        for number, artwork in enumerate(self.artworks):
            for role, member in self.members.items():
                kinds = []
                if self.generator.random() < 0.4:
                    kinds = self.generator.sample(KINDS, 2 if self.generator.random() < 0.2 else 1)
                    reactions += 1
                text = f"So lovely, says the {role}! 💛" if self.generator.random() < 0.2 else None
                comments += text is not None
                if role == "viewer" and is_on_page(number):
                    page = self.pages[role]
                    await page.show(artwork["id"])
                    await page.react(kinds)
                    if text:
                        await page.comment(text)
                    in_page += bool(kinds) + bool(text)
                    continue
                for kind in kinds:
                    await member.table("artwork_reactions").insert(
                        {"artwork_id": artwork["id"], "user_id": member.user, "emoji_type": kind}).execute()
                if text:
                    await member.table("artwork_comments").insert(
                        {"artwork_id": artwork["id"], "user_id": member.user, "text": text}).execute()
        counted = (await self.owner.table("artwork_reactions").select("*", count="exact", head=True).execute()).count
        require(counted == reactions, f"{reactions} reactions were kept, {counted} are counted")
        counted = (await self.owner.table("artwork_comments").select("*", count="exact", head=True).execute()).count
        require(counted == comments, f"{comments} comments were kept, {counted} are counted")
        print(f"answered: {reactions} reactions, {comments} comments, {in_page} of them by the viewer in the page")

    async def delete_and_bring_back(self):
        """The parent deletes artworks in the page, which nobody sees until they are brought back."""
        viewer, page = self.members["viewer"], self.pages["parent"]
        self.brought_back = [artwork["id"] for number, artwork in enumerate(self.artworks) if number % 50 == 3]
        for artwork in self.brought_back:
            await page.show(artwork)
            await page.delete()
            seen = (await viewer.table("artworks").select("id").eq("id", artwork).execute()).data
            require(seen == [], "a deleted artwork is hidden")
            await page.bring_back()
            seen = (await viewer.table("artworks").select("id,artwork_comments(count)").eq("id", artwork).execute()).data
            require(len(seen) == 1, "an artwork that was brought back is seen again")
        print(f"deleted and brought back in the page: {len(self.brought_back)} artworks")

    async def read(self):
        """The viewer reads the whole feed, and every picture without a header."""
        viewer = self.members["viewer"]
        feed, asked = [], 20
        while True:
            page = (await viewer.table("artworks").select("*, children(*), artwork_comments(count)").neq("story", "")
                    .order("created_date", desc=True).order("id").range(len(feed), len(feed) + asked - 1).execute()).data
            feed += page
            if len(page) < asked:
                break
        with_story = sum(1 for artwork in self.artworks if artwork["story"])
        require(len(feed) == with_story, f"the feed has {len(feed)} of {with_story} artworks with a story")
        days = [artwork["created_date"] for artwork in feed]
        require(days == sorted(days, reverse=True), "the feed begins with the newest")
        for artwork in feed:
            require(artwork["title"] and len(artwork["title"]) <= 200, "every artwork has a title")
            require(artwork["children"]["initial"] in "MN", "a child has its initial")
            for column in ("image_url", "thumbnail_url", "moment_photo_url"):
                if artwork[column]:
                    self.check_picture(artwork[column], self.sizes[artwork["id"]] if column == "image_url" else None)
        print(f"read: {len(feed)} stories with their pictures")

    async def search(self):
        """The page finds the few stories that are very long."""
        expected = sum("longest story of all" in (artwork["story"] or "") for artwork in self.artworks)
        found = await self.pages["viewer"].search("LONGEST all")
        require(found == expected, f"the page finds {found} of {expected} long stories")
        print(f"searched in the page: {found} stories found")

    async def print_book(self):
        """The viewer orders the book of the year in the page, and downloads it."""
        begun = time.monotonic()
        said, book = await self.pages["viewer"].order_book("The year 2025", "For Grandma, who asked for it on paper.", 600)
        counted = re.search(r"(\d+) artworks?, (\d+) pages?", said)
        require(counted and int(counted[1]) == len(self.artworks), f"the book has all artworks: {said}")
        require("Mia, Noah" in said and "2025" in said, f"the list tells the book from others: {said}")
        require(book.startswith(b"%PDF-"), "the book is a PDF")
        if self.options.book:
            pathlib.Path(self.options.book).write_bytes(book)
        print(f"printed in the page: a book of {counted[2]} pages and {len(book) / 1e6:.1f} MB, in {time.monotonic() - begun:.0f} s")

    def check_picture(self, url, size):
        with urllib.request.urlopen(url, timeout=60) as answer:
            data = answer.read()
        require(SECRET_SOFTWARE.encode() not in data, "the camera's name is gone from a picture")
        image = Image.open(io.BytesIO(data))
        require(not image.getexif() and "xmp" not in image.info and "icc_profile" not in image.info or image.format == "PNG",
                f"a {image.format} has no metadata")
        require(size is None or image.size == size, f"a picture of {size} is upright, not {image.size}")

    async def compare_heard(self, channel):
        """Everything that happened was heard, in order."""
        expected = [artwork["id"] for artwork in self.artworks] + self.brought_back
        deadline = time.monotonic() + 20

        def heard(table, verb):
            return [change["data"] for change in self.heard if change["data"]["table"] == table and change["data"]["type"] == verb]
        while len(heard("artworks", "INSERT")) < len(expected) and time.monotonic() < deadline:
            await asyncio.sleep(0.2)
        inserted = [change["record"]["id"] for change in heard("artworks", "INSERT")]
        require(inserted == expected, f"{len(inserted)} of {len(expected)} new and recovered artworks were heard, in order")
        deleted = [change["old_record"]["id"] for change in heard("artworks", "DELETE")]
        require(deleted == self.brought_back, f"{len(deleted)} of {len(self.brought_back)} deleted artworks were heard, in order")
        print(f"heard: {len(self.heard)} changes, {len(heard('artwork_reactions', 'UPDATE'))} of them of replaced reactions")
        await channel.unsubscribe()

    async def refusals(self):
        """What each role may not do, is not done."""
        viewer, member, parent = (self.members[role] for role in ("viewer", "member", "parent"))
        artwork = next(artwork for artwork in self.artworks if artwork["uploaded_by"] == self.owner.user)["id"]
        row = {"family_id": self.family, "child_id": self.children[0]["id"], "image_url": f"{self.family}/0.jpg",
               "story": "A story by somebody who may not", "created_date": "2025-01-01"}
        await viewer.refused(viewer.table("artworks").insert(row), "a viewer adds no artwork")
        await viewer.refused(viewer.table("artworks").delete().eq("id", artwork), "a viewer deletes no artwork")
        await member.refused(member.table("artworks").update({"title": "Mine"}).eq("id", artwork), "a member changes no other's artwork")
        await member.refused(member.table("family_invites").select("*"), "a member reads no invites")
        await parent.refused(parent.table("families").delete().eq("id", self.family), "a parent does not delete the family")
        stranger = await create_async_client(self.options.url, self.options.key)
        for table in ("families", "children", "artworks", "artwork_comments", "artwork_reactions", "family_members"):
            seen = (await stranger.table(table).select("*").execute()).data
            require(seen == [], f"a stranger sees nothing of {table}")
        print("refused: 5 attempts; a stranger sees nothing in 6 tables")

    async def leave(self):
        """The member's account goes; what was added stays."""
        member = self.members["member"]
        await member.client.rpc("delete_my_account").execute()
        left = (await self.owner.table("family_members").select("role").execute()).data
        require(sorted(row["role"] for row in left) == ["owner", "parent", "viewer"], "the member is gone")
        count = (await self.owner.table("artworks").select("*", count="exact", head=True).execute()).count
        require(count == len(self.artworks), "the member's artworks stay")
        for role in ("viewer", "parent", "owner"):
            await self.members[role].client.auth.sign_out()
        print("left: one account deleted, three signed out")

    def search_logs(self):
        text = pathlib.Path(self.options.log).read_text(errors="replace")
        words = ["Mia", "Noah", "Lovelace", "smiling", "kitchen floor", "lovely", "example.org", "moment.jpg", "token=", self.family, SECRET_SOFTWARE]
        found = [word for word in words if word in text]
        require(not found, f"the log has {json.dumps(found)}")
        print(f"searched: {len(text.splitlines())} lines of the log, nothing private")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name in ("url", "key", "owner", "password", "log"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--artworks", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--book")
    try:
        asyncio.run(Year(parser.parse_args()).run())
    except Mismatch as mismatch:
        raise SystemExit(f"not as it should be: {mismatch}")
