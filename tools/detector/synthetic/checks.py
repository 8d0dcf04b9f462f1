"""Check boxes: lists, columns, rows with a blank each, in many shapes."""
from .page import BLACK, COLOURS, TINTS, WHITE


class Mark:
    """How the boxes of a block look, and where their labels are."""

    def __init__(self, page):
        rng = page.rng
        self.page = page
        self.shape = rng.choice(['square'] * 6 + ['circle', 'double', 'glyph'] * 2 + ['oval', 'white', 'white', 'tint', 'flat'])
        self.d = rng.choice([rng.uniform(6, 9), rng.uniform(7, 12), rng.uniform(11, 15)])
        self.w = self.d * (rng.uniform(1.3, 2.2) if self.shape in ('oval', 'flat') else 1)
        # White on a tint they are often large, and higher than wide; with an outline such boxes are the cells of combs.
        if self.shape == 'white' and rng.random() < .5:
            self.d = rng.uniform(10, 18)
            self.w = self.d * rng.uniform(.7, 1)
        self.glyph = rng.choice('opqrm')
        self.line = rng.choice([.3, .5, .75, 1])
        self.colour = rng.choice([None, None, None, *COLOURS])
        self.filled = page.tint if self.shape == 'tint' else WHITE if self.shape == 'white' else None
        if self.shape == 'glyph':
            self.w = page.measure(self.glyph, self.d * 1.2, 'F6')

    def draw(self, x, y):
        page, d = self.page, self.d
        if self.shape == 'circle' or self.shape == 'oval':
            page.oval(x, y, self.w, d, self.line, None, self.colour)
        elif self.shape == 'glyph':
            page.text(self.glyph, x, y + d * .92, d * 1.2, 'F6', self.colour or BLACK)
            page.printed.pop()
        else:
            if self.filled:
                page.fill(x, y, self.w, d, self.filled)
            if self.shape != 'white' or self.colour:
                page.box(x, y, self.w, d, self.line, None, self.colour)
            if self.shape == 'double':
                page.box(x + 1.3, y + 1.3, self.w - 2.6, d - 2.6, self.line, None, self.colour)
        page.field(x - .5, y - .5, self.w + 1, d + 1, 'checkbox')


def options(page, y):
    """Boxes in a list, in columns or in a row; labels at either side; some options are followed by a blank."""
    rng, words = page.rng, page.language
    mark = Mark(page)
    grounded = mark.shape == 'white' or rng.random() < .15
    top, slot = y, len(page.content)
    y += 5
    if rng.random() < .65:
        page.put_caption(4, page.margin, y + page.size, page.span, font=rng.choice([None, 'F4']))
        y += page.size + 5
    columns = rng.choice([1, 1, 2, 3, 4]) if page.span > 330 else rng.choice([1, 2])
    step = page.span / columns
    right = rng.random() < .2
    lettered = rng.random() < .08
    pitch = max(mark.d, page.size) + rng.uniform(2.5, 9)
    far = rng.uniform(60, max(61, min(step - mark.w - 4, 160)))
    packed = rng.random() < .3 and not right
    for row in range(rng.choice([1, 1, 2, 3, 5, 8])):
        if y + pitch > page.bottom - 6:
            break
        x = page.margin
        for i in range(columns if not packed else 6):
            s = rng.choice([rng.choice(words.options), rng.choice(words.options), words.yes, words.no, page.caption(3)])
            if lettered:
                s = 'abcdefghi'[row] + ') ' + s
            if not packed:
                x = page.margin + i * step
            room = (step if not packed else page.right - x) - mark.w - 12
            base = y + mark.d / 2 + page.size * .35
            if packed and page.measure(s) > room or room < 20:
                break
            s = page.fit(s, room if not right else min(room, far - 4))
            if right:
                page.text(s, x, base)
                mark.draw(x + far, y)
            else:
                mark.draw(x, y)
                page.text(s, x + mark.w + 4, base)
            x += mark.w + 4 + page.measure(s) + rng.uniform(10, 30)
        y += pitch
    # The last option asks for more.
    if rng.random() < .4 and y + max(pitch, 15) < page.bottom - 6 and not right:
        y += max(0, 15 - pitch)
        mark.draw(page.margin, y)
        s = words.other + rng.choice([':', ' (specify):', '', ': '])
        base = y + mark.d / 2 + page.size * .35
        page.text(s, page.margin + mark.w + 4, base)
        x = page.margin + mark.w + 8 + page.measure(s)
        w = min(page.right - x, rng.uniform(60, 300))
        if w > 40:
            if rng.random() < .5:
                page.rule(x, base + 1.5, w, None, rng.choice([None, page.dash()]))
            else:
                pattern = rng.choice('._')
                count = int(w / page.measure(pattern))
                w = page.measure(pattern * count)
                page.text(pattern * count, x, base)
            page.field(x, base - 11.5, w, 13)
        y += max(pitch, 15)
    if grounded:
        i = len(page.content)
        page.fill(page.margin - 4, top, page.span + 8, y + 2 - top, page.tint if mark.filled != page.tint else rng.choice(TINTS))
        page.content.insert(slot, page.content.pop(i))
    return y + rng.uniform(6, 14)


def questions(page, y):
    """Statements at the left with boxes at the right margin, perhaps with rules or leaders between."""
    rng, words = page.rng, page.language
    mark = Mark(page)
    if mark.shape == 'white':
        mark.colour = BLACK
    heads = rng.choice([[words.yes, words.no]] * 2 + [[words.no, words.yes], list('12345'), list('ABC')])
    gap = max(mark.w + 6, max(page.measure(s) for s in heads) + 6)
    beside = rng.random() < .5
    step = gap + (mark.w + 4 if beside else 0)
    left = page.right - step * len(heads)
    if left - page.margin < 80:
        return y + 4
    pitch = max(mark.d, page.size) + rng.uniform(4, 12)
    if not beside:
        for i, s in enumerate(heads):
            page.put(s, left + i * step, y + page.size, gap, 'centre')
        y += page.size + 4
    ruled = rng.random() < .4
    for _ in range(rng.randint(2, 10)):
        if y + pitch > page.bottom - 6:
            break
        base = y + mark.d / 2 + page.size * .35
        page.put(rng.choice([page.caption(4), page.prose(rng.randint(4, 9))]), page.margin, base, left - page.margin - 6)
        for i, s in enumerate(heads):
            x = left + i * step
            if beside:
                mark.draw(x, y)
                page.put(s, x + mark.w + 3, base, step - mark.w - 3)
            else:
                mark.draw(x + (gap - mark.w) / 2, y)
        if ruled:
            page.rule(page.margin, y + mark.d + (pitch - mark.d) * .5, page.span, .4)
        y += pitch
    return y + rng.uniform(6, 14)
