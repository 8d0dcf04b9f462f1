"""Cells that a caption and its blank share: above, below, left or right of it, in one or two languages, or turned upwards."""
from .page import COLOURS, TINTS

# Between a cell's lines and its field.
GAP = 1


class Caption:
    """The captions of a block: their size, place, and whether they are in two languages."""

    def __init__(self, page):
        rng = page.rng
        self.page = page
        self.size = rng.choice([5.5, 6, 6.5, 7, 8, min(9, page.size)])
        self.place = rng.choice(['above', 'above', 'above', 'below', 'left', 'left', 'right', 'middle'])
        self.second = page.second if rng.random() < .7 else None
        self.under = rng.random() < .6
        self.mark = rng.choice(['', '', ':'])
        self.font = rng.choice([None, None, 'F1', 'F4'])
        self.numbered = rng.randint(1, 20) if rng.random() < .2 else 0

    def words(self, width):
        """Returns a caption none of whose words is wider."""
        for _ in range(12):
            s = self.page.caption(3)
            if all(self.page.measure(word, self.size, self.font) < width for word in s.split()):
                break
        if self.numbered:
            s = f'{self.numbered}. {s}'
            self.numbered += 1
        return s

    def lines(self, s, width, most):
        """Returns the lines of a caption as (text, size, font)."""
        lines = [(line, self.size, self.font) for line in self.page.wrap(s, width, self.size, self.font)[:most]]
        if self.second:
            other = self.page.cased(self.page.rng.choice(self.second.by_words[2]))
            if self.under and most > 1:
                small = max(5, self.size - 1)
                lines = lines[:1] + [(self.page.fit(other, width, small, 'F5'), small, 'F5')]
            else:
                lines = [(self.page.fit(lines[0][0] + ' / ' + other, width, self.size, self.font), self.size, self.font)]
        return lines

    def draw(self, x, y, w, h):
        """Prints a caption into a cell and adds the field that is left of it."""
        page, size = self.page, self.size
        pitch = size * 1.15
        place = self.place
        if place in ('above', 'below') and h < size + 11:
            place = 'left'
        s = self.words((w - 5 if place in ('above', 'below') else w * .55 - 4) - self.size) + self.mark
        if place in ('left', 'middle', 'right'):
            most = max(1, int((h - 2) / pitch))
            lines = self.lines(s, w * .55 - 4, most)
            used = max(page.measure(text, a, b) for text, a, b in lines) + 5
            if w - used < 18:
                place = 'above'
                if h < size + 11:
                    page.field(x, y, w, h)
                    return
        if place in ('above', 'below'):
            lines = self.lines(s, w - 5, max(1, min(2, int((h - 10) / pitch))))
            used = len(lines) * pitch + 2
            top = y + 1 if place == 'above' else y + h - used
            for i, (text, a, b) in enumerate(lines):
                page.text(text, x + 2.5, top + size * .9 + i * pitch, a, b)
            ceiling, height = (y + used, h - used) if place == 'above' else (y, h - used - 1)
            height -= GAP if place == 'above' else 0
            page.field(x + GAP, ceiling, w - 2 * GAP, height, 'text' if height < 36 else 'multiline')
            return
        top = y + 1.5 if place == 'left' and h > 24 else y + (h - len(lines) * pitch) / 2
        for i, (text, a, b) in enumerate(lines):
            left = x + 2.5 if place != 'right' else x + w - page.measure(text, a, b) - 2.5
            page.text(text, left, top + size * .9 + i * pitch, a, b)
        page.field(x + (GAP if place == 'right' else used), y + GAP, w - used - GAP, h - 2 * GAP, 'text' if h < 36 else 'multiline')


def frame(page, x, y, w, h, look):
    if look['fill']:
        page.fill(x, y, w, h, look['fill'])
    page.box(x, y, w, h, look['line'], look['dash'], look['colour'])


def captioned_cells(page, y):
    """Rows of cells with captions in them; some cells hold two, some a printed head; a first column may read upwards."""
    rng = page.rng
    look = {'fill': rng.choice([None] * 5 + [page.tint, rng.choice(TINTS)]), 'line': rng.choice([.25, .5, .5, .75, 1]),
            'dash': page.dash() if rng.random() < .08 else None, 'colour': rng.choice([None, None, None, *COLOURS])}
    caption = Caption(page)
    h = rng.choice([rng.uniform(14, 20), rng.uniform(18, 26), rng.uniform(22, 34), rng.uniform(22, 34), rng.uniform(34, 70)])
    cuts = rng.choice([[.25, .5, .75], [.2, .3, .4, .5, .6, .7, .8], [.33, .5, .66], [.5]])
    rows = rng.randint(1, 9)
    upwards = rng.choice([14, 18, 24]) if rng.random() < .2 and page.span > 300 else 0
    if rng.random() < .3 and y + 20 + h < page.bottom - 6:
        page.fill(page.margin, y, page.span, page.size + 6, page.tint)
        page.put(page.cased(rng.choice(page.language.sections)), page.margin + 3, y + page.size + 1, page.span - 6, font='F4')
        y += page.size + 6
    top = group = y
    for row in range(rows):
        if y + h > page.bottom - 6:
            break
        edges = [0] + sorted(rng.sample(cuts, min(len(cuts), rng.randint(0, 3 if page.span > 330 else 1)))) + [1]
        left, span = page.margin + upwards, page.span - upwards
        for a, b in zip(edges, edges[1:]):
            x, w = left + a * span, (b - a) * span
            frame(page, x, y, w, h, look)
            kind = rng.random()
            if kind < .06:
                page.put_caption(3, x + 3, y + h / 2 + caption.size * .35, w - 6, 'centre', caption.size, 'F4')
            elif kind < .2 and w > 170:
                # Two captions in one cell, each with its blank.
                part = w * rng.uniform(.4, .6)
                caption.draw(x, y, part - 2, h)
                caption.draw(x + part, y, w - part, h)
            else:
                caption.draw(x, y, w, h)
        y += h
        if upwards and (y - group > rng.uniform(60, 140) or row == rows - 1 or y + h > page.bottom - 6):
            page.fill(page.margin, group, upwards, y - group, rng.choice([1, page.tint]))
            page.box(page.margin, group, upwards, y - group, look['line'], None, look['colour'])
            s = page.fit(rng.choice(page.language.sections), y - group - 6, 7, 'F4')
            page.text_up(s, page.margin + upwards / 2 + 2.5, (y + group) / 2 + page.measure(s, 7, 'F4') / 2, 7, 'F4')
            group = y
    if rng.random() < .2 and y > top:
        page.box(page.margin, top, page.span, y - top, 1.8, None, look['colour'])
    return y + rng.uniform(8, 18)


def two_columns(page, y):
    """A table of two or four columns: captions in tinted or plain cells, and blank cells beside them."""
    rng = page.rng
    count = rng.choice([1, 1, 2]) if page.span > 330 else 1
    share, line, colour = rng.uniform(.25, .5), rng.choice([.25, .5, 1]), rng.choice([None, None, *COLOURS])
    tint, blank = rng.choice([None, page.tint]), rng.choice([None, None, None, rng.choice(TINTS)])
    size = max(6, page.size - rng.choice([0, 1, 2]))
    walls = rng.random() < .75
    h = rng.choice([rng.uniform(12, 18), rng.uniform(15, 26), rng.uniform(24, 50)])
    step = page.span / count
    for _ in range(rng.randint(1, 12)):
        if y + h > page.bottom - 6:
            break
        for c in range(count):
            x, w = page.margin + c * step, step * share
            if tint:
                page.fill(x, y, w, h, tint)
            if blank:
                page.fill(x + w, y, step - w, h, blank)
            if walls:
                page.box(x, y, w, h, line, None, colour)
                page.box(x + w, y, step - w, h, line, None, colour)
            else:
                page.rule(x, y, step, line, None, colour)
                page.rule(x, y + h, step, line, None, colour)
            lines = page.wrap(page.caption(4 if rng.random() < .2 else 3), w - 6, size)[:max(1, int((h - 2) / (size * 1.15)))]
            top = y + (h - len(lines) * size * 1.15) / 2
            for i, s in enumerate(lines):
                page.text(s, x + 3, top + size * (.9 + 1.15 * i), size)
            page.field(x + w, y, step - w, h, 'text' if h < 36 else 'multiline')
        y += h
    return y + rng.uniform(8, 18)


def bands(page, y):
    """Bands with captions, tinted or not, over blank cells of the same width."""
    rng = page.rng
    small = max(6, page.size - rng.choice([0, 1, 2]))
    tint, line = rng.choice([None, page.tint, page.tint]), rng.choice([.4, .5, .75, 1, 1.5])
    align, font = rng.choice(['left', 'centre', 'centre']), rng.choice([None, None, 'F4'])
    # Without a line the tint alone bounds the caption.
    ruled = tint is None or rng.random() < .8
    band, h = small + rng.uniform(3, 8), rng.choice([rng.uniform(15, 26), rng.uniform(20, 40), rng.uniform(36, 80)])
    count = rng.choice([1, 1, 2, 3]) if page.span > 330 else 1
    for _ in range(rng.randint(1, 6)):
        if y + band + h > page.bottom - 6:
            break
        edges = [0] + sorted(rng.sample([.25, .35, .5, .65, .75], count - 1)) + [1]
        for a, b in zip(edges, edges[1:]):
            x, w = page.margin + a * page.span, (b - a) * page.span
            if tint:
                page.fill(x, y, w, band, tint)
            if ruled:
                page.box(x, y, w, band, line)
            page.box(x, y if not ruled else y + band, w, h + (band if not ruled else 0), line)
            page.put_caption(5, x + 4, y + band / 2 + small * .35, w - 8, align, small, font)
            page.field(x + GAP, y + band + GAP, w - 2 * GAP, h - 2 * GAP, 'text' if h < 36 else 'multiline')
        y += band + h
    return y + rng.uniform(8, 18)


def signed_cells(page, y):
    """Cells with captions at their tops, and brackets, slashes or units printed in their blanks."""
    rng = page.rng
    small = max(5.5, page.size - rng.choice([1, 2, 3]))
    h = small + rng.uniform(14, 22)
    is_whole = rng.random() < .7
    for _ in range(rng.randint(1, 5)):
        if y + h > page.bottom - 6:
            break
        edges = [0] + sorted(rng.sample([.2, .4, .5, .6, .8], rng.randint(1, 3))) + [1]
        for a, b in zip(edges, edges[1:]):
            x, w = page.margin + a * page.span, (b - a) * page.span
            page.box(x, y, w, h)
            hint = rng.choice(['', '', ' (MM / DD / YYYY)', ' (optional)'])
            page.put(page.caption(2) + hint, x + 3, y + small + .5, w - 6, 'left', small)
            top, base = y + small + 2.5, y + h - 3
            signs = rng.choice([[], [], [(.33, '/'), (.62, '/')], [(.02, '('), (.3, ')')], [(.35, '-')], [(.02, '$')], [(.9, '%')]])
            at = [(x + share * w, page.measure(s), s) for share, s in signs]
            for left, _, s in at:
                page.text(s, left, base)
            if is_whole or w < 90 or len(signs) < 2 or signs[0][1] == '(':
                start = at[0][0] + at[0][1] + 1 if signs and signs[0][1] == '$' else x + GAP
                page.field(start, top, (at[0][0] if signs and signs[0][1] == '%' else x + w) - start - GAP, y + h - top - GAP)
                continue
            start = x + GAP
            for left, wide, _ in at + [(x + w - GAP, 0, '')]:
                page.field(start, top, left - start - .5, y + h - top - GAP)
                start = left + wide + .5
        y += h
    return y + rng.uniform(8, 18)
