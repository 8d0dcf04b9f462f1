"""Compares labels with the tooltips that can be read off the page.

A tooltip may say what no label can: a path, a rule of validation, words of its author's own. Where all its words are
printed near the field, a label can agree with it. The words of a page are those that pdftotext reads; a scan has those
of the form that it is a scan of.
"""
import functools
import html
import re
import subprocess

# How far, in points, a word can be from the field, horizontally and vertically.
REACHES = {'within 200 pt': 200.0, 'on the page': float('inf')}
# The share of words that a label has to have in common with its tooltip; as in the corpus's score.py.
SAME = 0.6
WORD = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*)</word>')


@functools.cache
def words(pdf):
    """Returns the words of each page with their bounds: left, top, right, bottom, words in lower case."""
    run = subprocess.run(['pdftotext', '-bbox', '-cropbox', pdf, '-'], capture_output=True, text=True, check=True)
    pages = []
    for line in run.stdout.splitlines():
        if '<page ' in line:
            pages.append([])
        elif word := WORD.search(line):
            text = html.unescape(word[5]).lower()
            pages[-1].append((*(float(word[i]) for i in range(1, 5)), set(re.findall(r'[^\W_]+', text))))
    return pages


def is_printed(tokens, field, page, reach):
    """Returns whether all tokens are among the words of a page within reach of a field."""
    missing = set(tokens)
    for left, top, right, bottom, found in page:
        if (max(field['x'] - right, left - field['x'] - field['width']) <= reach
                and max(field['y'] - bottom, top - field['y'] - field['height']) <= reach):
            missing -= found
    return not missing


def printed_labels(score, documents):
    """Returns the figures of the labels for each reach.

    Documents are the path of a form without extension, its true fields, and those found; a found field counts if a
    true one with a tooltip matches it (usable). `accuracy` counts the labels that share most of the words of the
    shorter of the two, `jaccard` those that share most of the words of both.
    """
    figures = {reach: dict(tooltips=0, printed=0, accuracy=0, jaccard=0) for reach in REACHES}
    for path, truth, found in documents:
        pages = words(path.removesuffix('.scan') + '.pdf')
        for i, j, _ in score.match(truth, found, 'usable'):
            tooltip = truth[i].get('label')
            if not tooltip:
                continue
            ratio, jaccard = score.label_scores(tooltip, found[j].get('label'))
            for reach, f in figures.items():
                f['tooltips'] += 1
                if is_printed(score.tokens(tooltip), truth[i], pages[truth[i]['page']], REACHES[reach]):
                    f['printed'] += 1
                    f['accuracy'] += ratio >= SAME
                    f['jaccard'] += jaccard >= SAME
    for f in figures.values():
        f['accuracy'] /= max(1, f['printed'])
        f['jaccard'] /= max(1, f['printed'])
        f['share'] = f['printed'] / max(1, f['tooltips'])
    return figures
