"""The part of the benchmarks about storybooks: the same book set by Formwright and WeasyPrint, with the bytes of the same
pictures passed through."""

import html
import json
import random
import sys
from pathlib import Path

from measure import alternating, compared, median, rounded, run, say
from typesetting_bench import WEASYPRINT, pages

PROGRAM = str(Path(__file__).resolve().parent.parent / ".build/release/StorybookBenchmark")

WORDS = ("the sun laughed because a cat fell into pond and Papa was behind our house with red door where stork lives "
         "on blue roof while flowers grew as tall as me").split()

STYLE = """
@page { size: A4; margin: 14mm 14mm 19mm 19mm; @bottom-right { content: counter(page); font: 8pt "URW Gothic" } }
@page :left { margin: 14mm 19mm 19mm 14mm }
body { font: 11pt/1.5 "C059", "Noto Serif", serif; margin: 0; color: #292929 }
section { break-before: page; position: relative }
.child { font: 600 15pt "URW Gothic", sans-serif; color: #a8154a }
.child b { display: inline-block; width: 34pt; height: 34pt; border-radius: 17pt; background: #e91e63; color: white;
           text-align: center; line-height: 34pt; margin-right: 11pt }
.date { font: 9.5pt "URW Gothic", sans-serif; color: #666; margin-left: 45pt }
.card { background: #fdeaf1; border-radius: 7pt; padding: 15pt; margin: 14pt 0; font-size: 12.5pt }
.artwork { display: block; margin: 0 auto; max-width: 100%; max-height: 105mm; border: 0.5pt solid #ccc }
h2 { font-size: 18pt; text-align: center; color: #a8154a; margin: 9pt 0 7pt }
.reactions { text-align: center; font: 600 9.5pt "URW Gothic" } .reactions svg { width: 14pt; height: 14pt }
.comments { columns: 2; column-gap: 20pt; border-top: 0.6pt solid #f7b1ca; padding-top: 9pt; font-size: 9.5pt }
.comments p { margin: 0 0 8pt; break-inside: avoid } .comments b { font: 600 8pt "URW Gothic"; color: #a8154a }
"""

HEART = ('<svg viewBox="0 0 24 24"><path fill="#e91e63" d="M12 21C5 15.6 1.8 12.4 1.8 8.4C1.8 5 4.2 2.8 7 2.8C9.1 2.8 11 4 '
         '12 5.9C13 4 14.9 2.8 17 2.8C19.8 2.8 22.2 5 22.2 8.4C22.2 12.4 19 15.6 12 21Z"/></svg>')


def sentence(chance, count):
    return " ".join(chance.choice(WORDS) for _ in range(count)).capitalize() + "."


def picture(file, number):
    """Writes a JPEG of 4 megapixels that looks like paper with paint on it, and is about as large as a photo of one."""
    from PIL import Image, ImageDraw

    chance = random.Random(number)
    image = Image.blend(Image.new("RGB", (2_400, 1_800), (248, 246, 238)),
                        Image.effect_noise((2_400, 1_800), 40).convert("RGB"), 0.15)
    draw = ImageDraw.Draw(image)
    for _ in range(40):
        x, y, size = chance.randrange(2_200), chance.randrange(1_600), chance.randrange(60, 400)
        draw.ellipse([x, y, x + size, y + size], fill=tuple(chance.randrange(256) for _ in range(3)))
    image.save(file, quality=88)


def book(bench, count):
    """Returns a book of artworks as JSON, and writes its pictures."""
    # In a process of its own, since Linux counts what this one has at the time of a fork as the child's memory.
    run([sys.executable, __file__, str(bench.folder), str(count)])
    artworks = []
    for number in range(count):
        file = bench.folder / f"picture-{number}.jpg"
        chance = random.Random(number)
        artworks.append({
            "name": "Ada", "color": "#E91E63", "birth": "2020-02-10", "title": sentence(chance, 4),
            "story": " ".join(sentence(chance, 12) for _ in range(6)),
            "date": f"2025-{number % 12 + 1:02}-{number % 28 + 1:02}", "picture": str(file), "moment": None,
            "reactions": {"heart": 3, "star": 1, "sparkles": 2},
            "comments": [["Grandma", "2025-12-30", sentence(chance, 14)] for _ in range(4)],
        })
    return {"title": "A year of drawings", "names": ["Ada"], "artworks": artworks}


def as_html(content):
    """The same book in HTML."""
    parts = [f"<html lang=en><title>{content['title']}</title><style>{STYLE}</style><h1>{content['title']}</h1>"]
    for artwork in content["artworks"]:
        comments = "".join(f"<p><b>{name}</b> {date}<br>{html.escape(text)}" for name, date, text in artwork["comments"])
        reactions = "".join(f"{HEART} {count} " for count in artwork["reactions"].values())
        parts.append(
            f"<section><div class=child><b>A</b>{artwork['name']}</div><div class=date>{artwork['date']} · Age 5</div>"
            f"<div class=card>{html.escape(artwork['story'])}</div>"
            f"<img class=artwork src=\"file://{artwork['picture']}\" alt=\"{html.escape(artwork['title'])}\">"
            f"<h2>{html.escape(artwork['title'])}</h2><div class=reactions>{reactions}</div>"
            f"<div class=comments>{comments}</div></section>")
    return "".join(parts)


def storybook(bench):
    """Wall time of a book compared with WeasyPrint, as whole processes; and memory, by the number of artworks."""
    count = 20 if bench.quick else 200
    content = book(bench, count)
    source, page = bench.folder / "book.json", bench.folder / "book.html"
    page.write_text(as_html(content))
    few = bench.folder / "few.json"
    few.write_text(json.dumps({**content, "artworks": content["artworks"][: count // 4]}))
    source.write_text(json.dumps(content))
    ours_pdf, weasy_pdf = bench.folder / "book.pdf", bench.folder / "weasy.pdf"
    memory = {part: run([PROGRAM, str(file), str(ours_pdf)]).memory for part, file in (("few", few), ("all", source))}
    ours, theirs = alternating(
        1 if bench.quick else 3, lambda: run([PROGRAM, str(source), str(ours_pdf)]).wall,
        lambda: run([sys.executable, "-c", WEASYPRINT, str(page), str(weasy_pdf)]).wall)
    result = {
        "artworks": count, **compared(median(ours), median(theirs), 0.2),
        "pages": {"ours": pages(ours_pdf), "weasyPrint": pages(weasy_pdf)},
        "bytes": {"ours": ours_pdf.stat().st_size, "weasyPrint": weasy_pdf.stat().st_size},
        "megabytes": {
            f"{count // 4} artworks": rounded(memory["few"]), f"{count} artworks": rounded(memory["all"]), "limit": 300,
            "met": memory["all"] <= 300},
    }
    say(f"a book of {count} artworks: {result['ratio']} x WeasyPrint, {memory['all']:.0f} MB")
    return result


PARTS = {"storybook": storybook}

if __name__ == "__main__":
    for index in range(int(sys.argv[2])):
        picture(Path(sys.argv[1]) / f"picture-{index}.jpg", index)
