#!/usr/bin/env python3
"""Checks the links between Markdown files: that each leads to a file, and to a heading of it, and that the index of each folder of docs
names all of its pages.

usage: tools/modules/links.py
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^\s*(```|~~~).*?^\s*\1\s*$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6} +(.*?) *#* *$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
ELSEWHERE = re.compile(r"[a-z][a-z+.-]*:", re.IGNORECASE)


def text(path):
    """The text of a file without its blocks of code."""
    return FENCE.sub("", path.read_text(encoding="utf-8"))


def anchors(path):
    """The anchors that GitHub gives the headings of a file."""
    found, counts = set(), {}
    for heading in HEADING.findall(text(path)):
        shown = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        anchor = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
        count = counts.get(anchor, 0)
        counts[anchor] = count + 1
        found.add(f"{anchor}-{count}" if count else anchor)
    return found


def main():
    names = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    problems = []
    for name in names.split("\n"):
        page = ROOT / name
        if not name or not page.is_file():
            continue
        targets = set()
        for link in LINK.findall(text(page)):
            if ELSEWHERE.match(link):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            targets.add(target)
            if not target.exists():
                problems.append(f"{name}: no such file: {path}")
            elif anchor and target.suffix == ".md" and anchor not in anchors(target):
                problems.append(f"{name}: no such heading: {link}")
        if page.name == "README.md" and page.is_relative_to(ROOT / "docs"):
            pages = {other for other in page.parent.glob("*") if other.suffix in (".md", ".yaml")} - {page}
            problems += [f"{name}: does not list {other.name}" for other in sorted(pages - targets)]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
