#!/usr/bin/env python3
"""Checks the summary line of each doc comment: at most 15 words, and none of the phrases that stand for a verb or a noun of the field.

usage: tools/modules/words.py [FOLDER...]

Prints the file, the line and the summary of each that breaks the rule, and ends with 1 if there is one.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORDS = 15
PARAPHRASES = re.compile(
    r"\b(of which|of whom|whose|by what|by whom|by which|to whom|for whom|"
    r"(is|are|was|were) none|what (becomes|became) of|which is none|be it)\b",
    re.IGNORECASE,
)
DOC = re.compile(r"^\s*/// ?(.*)$")
SENTENCE = re.compile(r"(.*?[.?!])(\s|$)")


def summaries(path):
    """Yields the line number and the first sentence of each doc comment of a file."""
    lines = path.read_text(encoding="utf-8").split("\n")
    start, words = 0, []
    for number, line in enumerate([*lines, ""], 1):
        match = DOC.match(line)
        if match and (words or not start):
            start = start or number
            if match[1]:
                words.append(match[1])
                continue
        if words:
            text = re.sub(r"\]\([^)]*\)", "]", " ".join(words)).replace("e.g.", "such as")
            sentence = SENTENCE.match(text)
            yield start, sentence[1] if sentence else text
            words = []
        if not match:
            start = 0


def main():
    folders = [pathlib.Path(name).resolve() for name in sys.argv[1:]] or [ROOT / "Sources", ROOT / "Examples"]
    problems = 0
    for folder in folders:
        for path in sorted(folder.rglob("*.swift")):
            for line, summary in summaries(path):
                long = len(summary.split()) > WORDS
                if long or PARAPHRASES.search(summary):
                    print(f"{path}:{line}: {summary}")
                    problems += 1
    if problems:
        print(f"{problems} summaries are longer than {WORDS} words or paraphrase a term", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
