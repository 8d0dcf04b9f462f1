"""The part of the benchmarks about portfolios: their analysis, a book of photos of 24 megapixels made by Formwright and
WeasyPrint, and a second edition of it."""

import json
import shutil
import sys
from pathlib import Path

from measure import alternating, compared, median, rounded, run, say
from typesetting_bench import pages

FORMWRIGHT = str(Path(__file__).resolve().parent.parent / ".build/release/formwright")
PROGRAM = str(Path(__file__).resolve().parent.parent / ".build/release/PortfolioBenchmark")
INPUTS = str(Path(__file__).resolve().parent.parent / ".build/release/PortfolioInputBenchmark")
WEASYPRINT = ("import sys, weasyprint; "
              "weasyprint.HTML(sys.argv[1]).write_pdf(sys.argv[2], dpi=220, jpeg_quality=88)")
# WeasyPrint writes pictures that it makes smaller in Pillow's own quality of 75, whatever is asked for. Sizes are compared in
# the same quality.
EQUAL_QUALITY = """
import PIL.Image
save = PIL.Image.Image.save
PIL.Image.Image.save = lambda self, file, format=None, **options: save(
    self, file, format, **({"quality": 88, **options} if format == "JPEG" else options))
""" + WEASYPRINT
WALLPAPERS = Path("/usr/share/backgrounds/mate/nature")
WIDTH, HEIGHT = 6_000, 4_000
PER_WORK = 10

STYLE = """
@page { size: 841.89pt 595.28pt; margin: 45pt 47pt 59pt; @bottom-right { content: counter(page); font: 8pt "Nimbus Sans" } }
body { margin: 0; font: 10pt/1.5 "P052", serif; color: #232325 } h1 { font: 700 31.5pt "Nimbus Sans"; margin: 0 0 18pt }
h2 { font: 700 20pt "Nimbus Sans"; margin: 0 0 12pt; break-before: page } div { font-size: 0; margin-bottom: 8pt }
img { margin-right: 8pt } img:last-child { margin-right: 0 }
"""


def photos(folder, count):
    """Writes photos of 24 megapixels: parts of wallpapers, with the grain of a sensor; four of each, mirrored."""
    from PIL import Image, ImageOps

    files = sorted(WALLPAPERS.glob("*.jpg"))
    grain = Image.effect_noise((WIDTH, HEIGHT), 12).convert("RGB")
    photo = None
    for number in range(count):
        if number % 4 == 0:
            part = number // 4
            if files:
                photo = Image.open(files[part % len(files)]).convert("RGB")
            else:
                photo = Image.linear_gradient("L").convert("RGB")
            # Another part of the wallpaper each time.
            left, top = photo.width * (part % 5) // 40, photo.height * (part // 5 % 5) // 40
            photo = photo.crop((left, top, left + photo.width * 7 // 8, top + photo.height * 7 // 8))
            photo = Image.blend(photo.resize((WIDTH, HEIGHT), Image.BICUBIC), grain, 0.06)
        turned = [lambda image: image, ImageOps.mirror, ImageOps.flip, lambda image: image.rotate(180)][number % 4](photo)
        turned.save(folder / f"photo-{number}.jpg", quality=92)


def portfolio(folder, count):
    """Returns a portfolio of works of ten photos each, as JSON."""
    features = {"sharpness": 300, "mean": 110, "deviation": 50, "clipped": 0, "colorfulness": 40, "flatness": 0.4}
    facts = {"width": WIDTH, "height": HEIGHT, "features": features, "differenceHash": "0" * 16, "blurHash": "",
             "colors": [{"lightness": 0.4, "a": 0.05, "b": 0.1, "share": 1}], "hasAlpha": False, "isDrawing": False,
             "isPlainJPEG": True}
    blocks = []
    for start in range(0, count, PER_WORK):
        media = [{"input": number, "page": 0, "isVideo": False, "altText": f"Photo {number + 1}", "altTextSource": "rule"}
                 for number in range(start, min(start + PER_WORK, count))]
        title = f"Work {start // PER_WORK + 1}"
        blocks.append({"id": f"work-{start}", "content": {"gallery": {"_0": media}}, "title": title, "work": title,
                       "score": 0.5, "priority": "high", "reasons": []})
    return {
        "manifest": {"title": "Photos", "subtitle": "", "category": "", "user": "", "language": "en", "contact": {},
                     "metrics": [], "works": [],
                     "inputs": [{"source": {"file": {"part": number, "content": ""}}, "isCover": False}
                                for number in range(count)]},
        "arrangement": {"sections": [{"id": "work", "blocks": blocks}], "leftOut": []}, "edition": {},
        "analyses": [{"type": "picture", "mediaType": "image/jpeg", "keywords": [], "renditions": [], "warnings": [],
                      "picture": facts}] * count,
        "scores": [0.5] * count, "files": [str(folder / f"photo-{number}.jpg") for number in range(count)],
    }


def as_html(content, report):
    """The same photos in the same sizes on as many pages, in HTML."""
    parts = [f"<html lang=en><title>Photos</title><style>{STYLE}</style><h1>My Work</h1>"]
    page = None
    for picture in report["pictures"]:
        if picture["page"] != page:
            page = picture["page"]
            parts.append(f"<h2>Page {page}</h2><div>")
        width = WIDTH / picture["ppi"] * 72 - 0.05
        parts.append(f"<img src=\"file://{content['files'][picture['input']]}\" alt=\"Photo\" style=\"width: {width:.2f}pt\">")
    return "".join(parts)


def portfolio_book(bench):
    """CPU time of a book of photos compared with WeasyPrint, as whole processes; and memory, by the number of photos."""
    count = 12 if bench.quick else 100
    # In a process of its own, since Linux counts what this one has at the time of a fork as the child's memory.
    run([sys.executable, __file__, str(bench.folder), str(count)])
    content = portfolio(bench.folder, count)
    source, few, page = (bench.folder / name for name in ("portfolio.json", "portfolio-few.json", "portfolio.html"))
    source.write_text(json.dumps(content))
    few.write_text(json.dumps(portfolio(bench.folder, count // 4)))
    ours_pdf, weasy_pdf = bench.folder / "portfolio.pdf", bench.folder / "portfolio-weasy.pdf"
    least = run([PROGRAM, str(few), str(ours_pdf)]).memory
    whole = run([PROGRAM, str(source), str(ours_pdf)])
    page.write_text(as_html(content, json.loads(whole.errors)))
    ours, theirs = alternating(
        1 if bench.quick else 3, lambda: run([PROGRAM, str(source), str(ours_pdf)]).cpu,
        lambda: run([sys.executable, "-c", WEASYPRINT, str(page), str(weasy_pdf)]).cpu)
    own_quality = weasy_pdf.stat().st_size
    run([sys.executable, "-c", EQUAL_QUALITY, str(page), str(weasy_pdf)])
    sizes = {"ours": ours_pdf.stat().st_size, "weasyPrint": weasy_pdf.stat().st_size}
    result = {
        "photos": count, **compared(median(ours), median(theirs), 0.6),
        "pages": {"ours": pages(ours_pdf), "weasyPrint": pages(weasy_pdf)},
        "bytes": {**sizes, "weasyPrintInQuality75": own_quality, "met": sizes["ours"] <= sizes["weasyPrint"]},
        "megabytes": {f"{count // 4} photos": rounded(least), f"{count} photos": rounded(whole.memory), "limit": 300,
                      "met": whole.memory <= 300},
    }
    say(f"a book of {count} photos: {result['ratio']} x WeasyPrint, {whole.memory:.0f} MB")
    return result


def portfolio_pictures(bench):
    """CPU time of the stage analyse, against three runs of vipsthumbnail that make the same sizes."""
    count = 4 if bench.quick else 100
    run([sys.executable, __file__, str(bench.folder), str(count)])
    files = [str(file) for file in sorted(bench.folder.glob("photo-*.jpg"))][:count]
    made = bench.folder / "thumbnails"
    made.mkdir(exist_ok=True)

    def thumbnails():
        return sum(
            run(["vipsthumbnail", "--size", f"{size}x{size}>", "--export-profile", "srgb",
                 "--output", f"{made}/%s-{size}.jpg[Q=85,strip,optimize-coding]", *files], {"VIPS_CONCURRENCY": "1"}).cpu
            for size in (2_048, 1_024, 400))

    ours, theirs = alternating(1 if bench.quick else 3, lambda: run([INPUTS, *files]).cpu, thumbnails)
    return {"photos": count, **compared(median(ours) / count, median(theirs) / count, 1)}


def portfolio_edition(bench):
    """CPU time of a second edition of a portfolio, on other pages in the same resolution, against the whole first run."""
    count = 4 if bench.quick else 60
    folder, store = bench.folder / "Photos.portfolio", bench.folder / "portfolio-store"
    folder.mkdir()
    run([sys.executable, __file__, str(folder), str(count)])

    def edition(page):
        return run(
            [FORMWRIGHT, "portfolio", str(folder), "--keep", "--store", str(store), "--ppi", "220", "--page", page,
             "-o", str(bench.folder / "edition.pdf"), "--json", str(bench.folder / "edition.json")]).cpu

    def first():
        shutil.rmtree(store, ignore_errors=True)
        return edition("a4-landscape")

    # The second edition is made from what the first run kept.
    whole, again = alternating(1 if bench.quick else 3, first, lambda: edition("a4"))
    return {"photos": count, **compared(median(again), median(whole), 0.6)}


PARTS = {
    "portfolio-book": portfolio_book, "portfolio-pictures": portfolio_pictures, "portfolio-edition": portfolio_edition,
}

if __name__ == "__main__":
    photos(Path(sys.argv[1]), int(sys.argv[2]))
