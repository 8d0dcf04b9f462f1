"""The parts of the benchmarks about families: the pictures of artworks, and the feed of their stories."""

import io
import json
import os
import random
import re
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from PIL import Image

from http_bench import PROGRAM, baseline, formwright, hey, wrk
from measure import compared, median, rounded, run, say

PASSWORD = "correct horse battery"
FEED = "/rest/v1/artworks?select=*,children(*)&story=neq.&order=created_date.desc&limit=20"


def photo(generator, size=(4000, 3000)):
    """A picture with the detail of a photo, since flat colours would cost nothing to decode."""
    small = Image.frombytes("RGB", (size[0] // 8, size[1] // 8), generator.randbytes(size[0] // 8 * (size[1] // 8) * 3))
    grain = Image.effect_noise(size, 24).convert("RGB")
    return Image.blend(small.resize(size, Image.Resampling.BICUBIC), grain, 0.3)


def photos(folder, count):
    """Writes JPEG files of 12 megapixels, all different, of ten pictures."""
    generator = random.Random(1)
    kept = []
    for _ in range(min(count, 10)):
        data = io.BytesIO()
        photo(generator).save(data, "JPEG", quality=92, subsampling=2)
        kept.append(data.getvalue())
    files = []
    for number in range(count):
        data, comment = kept[number % len(kept)], f"{number}".encode()
        file = folder / f"{number}.jpg"
        # A comment behind the first marker makes another file with the same pixels.
        file.write_bytes(data[:2] + b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment + data[2:])
        files.append(file)
    return files


def states(*arguments):
    """Returns the number of documents by state."""
    printed = subprocess.run([PROGRAM, "status", "--json", *arguments], check=True, capture_output=True).stdout
    return json.loads(printed)["documents"]


def artwork_pictures(bench):
    """CPU time of the stages check and thumbnail, against three runs of vipsthumbnail that make the same sizes."""
    count = 8 if bench.quick else 200
    with tempfile.TemporaryDirectory(dir=bench.folder) as folder:
        folder = Path(folder)
        files = photos(folder, count)
        thumbnails = 0.0
        for size in (4000, 2000, 500):
            (folder / str(size)).mkdir()
            thumbnails += run(
                ["vipsthumbnail", "--size", f"{size}x{size}>", "--export-profile", "srgb",
                 "--output", f"{folder}/{size}/%s.jpg[Q=90,strip]", *map(str, files)], {"VIPS_CONCURRENCY": "1"}).cpu
        say(f"the stages of {count} photos")
        store = ["--store", str(folder / "store")]
        subprocess.run(
            [PROGRAM, "documents", "add", "--kind", "artwork", *store, *map(str, files)], check=True,
            stdout=subprocess.DEVNULL)
        worker = subprocess.Popen([PROGRAM, "worker", *store, "--log-level", "error"])
        while True:
            time.sleep(1)
            documents = states(*store)
            if documents["ready"] == count:
                break
            if documents["failed"]:
                raise SystemExit(f"bench: photos failed: {documents}")
        worker.send_signal(signal.SIGTERM)
        _, _, usage = os.wait4(worker.pid, 0)
        worker.returncode = 0
    ours = (usage.ru_utime + usage.ru_stime) * 1000
    return {"photos": count, **compared(ours / count, thumbnails / count, 1.2)}


class Family:
    """A family with one child and its artworks at a service, and the headers of its owner."""

    def __init__(self, server, artworks):
        self.server = server
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as password:
            password.write(PASSWORD)
            password.flush()
            subprocess.run(
                [PROGRAM, "families", "create", "The Lovelaces", "--owner", "ada@example.org", "--password-file",
                 password.name, "--store", server.store], check=True, stdout=subprocess.DEVNULL)
        printed = subprocess.run(
            [PROGRAM, "families", "keys", "--store", server.store], check=True, capture_output=True, text=True).stdout
        self.headers = {"apikey": re.search(r"eyJ\S+", printed).group(0), "Content-Type": "application/json"}
        session = self.post("/auth/v1/token?grant_type=password", {"email": "ada@example.org", "password": PASSWORD})
        self.headers["Authorization"] = f"Bearer {session['access_token']}"
        self.id = json.loads(server.request("GET", "/rest/v1/families", headers=self.headers)[1])[0]["id"]
        child = self.post("/rest/v1/children", {"family_id": self.id, "name": "Mia", "birth_date": "2019-05-04"})[0]
        data = io.BytesIO()
        photo(random.Random(2), (800, 600)).save(data, "JPEG")
        self.picture = f"{self.id}/{child['id']}/sun.jpg"
        server.request(
            "POST", f"/storage/v1/object/artworks/{self.picture}", data.getvalue(),
            {**self.headers, "Content-Type": "image/jpeg"})
        rows = [
            {"child_id": child["id"], "family_id": self.id, "image_url": self.picture,
             "created_date": f"{2020 + number % 6}-{number % 12 + 1:02}-{number % 28 + 1:02}",
             "story": f"Mia said number {number} is the sun, and that it smiles because it is her birthday."}
            for number in range(artworks)
        ]
        for start in range(0, artworks, 500):
            self.post("/rest/v1/artworks", rows[start:start + 500])

    def post(self, path, value):
        _, data = self.server.request(
            "POST", path, json.dumps(value), {**self.headers, "Prefer": "return=representation"})
        return json.loads(data)


def feed(bench):
    """The first 20 of 10,000 artworks with children: against a constant body behind the same check, and p99 under load."""
    artworks, seconds = (1000, 1) if bench.quick else (10_000, 5)
    with formwright(bench.folder) as server:
        family = Family(server, artworks)
        _, body = server.request("GET", FEED, headers=family.headers)
        if len(json.loads(body)) != 20:
            raise SystemExit(f"bench: {FEED}: {body[:300]!r}")
        headers = [f"{name}: {family.headers[name]}" for name in ("apikey", "Authorization")]
        with baseline(len(body), "--store", server.store) as bare:
            ours, theirs = [], []
            for _ in range(1 if bench.quick else 3):
                ours.append(wrk(server.port, FEED, seconds, *headers))
                theirs.append(wrk(bare.port, "/project/body", seconds, *headers))
        rate, constant = median(ours), median(theirs)
        result = {
            "artworks": artworks, "bytes": len(body), "perSecond": rounded(rate), "constant": rounded(constant),
            "ratio": rounded(rate / constant), "limit": 0.25, "met": rate / constant >= 0.25,
        }
        return {**result, "underLoad": feed_under_load(bench, server, family, headers)}


def feed_under_load(bench, server, family, headers):
    """The 99th percentile of the feed at 50 requests a second, idle and while all cores make thumbnails."""
    seconds = 3 if bench.quick else 15
    idle = hey(server.port, FEED, seconds, *headers)
    with tempfile.TemporaryDirectory(dir=bench.folder) as folder:
        files = [file.read_bytes() for file in photos(Path(folder), 10 if bench.quick else 60)]
    for number, data in enumerate(files):
        server.request(
            "POST", f"/storage/v1/object/artworks/{family.id}/load/{number}.jpg", data,
            {**family.headers, "Content-Type": "image/jpeg"})
    busy = hey(server.port, FEED, seconds, *headers)
    documents = states("--store", server.store)
    working = documents["imported"] + documents["processing"]
    limit = max(5 * idle, 20)
    return {"idleMilliseconds": rounded(idle), "busyMilliseconds": rounded(busy), "limit": rounded(limit),
            "met": busy <= limit, "stillWorking": working}


PARTS = {"artwork-pictures": artwork_pictures, "feed": feed}
