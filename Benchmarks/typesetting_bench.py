"""The part of the benchmarks about typesetting: the same content set by Formwright, typst and WeasyPrint."""

import html
import json
import subprocess
import sys
from pathlib import Path

from measure import alternating, compared, median, rounded, run, say

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = str(ROOT / ".build/release/TypesettingBenchmark")

WORDS = (
    "the quick brown fox jumps over lazy dogs while typography remains craft of endowing human language with durable "
    "visual form and thus an independent existence its heartwood is calligraphy"
).split()


def sentence(seed, count):
    """Returns a sentence of words that differ from block to block but not from run to run."""
    return " ".join(WORDS[(seed * 7 + place * (3 + seed % 5)) % len(WORDS)] for place in range(count)).capitalize() + "."


def content(count):
    """Yields blocks of every kind that all three programs can set, with text as (style, text) runs."""
    for number in range(count):
        text = [["", f"{number}. {sentence(number, 24)} "], ["strong", sentence(number + 1, 4)], ["", " "],
                ["em", sentence(number + 2, 5)], ["", " " + sentence(number + 3, 14)]]
        match number % 20:
            case 0: yield {"kind": "heading", "runs": [["", f"Part {number}"]]}
            case 5: yield {"kind": "bullet", "items": [[["", sentence(number + i, 8)]] for i in range(4)]}
            case 10: yield {"kind": "quote", "runs": text[:1]}
            case 13: yield {"kind": "code", "runs": [["", f"let value = {number}\nprint(value)"]]}
            case 17: yield {"kind": "table", "rows": [["No.", "Name"]] + [[f"{i}", sentence(i, 5)] for i in range(5)]}
            case _: yield {"kind": "paragraph", "runs": text}


def as_html(blocks):
    def inline(runs):
        return "".join(f"<{tag}>{html.escape(text)}</{tag}>" if tag else html.escape(text) for tag, text in runs)

    parts = []
    for block in blocks:
        match block["kind"]:
            case "heading": parts.append(f"<h2>{inline(block['runs'])}</h2>")
            case "bullet": parts.append("<ul>" + "".join(f"<li>{inline(item)}</li>" for item in block["items"]) + "</ul>")
            case "quote": parts.append(f"<blockquote>{inline(block['runs'])}</blockquote>")
            case "code": parts.append(f"<pre>{inline(block['runs'])}</pre>")
            case "table":
                head, *rows = ["".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in block["rows"]]
                body = "".join(f"<tr>{row}</tr>" for row in rows)
                parts.append(f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")
            case _: parts.append(f"<p>{inline(block['runs'])}</p>")
    style = (
        "@page { size: A4; margin: 72pt 68pt; @bottom-center { content: counter(page) ' / ' counter(pages) } }"
        "body { font: 10.5pt 'Noto Sans' } table { width: 100%; border-collapse: collapse } td { border: .5pt solid gray }"
        "pre { font: 9pt 'DejaVu Sans Mono'; background: #f2f2f2; padding: 6pt }")
    return f"<html lang=en><head><title>Bench</title><style>{style}</style></head><body>{''.join(parts)}</body></html>"


def as_typst(blocks):
    def inline(runs):
        marks = {"": "{}", "strong": "*{}*", "em": "_{}_"}
        return "".join(marks[style].format(text) for style, text in runs)

    parts = [
        '#set page(paper: "a4", margin: (x: 68pt, y: 72pt), numbering: "1 / 1")',
        '#set text(font: "Noto Sans", size: 10.5pt, lang: "en")',
        '#show raw: set text(font: "DejaVu Sans Mono", size: 9pt)',
    ]
    for block in blocks:
        match block["kind"]:
            case "heading": parts.append(f"== {inline(block['runs'])}")
            case "bullet": parts.append("\n".join(f"- {inline(item)}" for item in block["items"]))
            case "quote": parts.append(f"#quote(block: true)[{inline(block['runs'])}]")
            case "code": parts.append(f"```\n{inline(block['runs'])}\n```")
            case "table":
                head, *rows = [", ".join(f"[{cell}]" for cell in row) for row in block["rows"]]
                parts.append(f"#table(columns: (1fr, 3fr), table.header({head}), {', '.join(rows)})")
            case _:
                # A number and a full stop would begin a list.
                parts.append(inline(block["runs"]).replace(". ", "\\. ", 1))
    return "\n\n".join(parts)


TYPST = "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2])"
WEASYPRINT = "import sys, weasyprint; weasyprint.HTML(sys.argv[1]).write_pdf(sys.argv[2])"


def pages(file):
    """Returns the number of pages of a PDF; WeasyPrint's and typst's can be in compressed objects, so poppler counts."""
    printed = subprocess.run(["pdfinfo", str(file)], capture_output=True, text=True).stdout
    return int(next(line for line in printed.splitlines() if line.startswith("Pages:")).split()[1])


def typesetting(bench):
    """CPU time of typesetting as a whole process, tagged, compared with typst and WeasyPrint on the same content; and
    memory, by pages if untagged and by elements if tagged."""
    # First, since Linux counts what this process has at the time of a fork as the child's.
    result = {"memory": memory(bench)}
    for count in (10, 200) if bench.quick else (10, 1_000, 10_000):
        blocks = list(content(count))
        source, page, markup = (bench.folder / f"{count}.{suffix}" for suffix in ("json", "html", "typ"))
        source.write_text(json.dumps(blocks))
        page.write_text(as_html(blocks))
        markup.write_text(as_typst(blocks))
        ours_pdf, typst_pdf, weasy_pdf = (bench.folder / f"{count}-{name}.pdf" for name in ("ours", "typst", "weasy"))
        ours, typst = alternating(
            1 if bench.quick else 5,
            lambda: run([PROGRAM, str(source), str(ours_pdf)]).cpu,
            lambda: run([sys.executable, "-c", TYPST, str(markup), str(typst_pdf)]).cpu)
        # One run, since ten thousand blocks take minutes.
        weasy = run([sys.executable, "-c", WEASYPRINT, str(page), str(weasy_pdf)]).cpu
        result[f"{count} blocks"] = {
            "typst": compared(median(ours), median(typst), 2), "weasyPrint": compared(median(ours), weasy, 0.05),
            "pages": {"ours": pages(ours_pdf), "typst": pages(typst_pdf), "weasyPrint": pages(weasy_pdf)},
            "millisecondsEach": rounded(median(ours) / count),
        }
        say(f"typesetting {count} blocks: {result[f'{count} blocks']['typst']['ratio']} x typst, "
            f"{result[f'{count} blocks']['weasyPrint']['ratio']} x WeasyPrint")
    return result


def memory(bench):
    """Peak resident memory of few and of many blocks: by pages if untagged, by elements if tagged."""
    few, many = (200, 1_000) if bench.quick else (2_000, 40_000)
    found = {}
    for count in (few, many):
        source = bench.folder / f"{count}-memory.json"
        # One block a line, which is read line by line.
        with open(source, "w") as file:
            file.writelines(json.dumps(block) + "\n" for block in content(count))
        for name, options in (("untagged", ["--untagged"]), ("tagged", [])):
            target = bench.folder / f"{count}-{name}.pdf"
            cost = run([PROGRAM, str(source), str(target), "--lines", *options])
            found[count, name] = (cost.memory, pages(target), json.loads(cost.errors)["elements"])
    growth = {name: found[many, name][0] - found[few, name][0] for name in ("untagged", "tagged")}
    more_pages = found[many, "untagged"][1] - found[few, "untagged"][1]
    elements = found[many, "tagged"][2] - found[few, "tagged"][2]
    each = (growth["tagged"] - growth["untagged"]) * 2**20 / elements
    say(f"typesetting memory: {growth['untagged']:.1f} MB for {more_pages} pages untagged, {each:.0f} bytes an element")
    return {
        "megabytes": {f"{count} blocks, {name}": rounded(cost[0]) for (count, name), cost in found.items()},
        "kilobytesPerPageUntagged": rounded(growth["untagged"] * 1024 / more_pages), "elements": elements,
        "bytesPerElement": {"ours": rounded(each), "limit": 300, "met": each <= 300},
    }


PARTS = {"typesetting": typesetting}
