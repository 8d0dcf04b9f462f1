"""Four members of a family use a service for a year, by PyPI's unmodified Supabase client; run by tools/family-year.

Prints what was done and counted, and ends with status 1 at the first thing that is not as it should be.
"""

import argparse
import asyncio
import datetime
import io
import json
import pathlib
import random
import re
import time
import urllib.request

import pillow_heif
from PIL import Image, ImageDraw
from supabase import create_async_client

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
        await self.post()
        await self.answer()
        await self.read()
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

    async def post(self):
        """Artworks over a year, in all formats, by all who may add them."""
        makers = [self.members[role] for role in ("owner", "parent", "member")]
        day = datetime.date(2025, 1, 1)
        self.artworks = []
        for number in range(self.options.artworks):
            maker = makers[number % 3]
            data, upright, suffix = picture(number, self.generator)
            name = f"{self.family}/{number}.{suffix}"
            await maker.client.storage.from_("artworks").upload(name, data, {"content-type": f"image/{suffix}"})
            row = {
                "family_id": self.family, "child_id": self.children[number % 2]["id"], "image_url": name,
                "created_date": str(day + datetime.timedelta(days=number * 365 // self.options.artworks)),
                "story": story(number, self.generator),
            }
            if number % 4 == 0:
                moment = f"{self.family}/{number}-moment.jpg"
                await maker.client.storage.from_("artworks").upload(moment, picture(0, self.generator)[0])
                row["moment_photo_url"] = moment
            if number % 20 == 19:
                row |= {"story": None, "title": f"Old picture {number}"}
            answer = (await maker.table("artworks").insert(row).execute()).data[0]
            self.sizes[answer["id"]] = upright
            self.artworks.append(answer)
        print(f"posted: {len(self.artworks)} artworks")

    async def answer(self):
        """Everybody reacts and comments; some change their mind."""
        reactions = comments = 0
        for number, artwork in enumerate(self.artworks):
            for role, member in self.members.items():
                if self.generator.random() < 0.4:
                    kinds = self.generator.sample(KINDS, 2 if self.generator.random() < 0.2 else 1)
                    for kind in kinds:
                        await member.table("artwork_reactions").insert(
                            {"artwork_id": artwork["id"], "user_id": member.user, "emoji_type": kind}).execute()
                    reactions += 1
                if self.generator.random() < 0.2:
                    await member.table("artwork_comments").insert(
                        {"artwork_id": artwork["id"], "user_id": member.user, "text": f"So lovely, says the {role}! 💛"}).execute()
                    comments += 1
        counted = (await self.owner.table("artwork_reactions").select("*", count="exact", head=True).execute()).count
        require(counted == reactions, f"{reactions} reactions were kept, {counted} are counted")
        counted = (await self.owner.table("artwork_comments").select("*", count="exact", head=True).execute()).count
        require(counted == comments, f"{comments} comments were kept, {counted} are counted")
        print(f"answered: {reactions} reactions, {comments} comments")

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
        rows = {"artworks": len(self.artworks)}
        deadline = time.monotonic() + 20

        def heard(table, verb):
            return [change["data"] for change in self.heard if change["data"]["table"] == table and change["data"]["type"] == verb]
        while len(heard("artworks", "INSERT")) < rows["artworks"] and time.monotonic() < deadline:
            await asyncio.sleep(0.2)
        inserted = [change["record"]["id"] for change in heard("artworks", "INSERT")]
        require(inserted == [artwork["id"] for artwork in self.artworks],
                f"{len(inserted)} of {rows['artworks']} new artworks were heard, in order")
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
    try:
        asyncio.run(Year(parser.parse_args()).run())
    except Mismatch as mismatch:
        raise SystemExit(f"not as it should be: {mismatch}")
