"""Compares what can be read of forms before and after flattening.

usage: readable.py --program PATH [--keep DIR] FORM...

Every form with fields is flattened by the program. Printed are the words that pdftotext finds in the form and not in the
result, and the pixels that pdftoppm draws dark in the form and light in the result, each with its page and place. Push
buttons are left out of both, since flattening leaves out those that show no picture, and so is the ink of text that viewers
draw themselves. Exits with status 1 if anything is
missing.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from collections import Counter

RESOLUTION = 60
PUSH_BUTTON = 1 << 16
# So few pixels differ where the edges of letters fall on other parts of a pixel.
MOST_PIXELS = 3
DARK = bytes(1 if value < 128 else 0 for value in range(256))
LIGHT = bytes(1 if value > 224 else 0 for value in range(256))


def run(*command):
    return subprocess.run(command, capture_output=True, timeout=600)


class Form:
    """The pages of a form and the places of its push buttons, in points from the top left."""

    def __init__(self, path):
        answer = run("qpdf", "--json=2", "--json-key=acroform", "--json-key=qpdf", "--json-key=pages", path)
        read = json.loads(answer.stdout.decode(errors="replace")) if answer.stdout else {}
        form = read.get("acroform", {})
        self.has_fields = bool(form.get("fields"))
        self.buttons = {}
        self.redrawn = {}
        if not self.has_fields:
            return
        objects = read["qpdf"][1]
        for field in form["fields"]:
            page = field["pageposfrom1"]
            is_button = field["fieldtype"] == "/Btn"
            if not page or is_button and not field["fieldflags"] & PUSH_BUTTON:
                continue
            widget = objects["obj:" + field["annotation"]["object"]]["value"]
            box = self.place(widget.get("/Rect", []), page, read["pages"], objects)
            if is_button:
                self.buttons.setdefault(page, []).append(box)
            elif form["needappearances"] or "/AP" not in widget:
                self.redrawn.setdefault(page, []).append(box)

    @staticmethod
    def place(rectangle, page, pages, objects):
        node = objects["obj:" + pages[page - 1]["object"]]["value"]
        inherited = {}
        while node:
            for key in ("/CropBox", "/MediaBox", "/Rotate"):
                inherited.setdefault(key, node.get(key))
                if inherited[key] is None:
                    del inherited[key]
            parent = node.get("/Parent")
            node = objects["obj:" + parent]["value"] if parent else None
        box = inherited.get("/CropBox") or inherited.get("/MediaBox")
        turn = inherited.get("/Rotate", 0) % 360
        if not isinstance(box, list) or len(rectangle) != 4:
            return (0, 0, 0, 0)
        left, bottom, right, top = box
        points = []
        for x, y in (rectangle[:2], rectangle[2:]):
            points.append({
                0: (x - left, top - y), 90: (y - bottom, x - left), 180: (right - x, y - bottom),
                270: (top - y, right - x)}.get(turn, (0, 0)))
        xs, ys = zip(*points)
        return (min(xs) - 2, min(ys) - 2, max(xs) + 2, max(ys) + 2)

    def is_button(self, page, x, y):
        return self.contains(self.buttons, page, x, y)

    def has_own_ink(self, page, x, y):
        """Whether a place shows what the form shows, neither a push button nor text that is drawn again in another font."""
        return not self.is_button(page, x, y) and not self.contains(self.redrawn, page, x, y)

    @staticmethod
    def contains(boxes, page, x, y):
        return any(l <= x <= r and t <= y <= b for l, t, r, b in boxes.get(page, []))


WORD = re.compile(r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>')


def words(path):
    """The words of each page, with their middles."""
    text = run("pdftotext", "-cropbox", "-bbox", path, "-").stdout.decode(errors="replace")
    pages = []
    for part in text.split("<page ")[1:]:
        found = []
        for left, top, right, bottom, word in WORD.findall(part):
            found.append((word, (float(left) + float(right)) / 2, (float(top) + float(bottom)) / 2))
        pages.append(found)
    return pages


def pictures(path, folder):
    """The pages in gray: width, height and pixels."""
    run("pdftoppm", "-cropbox", "-r", str(RESOLUTION), "-gray", path, folder / "page")
    pages = []
    for file in sorted(folder.glob("page*")):
        data = file.read_bytes()
        header = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", data)
        pages.append((int(header[1]), int(header[2]), data[header.end():]))
        file.unlink()
    return pages


def missing_pixels(before, after):
    if before[:2] != after[:2]:
        return None
    both = int.from_bytes(before[2].translate(DARK), "big") & int.from_bytes(after[2].translate(LIGHT), "big")
    flags = both.to_bytes(len(before[2]), "big")
    place = flags.find(1)
    while place >= 0:
        yield place % before[0], place // before[0]
        place = flags.find(1, place + 1)


def compare(path, program, folder, keep):
    """What of a form is missing when it is flat; None for a file that is no form."""
    form = Form(path)
    if not form.has_fields:
        return None
    flat = folder / "flat.pdf"
    flat.unlink(missing_ok=True)
    answer = run(program, "flatten", path, "-o", flat)
    if answer.returncode:
        return ["refused: " + answer.stderr.decode(errors="replace").strip()[:200]]
    if keep:
        (keep / (path.stem + ".flat.pdf")).write_bytes(flat.read_bytes())
    found = []
    complaint = run("pdftotext", flat, "-").stderr.decode(errors="replace")
    if "XObject" in complaint:
        found.append("pdftotext: " + complaint.splitlines()[0])
    scale = 72 / RESOLUTION
    for page, (old, new) in enumerate(zip(words(path), words(flat)), 1):
        left = Counter(word for word, _, _ in new)
        lost = []
        for word, x, y in old:
            if left[word] > 0:
                left[word] -= 1
            elif not form.is_button(page, x, y):
                lost.append(f"{word}@{x:.0f},{y:.0f}")
        if lost:
            found.append(f"page {page}: {len(lost)} words: " + " ".join(lost[:12]))
    for page, (old, new) in enumerate(zip(pictures(path, folder), pictures(flat, folder)), 1):
        pixels = missing_pixels(old, new)
        lost = [(x, y) for x, y in pixels or [] if form.has_own_ink(page, x * scale, y * scale)]
        if pixels is None or len(lost) > MOST_PIXELS:
            places = sorted({(int(x * scale) // 40 * 40, int(y * scale) // 40 * 40) for x, y in lost})
            found.append(f"page {page}: {len(lost)} pixels, near {places[:8]}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--keep", type=pathlib.Path, help="keep the flat forms in this folder")
    parser.add_argument("forms", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    count, worse = 0, 0
    with tempfile.TemporaryDirectory() as name:
        for path in arguments.forms:
            found = compare(path, arguments.program, pathlib.Path(name), arguments.keep)
            if found is None:
                continue
            count += 1
            worse += bool(found)
            for line in found:
                print(f"{path}: {line}", flush=True)
    print(f"{count} forms, {worse} of which something is missing")
    sys.exit(1 if worse else 0)


if __name__ == "__main__":
    main()
