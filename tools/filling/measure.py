"""Measures where values stand on a filled form: its words by pdftotext, its ink by PDFium, its font sizes by PyMuPDF."""
import html
import re
import subprocess

from pdfium import render
from raster import ink

DPI = 150
# Rounding, and side bearings of letters.
SLACK = 1.0
# The part of a word's box, which has room for every letter of the font, that capitals and figures take.
HEAD, FOOT = 0.22, 0.22
# A character of a comb can be off the middle of its cell by this share of the cell, a mark by this share of its box.
OFF_CELL, OFF_BOX = 0.15, 0.20
BLANKS = re.compile(r'[_.…‥·\-–—]{2,}')


class Word:
    def __init__(self, page, x0, y0, x1, y1, text):
        self.page, self.text = page, text
        self.x0, self.y0, self.x1, self.y1 = x0, y0, x1, y1
        height = y1 - y0
        self.top, self.bottom = y0 + HEAD * height, y1 - FOOT * height

    def is_in(self, box, slack=SLACK):
        """Tells whether the word's middle is in a field."""
        x, y = (self.x0 + self.x1) / 2, (self.top + self.bottom) / 2
        return (self.page == box['page'] and box['x'] - slack <= x <= box['x'] + box['width'] + slack
                and box['y'] - slack <= y <= box['y'] + box['height'] + slack)

    def is_inside(self, box):
        return (self.x0 >= box['x'] - SLACK and self.x1 <= box['x'] + box['width'] + SLACK
                and self.top >= box['y'] - SLACK and self.bottom <= box['y'] + box['height'] + SLACK)

    def overlap(self, other):
        """Returns the box in which two words touch each other, or None."""
        x, y = max(self.x0, other.x0), max(self.top, other.top)
        width, height = min(self.x1, other.x1) - x, min(self.bottom, other.bottom) - y
        return (x, y, width, height) if self.page == other.page and min(width, height) > 0.75 else None

    def key(self):
        return self.page, round(self.x0), round(self.y0), self.text


def words(pdf):
    """Returns the words of a form, as displayed, widgets included."""
    text = subprocess.run(['pdftotext', '-cropbox', '-bbox', pdf, '-'], capture_output=True, check=True).stdout
    found, page = [], -1
    for line in text.decode('utf-8', 'replace').splitlines():
        line = line.strip()
        if line.startswith('<page '):
            page += 1
        elif line.startswith('<word '):
            numbers = [float(n) for n in re.findall(r'"(-?[\d.]+)"', line)]
            found.append(Word(page, *numbers, html.unescape(line[line.index('>') + 1:line.rindex('<')])))
    return found


def print_on(word):
    """Returns the parts of a printed word that are print rather than a dotted or typed line to write on."""
    parts, each, start = [], (word.x1 - word.x0) / max(1, len(word.text)), 0
    for gap in [*BLANKS.finditer(word.text), None]:
        end = gap.start() if gap else len(word.text)
        if re.search(r'[\w$%€£]', word.text[start:end].replace('_', '')):
            parts.append(Word(word.page, word.x0 + start * each, word.y0, word.x0 + end * each, word.y1,
                              word.text[start:end]))
        start = gap.end() if gap else end
    return parts


class Blank:
    """A form before it is filled: its words, and its pages as pixels as far as they are needed."""

    def __init__(self, pdf):
        self.pdf, self.pages = pdf, {}
        self.words = words(pdf)
        self.print = [part for word in self.words for part in print_on(word)]

    def page(self, number):
        if number not in self.pages:
            self.pages[number] = render(self.pdf, number, DPI)
        return self.pages[number]

    def printed_under(self, word):
        """Returns the printed words that a word touches. Where their letters end is known from the ink alone: pdftotext
        does not tell which part of a word is a line to write on."""
        touched = []
        for part in self.print:
            box = word.overlap(part)
            if box and any(pixel < 128 for _, _, row in self.page(word.page).rows(box) for pixel in row):
                touched.append(part.text)
        return touched


def box_of(field):
    return field['x'], field['y'], field['width'], field['height']


def sizes(pdf, blank_pdf, boxes):
    """Returns the font sizes of what was written into fields."""
    import pymupdf

    def spans(path):
        for page in pymupdf.open(path):
            # PyMuPDF's coordinates are those of the page as displayed.
            for block in page.get_text('dict')['blocks']:
                for line in block.get('lines', []):
                    for span in line['spans']:
                        if span['text'].strip():
                            x0, y0, x1, y1 = span['bbox']
                            yield Word(page.number, x0, y0, x1, y1, span['text']), span['size']

    before = {word.key() for word, _ in spans(blank_pdf)}
    return {round(size, 1) for word, size in spans(pdf)
            if word.key() not in before and any(word.is_in(box) for box in boxes)}


def measure(blank, pdf, values, found, refused):
    """Returns the figures of a filled form, and what is wrong with it as (kind, value, field, detail)."""
    figures = dict(keys=len(values), keysFound=len(found), refused=len(refused), tokens=0, inField=0, inside=0, overPrint=0,
                   combs=0, combsSeen=0, combCharacters=0, combsCentred=0, marks=0, marksDrawn=0, marksCentred=0, strayMarks=0)
    problems = []
    known = {word.key() for word in blank.words}
    added = [word for word in words(pdf) if word.key() not in known]
    rendered = {}

    def page(number):
        if number not in rendered:
            rendered[number] = render(pdf, number, DPI)
        return rendered[number]

    for value in values:
        if value.kind == 'mark':
            for field in value.widgets:
                figures['marks'] += 1
                problem = mark(blank.page(field['page']), page(field['page']), field)
                figures['marksDrawn'] += problem != 'no mark'
                figures['marksCentred'] += problem is None
                if problem:
                    problems.append(('mark', value, field, refused.get(value.name) or problem))
            for field in value.empty:
                if mark(blank.page(field['page']), page(field['page']), field) != 'no mark':
                    figures['strayMarks'] += 1
                    problems.append(('stray mark', value, field, 'another option was chosen'))
            continue
        for field in value.widgets:
            figures['tokens'] += 1
            inside = [word for word in added if word.is_in(field)]
            if value.is_in(''.join(word.text for word in sorted(inside, key=lambda w: (round(w.y0 / 3), w.x0)))):
                figures['inField'] += 1
                # The printed box of a flat form can be larger than the widget that the issuer put into it.
                outside = [word for word in inside if not word.is_inside(field.get('room', field))]
                figures['inside'] += not outside
                if outside:
                    word = outside[0]
                    problems.append(('outside', value, field, f'{word.text} from {word.x0:.0f} to {word.x1:.0f}, '
                                                              f'{word.top:.0f} to {word.bottom:.0f}'))
                over = [text for word in inside for text in blank.printed_under(word)]
                figures['overPrint'] += bool(over)
                if over:
                    problems.append(('over print', value, field, ' '.join(over)))
            else:
                problems.append(('missing', value, field, refused.get(value.name)
                                 or 'found ' + ' '.join(word.text for word in inside)))
            if is_comb(value, field):
                figures['combs'] += 1
                if field.get('cellsSeen', True):
                    figures['combsSeen'] += 1
                    figures['combCharacters'] += len(value.text)
                    good = centred_cells(blank.page(field['page']), page(field['page']), field)
                    figures['combsCentred'] += good
                    if good < len(value.text):
                        problems.append(('comb', value, field, f'{good} of {len(value.text)} are centred'))
                else:
                    problems.append(('comb', value, field, 'its cells were not detected'))
    figures['sizes'] = len(sizes(pdf, blank.pdf, [f for v in values if v.kind != 'mark' for f in v.widgets]))
    return figures, problems


def is_comb(value, field):
    """Tells whether a value has a character for each cell of its field."""
    return field.get('comb') and (field.get('maxLen') or 0) > 1 and len(value.text) == field['maxLen']


def mark(before, after, field):
    """Returns what is wrong with the mark in a box, or None."""
    box = box_of(field)
    count, extent = ink(before, after, box, margin=2)
    if count < 0.02 * box[2] * box[3] * before.scale ** 2:
        return 'no mark'
    dx = (extent[0] + extent[2] / 2 - box[0] - box[2] / 2) / min(box[2:])
    dy = (extent[1] + extent[3] / 2 - box[1] - box[3] / 2) / min(box[2:])
    return None if abs(dx) <= OFF_BOX and abs(dy) <= OFF_BOX else f'off by {dx:+.0%} across, {dy:+.0%} down'


def centred_cells(before, after, field):
    """Returns the number of a comb's cells whose ink is in their middle."""
    width, good = field['width'] / field['maxLen'], 0
    for cell in range(field['maxLen']):
        x = field['x'] + cell * width
        count, extent = ink(before, after, (x, field['y'], width, field['height']))
        good += count > 0 and abs(extent[0] + extent[2] / 2 - x - width / 2) <= OFF_CELL * width
    return good
