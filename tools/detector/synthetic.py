"""Generates simple synthetic forms and pages without fields, together with the true positions of their fields.

From real forms the scorer learns what issuers draw. The synthetic pages keep it from relying on what all of those have in
common (many fields on a page, dense print), and show it what a page without fields can contain (frames, filled tables,
separators, leaders). Only the standard library is used; the same seed gives the same pages.
"""
import json
import os
import random

WORDS = """name address city state date birth number telephone email employer occupation account amount total description
reason signature witness spouse child school county court case plaintiff defendant title company department vehicle
model year colour weight height insurance policy doctor hospital emergency contact relationship language country
nationality passport arrival departure room guest purpose project manager budget cost quantity price item code remarks
comments notes other details office branch unit street building floor apartment post zip region district""".split()
PROSE = """the of and to in for that this with from which may be shall not any other than must have has been are is was will
form person claim benefit income application information required provided under section complete print attach
statement benefits department notice within days before after date each your their office request records law state
federal program payment return copy original certify true correct knowledge belief penalty""".split()


def text_width(text, size):
    total = 0.0
    for c in text:
        total += 0.28 if c in " ijltf.,:;'|!()" else 0.83 if c in 'mwMW' else 0.67 if c.isupper() else 0.54
    return total * size


class Page:
    def __init__(self, rng):
        self.rng = rng
        self.width, self.height = rng.choice([(612, 792)] * 5 + [(595, 842)] * 4 + [(420, 595), (792, 612), (300, 400)])
        self.content, self.fields = [], []
        self.font = rng.choice(['F1', 'F1', 'F2', 'F3'])
        self.size = rng.choice([8, 9, 10, 10, 11, 12])
        self.line = rng.choice([0.3, 0.5, 0.5, 0.8, 1.0, 1.5])
        self.margin = rng.choice([28, 36, 50, 60, 72])
        self.right = self.width - self.margin

    def text(self, s, x, y, size=None, font=None):
        s = s.replace('\\', '').replace('(', '\\(').replace(')', '\\)')
        self.content.append(f'BT /{font or self.font} {size or self.size} Tf {x:.2f} {self.height - y:.2f} Td ({s}) Tj ET')

    def box(self, x, y, w, h, line=None):
        self.content.append(f'{line or self.line} w {x:.2f} {self.height - y - h:.2f} {w:.2f} {h:.2f} re S')

    def fill(self, x, y, w, h, gray):
        self.content.append(f'{gray} g {x:.2f} {self.height - y - h:.2f} {w:.2f} {h:.2f} re f 0 g')

    def rule(self, x, y, w, line=None):
        self.content.append(f'{line or self.line} w {x:.2f} {self.height - y:.2f} m {x + w:.2f} {self.height - y:.2f} l S')

    def wall(self, x, y, h):
        self.content.append(f'{self.line} w {x:.2f} {self.height - y:.2f} m {x:.2f} {self.height - y - h:.2f} l S')

    def oval(self, x, y, w, h):
        """A box with round ends."""
        rx, ry, kx, ky = w / 2, h / 2, 0.5523 * w / 2, 0.5523 * h / 2
        cx, cy = x + rx, self.height - y - ry
        self.content.append(
            f'{self.line} w {cx + rx:.2f} {cy:.2f} m {cx + rx:.2f} {cy + ky:.2f} {cx + kx:.2f} {cy + ry:.2f} {cx:.2f} {cy + ry:.2f} c '
            f'{cx - kx:.2f} {cy + ry:.2f} {cx - rx:.2f} {cy + ky:.2f} {cx - rx:.2f} {cy:.2f} c '
            f'{cx - rx:.2f} {cy - ky:.2f} {cx - kx:.2f} {cy - ry:.2f} {cx:.2f} {cy - ry:.2f} c '
            f'{cx + kx:.2f} {cy - ry:.2f} {cx + rx:.2f} {cy - ky:.2f} {cx + rx:.2f} {cy:.2f} c S')

    def field(self, x, y, w, h, kind='text'):
        self.fields.append({'page': 0, 'x': round(x, 2), 'y': round(y, 2), 'width': round(w, 2), 'height': round(h, 2),
                            'type': kind, 'name': f'f{len(self.fields)}'})

    def caption(self, most=3):
        words = [self.rng.choice(WORDS) for _ in range(self.rng.randint(1, most))]
        s = ' '.join(words)
        return self.rng.choice([s.capitalize(), s.capitalize(), s.title(), s.upper()])

    def prose(self, n):
        return ' '.join(self.rng.choice(PROSE) for _ in range(n)).capitalize() + '.'

    # Each block draws itself from y downwards and returns the y at which the next one can begin.
    def heading(self, y):
        size = self.size + self.rng.choice([1, 2, 4, 8])
        s = self.caption(5)
        x = self.margin if self.rng.random() < .6 else max(self.margin, (self.width - text_width(s, size)) / 2)
        self.text(s, x, y + size, size, 'F4')
        kind = self.rng.random()
        if kind < .2:
            self.rule(x, y + size + 2, text_width(s, size))
        elif kind < .4:
            self.rule(self.margin, y + size + 5, self.right - self.margin, self.rng.choice([.5, 1, 2]))
        elif kind < .5:
            self.fill(self.margin, y - 2, self.right - self.margin, size + 7, self.rng.choice([0.8, 0.9, 0.7]))
            self.text(s, self.margin + 4, y + size, size, 'F4')
        return y + size + self.rng.randint(9, 22)

    def paragraph(self, y):
        for _ in range(self.rng.randint(2, 7)):
            x, s = self.margin, ''
            while text_width(s, self.size) < self.right - self.margin - 40:
                s += self.rng.choice(PROSE) + ' '
            self.text(s.strip(), x, y + self.size)
            if self.rng.random() < .04:
                self.rule(x + 20, y + self.size + 1.5, 60)
            y += self.size * 1.25
        return y + self.rng.randint(6, 16)

    def captioned_boxes(self, y):
        """Boxes with a caption to the left, above or inside."""
        style = self.rng.choice(['left', 'left', 'above', 'inside'])
        h = self.rng.uniform(14, 30)
        gap = self.rng.uniform(3, 34)
        columns = self.rng.choice([1, 1, 1, 2]) if self.width > 500 else 1
        span = (self.right - self.margin) / columns
        width = self.rng.uniform(.35, .95)
        indent = self.rng.uniform(.25, .4) * span
        for _ in range(self.rng.randint(1, 6)):
            for c in range(columns):
                left, s = self.margin + c * span, self.caption()
                if style == 'left':
                    x, w = left + indent, (span - indent) * width
                    if text_width(s, self.size) > indent - 6:
                        s = s.split()[0]
                    self.text(s + self.rng.choice(['', ':']), left, y + h / 2 + self.size * .35)
                    self.box(x, y, w, h)
                    self.field(x, y, w, h)
                elif style == 'above':
                    self.text(s, left, y + self.size)
                    self.box(left, y + self.size + 3, span * width, h)
                    self.field(left, y + self.size + 3, span * width, h)
                else:
                    small = max(6, self.size - 2)
                    self.text(s, left + 2, y + small, small)
                    self.box(left, y, span * width, h + small)
                    self.field(left, y + small + 2, span * width, h - 2)
            y += h + gap + {'left': 0, 'above': self.size + 3, 'inside': self.size}[style]
        return y + 8

    def captioned_rules(self, y):
        """Rules or typed underscores after, above or between captions."""
        style = self.rng.choice(['behind', 'behind', 'typed', 'under', 'under'])
        pitch = self.rng.uniform(17, 32)
        for _ in range(self.rng.randint(1, 7)):
            x, base = self.margin, y + pitch
            for _ in range(self.rng.choice([1, 1, 2, 3]) if self.width > 500 else 1):
                s = self.caption(2)
                if style == 'under':
                    w = self.rng.uniform(90, 220)
                    if x + w > self.right:
                        break
                    small = max(6, self.size - 2)
                    self.rule(x, base, w)
                    self.text(s, x + self.rng.choice([0, 2, w / 3]), base + small + 1, small)
                    self.field(x, base - 14, w, 14)
                    x += w + self.rng.uniform(10, 40)
                else:
                    s += self.rng.choice([':', ':', ''])
                    start = x + text_width(s, self.size) + 5
                    w = self.rng.uniform(50, 260)
                    if start + w > self.right:
                        w = self.right - start
                    if w < 40:
                        break
                    self.text(s, x, base - 1)
                    if style == 'typed':
                        count = max(4, int(w / (0.556 * self.size)))
                        w = count * 0.556 * self.size if self.font in ('F1', 'F4') else count * 0.5 * self.size
                        self.text('_' * count, start, base - 1, None, 'F1' if self.font in ('F1', 'F4') else 'F2')
                    else:
                        self.rule(start, base, w)
                    self.field(start, base - 14, w, 14)
                    x = start + w + self.rng.uniform(6, 30)
            y = base + (max(6, self.size - 2) + 2 if style == 'under' else 0)
        return y + self.rng.randint(8, 18)

    def single(self, y):
        """One line of prose, or none, and one blank: with its caption in front, under or above it."""
        small = max(6, self.size - 2)
        if self.rng.random() < .7:
            self.text(self.prose(self.rng.randint(3, 12)), self.margin, y + self.size)
            y += self.size + self.rng.uniform(4, 30)
        s = self.caption(self.rng.choice([1, 2, 2, 3, 6]))
        style = self.rng.choice(['behind', 'behind', 'typed', 'under', 'above', 'box'])
        y += self.rng.uniform(6, 30)
        w = self.rng.uniform(60, self.right - self.margin)
        for i in range(self.rng.choice([1, 1, 1, 2, 3])):
            base, x = y + self.size + 6, self.margin
            if style in ('behind', 'typed', 'box'):
                self.text(s + self.rng.choice(['', ':']), x, base)
                x += text_width(s, self.size) + self.rng.uniform(5, 60)
            elif style == 'above' and i == 0:
                self.text(s, x, base)
                base += self.size + 10
            w = min(w, self.right - x)
            if w < 40:
                break
            if style == 'typed':
                count = max(5, int(w / (.5 * self.size)))
                self.text('_' * count, x, base, None, 'F2')
                w = count * .5 * self.size
            elif style == 'box':
                self.box(x, base - 14, w, 18)
            else:
                self.rule(x, base + self.rng.choice([0, 2]), w)
            if style == 'under' and i == 0:
                self.text(s, x, base + small + 2, small)
            self.field(x, base - 14, w, 16)
            y = base + self.rng.uniform(8, 18)
            s = self.caption(2)
        return y + self.rng.randint(10, 20)

    def sentence(self, y):
        """Blanks in running text."""
        for _ in range(self.rng.randint(1, 4)):
            x, base = self.margin, y + self.size * 1.6
            while x < self.right - 120:
                s = ' '.join(self.rng.choice(PROSE) for _ in range(self.rng.randint(2, 5)))
                self.text(s, x, base)
                x += text_width(s, self.size) + 6
                w = self.rng.uniform(40, 150)
                if x + w < self.right and self.rng.random() < .7:
                    self.rule(x, base + 1.5, w)
                    self.field(x, base - 12, w, 13.5)
                    x += w + 4
            y = base
        return y + 14

    def table(self, y):
        """A header row, sometimes row titles, and cells that are blank or filled."""
        columns, rows = self.rng.randint(2, 6), self.rng.randint(1, 8)
        h = self.rng.uniform(13, 26)
        width = self.right - self.margin
        cuts = sorted(self.rng.uniform(.12, .95) for _ in range(columns - 1))
        edges = [0] + [c for i, c in enumerate(cuts) if i == 0 or c - cuts[i - 1] > .08] + [1]
        xs = [self.margin + e * width for e in edges]
        printed = self.rng.random() < .35
        titled = self.rng.random() < .5
        if self.rng.random() < .5:
            self.fill(self.margin, y, width, h, self.rng.choice([.85, .92, .75]))
        for r in range(rows + 1):
            for c in range(len(xs) - 1):
                x, w, top = xs[c], xs[c + 1] - xs[c], y + r * h
                self.box(x, top, w, h)
                words = self.caption(2)
                if text_width(words, self.size) > w - 6:
                    words = words[:max(1, int((w - 6) / (self.size * .7)))]
                if r == 0 or titled and c == 0 or printed and self.rng.random() < .9:
                    self.text(words, x + 3, top + h / 2 + self.size * .35)
                elif not printed:
                    self.field(x, top, w, h)
        return y + (rows + 1) * h + self.rng.randint(10, 20)

    def cells(self, y):
        """A grid of cells, each with a small caption in its corner, at its bottom, or in front of the blank."""
        small = self.rng.choice([6, 7, 8])
        style = self.rng.choice(['top', 'top', 'top', 'bottom', 'beside'])
        h = self.rng.choice([self.rng.uniform(20, 34), self.rng.uniform(20, 34), self.rng.uniform(34, 70)])
        for _ in range(self.rng.randint(1, 5 if h < 40 else 3)):
            edges = [0] + sorted(self.rng.sample([.2, .3, .4, .5, .6, .7, .8], self.rng.randint(0, 3))) + [1]
            for a, b in zip(edges, edges[1:]):
                x = self.margin + a * (self.right - self.margin)
                w = (b - a) * (self.right - self.margin)
                self.box(x, y, w, h)
                s = self.caption(3)
                room = w - 4 if style != 'beside' else .5 * w
                while text_width(s, small) > room and ' ' in s:
                    s = s.rsplit(' ', 1)[0]
                if style == 'bottom':
                    self.text(s, x + 2, y + h - 2, small)
                    self.field(x + 1, y + 1, w - 2, h - small - 3)
                elif style == 'beside':
                    self.text(s, x + 2, y + h / 2 + small * .35, small)
                    start = text_width(s, small) + 5
                    if w - start > 20:
                        self.field(x + start, y + max(0, h / 2 - 12), w - start - 1, min(h, 24))
                else:
                    lines = 2 if h > 32 and self.rng.random() < .3 else 1
                    self.text(s, x + 2, y + small + 1, small)
                    if lines == 2:
                        self.text('(' + s.split()[0].lower() + ')', x + 2, y + 2 * small + 2, small)
                    top = lines * (small + 1) + 2
                    self.field(x + 1, y + top, w - 2, h - top - 1, 'text' if h < 40 else 'multiline')
            y += h
        return y + self.rng.randint(6, 18)

    def choices(self, y):
        """Squares or circles with their options, in a row or a column."""
        if self.rng.random() < .7:
            self.text(self.caption(5) + '?', self.margin, y + self.size)
            y += self.size + 6
        d = self.rng.choice([self.rng.uniform(6.5, 12), self.rng.uniform(6.5, 12), self.rng.uniform(12, 16)])
        is_round = self.rng.random() < .3
        flat = self.rng.choice([1, 1, 1, 1, self.rng.uniform(1.2, 2.4)])
        typed = self.rng.choice(['', '', '', '', '[ ]', '[  ]', '( )', '(   )'])
        is_row = self.rng.random() < .45
        x = self.margin + self.rng.choice([0, 12, 30])
        for _ in range(self.rng.randint(1, 6)):
            s = self.rng.choice(['Yes', 'No', self.caption(2), self.caption(4)])
            w = d * flat
            needed = w + 5 + text_width(s, self.size)
            if x + needed > self.right:
                if not is_row:
                    s = s.split()[0]
                else:
                    break
            if typed:
                w = text_width(typed, self.size)
                self.text(typed, x, y + d / 2 + self.size * .35)
            elif is_round:
                self.oval(x, y, w, d)
            else:
                self.box(x, y, w, d)
            self.text(s, x + w + self.rng.choice([3, 5]), y + d / 2 + self.size * .35)
            self.field(x - .5, y - .5, w + 1, d + 1, 'checkbox')
            if is_row:
                x += needed + self.rng.uniform(12, 40)
            else:
                y += max(d, self.size) + self.rng.uniform(3, 9)
        return y + d + self.rng.randint(6, 16)

    def combs(self, y):
        """Rows of cells for one character each, after or below a caption."""
        for _ in range(self.rng.randint(1, 4)):
            cell = self.rng.uniform(10, 20)
            h = self.rng.uniform(12, 20)
            cells = self.rng.randint(4, 17)
            s = self.caption(2)
            x, top = self.margin + text_width(s, self.size) + self.rng.uniform(8, 40), y
            if self.rng.random() < .3:
                x, top = self.margin, y + self.size + 4
            cells = min(cells, int((self.right - x) / cell))
            if cells < 3:
                continue
            self.text(s, self.margin, (y if top > y else y + h / 2 - self.size * .6) + self.size)
            style = self.rng.random()
            if style < .6:
                for i in range(cells):
                    self.box(x + i * cell, top, cell, h)
            elif style < .8:
                self.box(x, top, cells * cell, h)
                for i in range(1, cells):
                    self.wall(x + i * cell, top + h * .6, h * .4)
            else:
                self.rule(x, top + h, cells * cell)
                for i in range(cells + 1):
                    self.wall(x + i * cell, top + h * .4, h * .6)
            self.field(x, top, cells * cell, h)
            y = top + h + self.rng.uniform(6, 16)
        return y + 8

    def grouped_combs(self, y):
        """Cells for one character each in groups, such as 3-2-4, with dashes or blank paper between them."""
        for _ in range(self.rng.randint(1, 3)):
            cell, h, gap = self.rng.uniform(11, 17), self.rng.uniform(13, 20), self.rng.uniform(5, 12)
            groups = self.rng.choice([(3, 2, 4), (2, 2, 4), (2, 7), (3, 3, 4), (5, 4)])
            s, dash = self.caption(2), self.rng.random() < .5
            self.text(s, self.margin, y + self.size)
            x, top = self.margin + self.rng.choice([0, 12]), y + self.size + 4
            whole = sum(groups) * cell + gap * (len(groups) - 1)
            if x + whole > self.right:
                continue
            start = x
            for number, count in enumerate(groups):
                for i in range(count):
                    self.box(x + i * cell, top, cell, h)
                x += count * cell
                if dash and number < len(groups) - 1:
                    self.rule(x + gap * .25, top + h / 2, gap * .5)
                x += gap
            self.field(start, top, whole, h)
            y = top + h + self.rng.uniform(6, 16)
        return y + 8

    def option_table(self, y):
        """Questions with blank cells under Yes and No, or with boxes in them."""
        w, h = self.rng.uniform(24, 50), self.rng.uniform(14, 26)
        boxed, heads = self.rng.random() < .4, self.rng.choice([('Yes', 'No'), ('YES', 'NO'), ('Yes', 'No', 'N/A')])
        x = self.right - w * len(heads)
        for r in range(self.rng.randint(2, 7)):
            self.box(self.margin, y, x - self.margin, h)
            self.text(self.caption(4) if r else 'Question', self.margin + 3, y + h / 2 + self.size * .35)
            for c, head in enumerate(heads):
                left = x + c * w
                self.box(left, y, w, h)
                if r == 0:
                    self.text(head, left + (w - text_width(head, self.size)) / 2, y + h / 2 + self.size * .35)
                elif boxed:
                    d = min(9, h - 5)
                    self.box(left + (w - d) / 2, y + (h - d) / 2, d, d)
                    self.field(left + (w - d) / 2, y + (h - d) / 2, d, d, 'checkbox')
                else:
                    self.field(left, y, w, h, 'checkbox')
            y += h
        return y + self.rng.randint(8, 18)

    def tinted(self, y):
        """White areas on a tint, with a caption above or in front of each, with or without an outline."""
        gray, outlined = self.rng.choice([.6, .75, .85, .92]), self.rng.random() < .4
        rows, h = self.rng.randint(1, 5), self.rng.choice([self.rng.uniform(13, 22), self.rng.uniform(22, 60)])
        pitch = h + self.size + 9
        self.fill(self.margin, y, self.right - self.margin, rows * pitch + 6, gray)
        width = self.right - self.margin - 12
        for _ in range(rows):
            cuts = [0] + sorted(self.rng.sample([.25, .4, .5, .6, .75], self.rng.randint(0, 2))) + [1]
            for a, b in zip(cuts, cuts[1:]):
                x, w = self.margin + 6 + a * width, (b - a) * width - 6
                s = self.caption(2)
                while text_width(s, self.size) > w - 2 and ' ' in s:
                    s = s.rsplit(' ', 1)[0]
                self.text(s, x, y + self.size + 2)
                self.fill(x, y + self.size + 5, w, h, 1)
                if outlined:
                    self.box(x, y + self.size + 5, w, h)
                self.field(x, y + self.size + 5, w, h, 'text' if h < 30 else 'multiline')
            y += pitch
        return y + 6 + self.rng.randint(8, 16)

    def caption_row(self, y):
        """Captions in a row on blank paper, whose values go above or behind them."""
        above, gap = self.rng.random() < .5, self.rng.uniform(22, 34)
        for _ in range(self.rng.randint(1, 4)):
            x, base = self.margin, y + gap
            count = self.rng.randint(2, 5)
            step = (self.right - self.margin) / count
            for i in range(count):
                s = self.caption(1) + ('' if above else ':')
                self.text(s, x, base)
                used = text_width(s, self.size)
                if above:
                    self.field(x, base - self.size - 14, step - 4, 14)
                elif step - used > 34:
                    self.field(x + used + 3, base - 11, step - used - 7, 14)
                x += step
            y = base
        return y + 12

    def big_box(self, y):
        h = self.rng.uniform(45, 130)
        self.text(self.caption(4), self.margin, y + self.size)
        self.box(self.margin, y + self.size + 4, self.right - self.margin, h)
        self.field(self.margin, y + self.size + 4, self.right - self.margin, h, 'multiline')
        return y + self.size + h + 16

    def signatures(self, y):
        y += self.rng.uniform(20, 40)
        w = (self.right - self.margin) * .55
        small = max(6, self.size - 2)
        for s, x, width in (('Signature', self.margin, w), ('Date', self.margin + w + 20, self.right - self.margin - w - 20)):
            if width < 40:
                continue
            self.rule(x, y, width)
            self.text(self.rng.choice(['', 'Applicant ']) + s, x, y + small + 2, small)
            self.field(x, y - 14, width, 14)
        return y + small + 14

    def amounts(self, y):
        """Rows of text with space for an amount at the end, sometimes under a head."""
        width = self.rng.uniform(50, 110)
        x = self.right - width - self.rng.choice([0, 0, 20])
        pitch = self.rng.uniform(16, 30)
        sign = self.rng.choice(['', '', '$'])
        if self.rng.random() < .6:
            self.text(self.caption(2), x, y + self.size)
            y += self.size + 4
        for i in range(self.rng.randint(2, 8)):
            base = y + pitch * (i + 1)
            s = self.rng.choice(['', f'{i + 1} ', f'{i + 1}. ']) + self.caption(5)
            while text_width(s, self.size) > x - self.margin - 12 and ' ' in s:
                s = s.rsplit(' ', 1)[0]
            self.text(s, self.margin, base - 1)
            if self.rng.random() < .4:
                start = self.margin + text_width(s, self.size) + 4
                self.text('.' * max(0, int((x - 14 - start) / (.28 * self.size))), start, base - 1, None, 'F1')
            if sign:
                self.text(sign, x - self.size * .7, base - 1)
            self.rule(x, base, width)
            self.field(x, base - 14, width, 14)
        return y + pitch * (i + 1) + self.rng.randint(8, 18)

    def lines(self, y):
        """Several lines to write on below each other, with captions in front, above, or under some of them."""
        width = self.rng.uniform(.4, 1) * (self.right - self.margin)
        pitch = self.rng.uniform(19, 34)
        style = self.rng.choice(['above', 'under', 'first'])
        if style == 'above':
            self.text(self.caption(5) + self.rng.choice([':', '?', '']), self.margin, y + self.size)
            y += self.size
        for i in range(self.rng.randint(2, 5)):
            base, x = y + pitch * (i + 1), self.margin
            if style == 'first' and i == 0:
                s = self.caption(2) + ':'
                self.text(s, x, base - 1)
                x += text_width(s, self.size) + 6
            if self.margin + width - x < 40:
                continue
            self.rule(x, base, self.margin + width - x)
            self.field(x, base - 14, self.margin + width - x, 14)
            if style == 'under' and self.rng.random() < .6:
                small = max(6, self.size - 2)
                self.text(self.caption(2), x, base + small + 1, small)
        return y + pitch * (i + 1) + self.rng.randint(14, 22)

    # Blocks without fields.
    def grid(self, y):
        """Many small adjoining squares, some with characters in them: a pattern, a puzzle, a calendar."""
        cell = self.rng.uniform(6, 18)
        columns, rows = self.rng.randint(6, 24), self.rng.randint(5, 14)
        columns = min(columns, int((self.right - self.margin) / cell))
        share = self.rng.choice([0, .1, .3, .8])
        for r in range(rows):
            for c in range(columns):
                x, top = self.margin + c * cell, y + r * cell
                self.box(x, top, cell, cell)
                kind = self.rng.random()
                if kind < share / 3:
                    self.fill(x, top, cell, cell, self.rng.choice([0, .5, .8]))
                elif kind < share:
                    self.text(self.rng.choice('xo/1234-'), x + cell * .3, top + cell * .75, max(4, cell * .6))
        return y + rows * cell + self.rng.randint(8, 18)

    def note(self, y):
        """Prose in a frame or on a tint."""
        lines = self.rng.randint(1, 5)
        h = lines * self.size * 1.25 + 10
        if self.rng.random() < .4:
            self.fill(self.margin, y, self.right - self.margin, h, .9)
        if self.rng.random() < .8:
            self.box(self.margin, y, self.right - self.margin, h)
        for i in range(lines):
            s = ''
            stop = (self.right - self.margin) * (1 if i < lines - 1 else self.rng.uniform(.2, .9))
            while text_width(s, self.size) < stop - 60:
                s += self.rng.choice(PROSE) + ' '
            self.text(s.strip() or 'Note', self.margin + 5, y + 4 + self.size * (1 + 1.25 * i))
        return y + h + self.rng.randint(8, 16)

    def contents(self, y):
        """A table of contents with leaders."""
        for i in range(self.rng.randint(4, 16)):
            s = f'{i + 1}. {self.caption(4)} '
            step = self.rng.choice([0.28, 0.28, 0.6]) * self.size
            dots = max(3, int((self.right - self.margin - 24 - text_width(s, self.size)) / step))
            self.text(s + ('.' if step < .4 * self.size else '. ') * dots, self.margin, y + self.size)
            self.text(str(i * 3 + 1), self.right - 12, y + self.size)
            y += self.size * 1.35
        return y + 10

    def separator(self, y):
        self.rule(self.margin, y + 4, self.right - self.margin, self.rng.choice([.4, 1, 2]))
        return y + self.rng.randint(12, 24)

    def chart(self, y):
        """Axes, bars and a legend."""
        w, h = self.rng.uniform(150, 300), self.rng.uniform(80, 180)
        x = self.margin + 30
        self.wall(x, y, h)
        self.rule(x, y + h, w)
        for i in range(self.rng.randint(3, 9)):
            bar = self.rng.uniform(.1, .95) * h
            self.box(x + 8 + i * w / 10, y + h - bar, w / 14, bar)
            self.text(str(i), x + 8 + i * w / 10, y + h + 9, 7)
            self.text(f'{i * 10}', x - 18, y + h - i * h / 10, 7)
        if self.rng.random() < .5:
            self.box(x + w + 10, y, 80, 40)
            self.text('series', x + w + 26, y + 14, 7)
            self.box(x + w + 15, y + 8, 7, 7)
        self.text('Figure 1: ' + self.caption(4), x, y + h + 24)
        return y + h + 36

    def diagram(self, y):
        """Boxes with words in them, connected by lines."""
        x = self.margin
        for i in range(self.rng.randint(2, 4)):
            s = self.caption(1)
            w = text_width(s, self.size) + self.rng.uniform(10, 30)
            self.box(x, y, w, 26)
            self.text(s, x + 5, y + 17)
            self.rule(x + w, y + 13, 25)
            x += w + 25
            if x > self.right - 90:
                break
        return y + 26 + self.rng.randint(12, 30)

    def pdf(self):
        body = '\n'.join(self.content).encode('latin-1', 'replace')
        fonts = {'F1': 'Helvetica', 'F2': 'Times-Roman', 'F3': 'Courier', 'F4': 'Helvetica-Bold'}
        objects = [b'<< /Type /Catalog /Pages 2 0 R >>', b'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
                   (f'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {self.width} {self.height}] /Contents 4 0 R /Resources '
                    '<< /Font << ' + ' '.join(f'/{k} {5 + i} 0 R' for i, k in enumerate(fonts)) + ' >> >> >>').encode(),
                   b'<< /Length %d >>\nstream\n' % len(body) + body + b'\nendstream']
        objects += [f'<< /Type /Font /Subtype /Type1 /BaseFont /{n} >>'.encode() for n in fonts.values()]
        out, offsets = b'%PDF-1.4\n', []
        for i, o in enumerate(objects):
            offsets.append(len(out))
            out += b'%d 0 obj\n' % (i + 1) + o + b'\nendobj\n'
        start = len(out)
        out += b'xref\n0 %d\n0000000000 65535 f \n' % (len(objects) + 1)
        out += b''.join(b'%010d 00000 n \n' % o for o in offsets)
        return out + b'trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n' % (len(objects) + 1, start)


FORM_BLOCKS = ['single', 'single', 'single', 'single', 'captioned_boxes', 'captioned_boxes', 'captioned_boxes', 'combs', 'captioned_rules',
               'captioned_rules', 'sentence', 'table', 'cells', 'cells', 'choices', 'choices', 'choices', 'big_box',
               'grouped_combs', 'option_table', 'tinted', 'caption_row', 'signatures', 'amounts', 'lines']
PLAIN_BLOCKS = ['paragraph', 'paragraph', 'note', 'contents', 'separator', 'chart', 'diagram', 'grid', 'heading']


def make(seed):
    """Returns one page, sparse or full; three in four are forms."""
    rng = random.Random(seed)
    page = Page(rng)
    is_form = rng.random() < .75
    y = page.margin
    if rng.random() < .15:
        page.box(page.margin - 12, page.margin - 12, page.right - page.margin + 24, page.height - 2 * page.margin + 24)
    if rng.random() < .7:
        y = page.heading(y)
    count = rng.choice([1, 1, 2, 3, 12, 12]) if is_form else 12
    while count > 0 and y < page.height - page.margin - 150:
        blocks = FORM_BLOCKS if is_form and rng.random() < .8 else PLAIN_BLOCKS
        y = getattr(page, rng.choice(blocks))(y)
        count -= 1
    if rng.random() < .3:
        page.rule(page.margin, page.height - page.margin + 4, page.right - page.margin)
        page.text('Page 1', page.margin, page.height - page.margin + 16, 8)
    # Drop fields that extend beyond the page.
    page.fields = [f for f in page.fields if f['y'] + f['height'] < page.height and f['x'] + f['width'] < page.width]
    return page


def write(folder, count, first=0):
    os.makedirs(folder, exist_ok=True)
    for seed in range(first, first + count):
        page = make(seed)
        with open(os.path.join(folder, f'made-{seed:04d}.pdf'), 'wb') as out:
            out.write(page.pdf())
        with open(os.path.join(folder, f'made-{seed:04d}.truth.json'), 'w', encoding='utf-8') as out:
            json.dump(page.fields, out)
