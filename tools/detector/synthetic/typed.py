"""Blanks that are typed: runs of dots, underscores or dashes in sentences and behind captions; and blanks without any mark."""
PATTERNS = ['.', '.', '.', '.', '_', '_', '_', '-', '·', '…', '…', '. ', '. ', '- ', '_ ']


def run_of(page, pattern, width, size):
    """Returns a run of about this width, and its width without the space at the end."""
    unit = page.measure(pattern, size)
    count = max(2 if pattern == '…' else 5, int(width / unit))
    s = (pattern * count).strip()
    return s, page.measure(s, size)


class Flow:
    """Words and blanks set into lines; a blank may go on in the next line, whose part is a separate field."""

    def __init__(self, page, y, size, pitch, pattern, indent=0):
        self.page, self.size, self.pitch, self.pattern = page, size, pitch, pattern
        self.left = page.margin + indent
        self.space = page.measure(' ', size)
        self.whole = page.rng.random() < .5
        self.breaks = page.rng.random() < .5
        self.base, self.x = y + pitch, self.left
        self.pieces = []

    @property
    def full(self):
        return self.base > self.page.bottom - 4

    def new_line(self):
        page = self.page
        if self.full:
            self.pieces = []
        # As one string with single spaces, or each piece for itself.
        if self.whole and self.pieces:
            page.text(''.join(s for s, _, _, _ in self.pieces), self.pieces[0][1], self.base, self.size)
            page.printed.pop()
            page.printed += [(x, self.base - .7 * self.size, w, .75 * self.size, s) for s, x, w, _ in self.pieces]
        for s, x, w, blank in self.pieces:
            if not self.whole:
                page.text(s, x, self.base, self.size)
            if blank:
                h = min(13.5, self.pitch - .6)
                page.field(x, self.base + 1.5 - h, w, h)
        self.pieces, self.x = [], self.left
        self.base += self.pitch

    def put(self, s, w, blank=False, close=False):
        if self.pieces and not close:
            if self.whole:
                self.pieces.append((' ', self.x, self.space, False))
            self.x += self.space
        self.pieces.append((s, self.x, w, blank))
        self.x += w

    def word(self, s, close=False):
        w = self.page.measure(s, self.size)
        if self.x + self.space + w > self.page.right and not close:
            self.new_line()
        self.put(s, w, False, close)

    def blank(self, width):
        room = self.page.right - self.x - self.space - 4
        if width > room:
            if self.breaks and room > 48:
                first, w = run_of(self.page, self.pattern, room, self.size)
                self.put(first, w, True)
                self.new_line()
                width = max(48, width - room)
            elif room < min(width, 60):
                self.new_line()
            else:
                width = room
        width = min(width, self.page.right - self.x - self.space - 4)
        self.put(*run_of(self.page, self.pattern, width, self.size), True)

    def sentence(self, s):
        for token in s.split():
            if token[0] == '_':
                rng = self.page.rng
                self.blank(rng.choice([rng.uniform(36, 80), rng.uniform(60, 150), rng.uniform(120, 320)]))
                if token[1:]:
                    self.word(token[1:], True)
            else:
                self.word(token)


def sentences(page, y):
    """Sentences of one language with typed blanks in them."""
    rng = page.rng
    size = page.size
    pitch = size * rng.choice([rng.uniform(1.25, 1.5), rng.uniform(1.4, 2.4)])
    flow = Flow(page, y, size, pitch, rng.choice(PATTERNS), rng.choice([0, 0, 12]))
    each = rng.random() < .4
    for _ in range(rng.randint(1, 6)):
        if flow.full:
            break
        if rng.random() < .3:
            flow.sentence(page.run(rng.randint(2, 14)))
        flow.sentence(rng.choice(page.language.sentences))
        if rng.random() < .2:
            flow.sentence(page.run(rng.randint(2, 8)) + '.')
        # A last blank as far as the margin.
        if rng.random() < .15 and page.right - flow.x > 60 and flow.pieces:
            flow.blank(page.right - flow.x - flow.space - 4)
        if each:
            flow.new_line()
    if flow.pieces:
        flow.new_line()
    return flow.base - pitch + rng.uniform(10, 20)


def typed_lines(page, y):
    """Captions with typed blanks behind them, one or several in a line, aligned or not."""
    rng = page.rng
    pattern, size = rng.choice(PATTERNS), page.size
    pitch = size * rng.uniform(1.5, 2.8)
    columns = rng.choice([1, 1, 2, 3]) if page.span > 400 else 1
    to_margin, mark = rng.random() < .5, rng.choice([':', ':', ': ', '', ' '])
    aligned = rng.uniform(90, 150) if rng.random() < .35 and page.span / columns > 250 else 0
    for _ in range(rng.randint(1, 9)):
        base = y + pitch
        if base > page.bottom - 4:
            break
        edges = [0] + sorted(rng.sample([.35, .5, .6, .7], columns - 1)) + [1]
        if columns == 2 and rng.random() < .5:
            edges[1] = .5
        for a, b in zip(edges, edges[1:]):
            x, end = page.margin + a * page.span, page.margin + b * page.span - (8 if b < 1 else 0)
            room = (end - x) * .6
            s = page.caption(3, room, size) if rng.random() < .7 else page.fit(rng.choice(page.language.signatures), room, size)
            start = x + max(aligned, page.measure(s + mark, size) + rng.choice([2, 4]))
            width = end - start if to_margin else min(end - start, rng.uniform(60, 300))
            if width < 40:
                continue
            run, w = run_of(page, pattern, width, size)
            if start + w > end + 1:
                continue
            page.text(s + mark, x, base, size)
            page.text(run, start, base, size)
            h = min(13.5, pitch - .6)
            page.field(start, base + 1.5 - h, w, h)
        y = base
    return y + rng.uniform(10, 18)


def typed_multiline(page, y):
    """A question and lines of dots over the whole width below it, each a field or all of them one."""
    rng = page.rng
    pattern, size = rng.choice(PATTERNS), page.size
    pitch = size * rng.uniform(1.5, 2.6)
    page.put_caption(4, page.margin, y + size, page.span, 'left', size)
    y += size
    run, w = run_of(page, pattern, page.span, size)
    tops = []
    for _ in range(rng.randint(2, 12)):
        if y + pitch > page.bottom - 4:
            break
        y += pitch
        page.text(run, page.margin, y, size)
        tops.append(y + 1.5)
    writing_fields(page, tops, pitch, page.margin, w)
    return y + rng.uniform(10, 18)


def writing_fields(page, floors, pitch, x, w):
    """Adds the fields of lines below each other, as the page's convention has it: one each, or one over all of them."""
    if page.joins_lines and len(floors) > 1:
        h = min(pitch - 2, 16)
        page.field(x, floors[0] - h, w, floors[-1] - floors[0] + h, 'multiline')
    else:
        h = min(14, pitch - .6)
        for floor in floors:
            page.field(x, floor - h, w, h)


def spaces(page, y):
    """Captions with colons and blank paper behind each as far as the next caption."""
    rng = page.rng
    size, pitch = page.size, page.size * rng.uniform(1.6, 3)
    stops = rng.choice([[0], [0, .5], [0, .55], [0, .4, .75], [0, .33, .66]]) if page.span > 330 else [0]
    bold = rng.choice([None, 'F4'])
    irregular = rng.random() < .3
    for _ in range(rng.randint(1, 7)):
        base = y + pitch
        if base > page.bottom - 4:
            break
        here = stops if not irregular or len(stops) == 1 else [s + (rng.uniform(-.06, .06) if s else 0) for s in stops]
        for a, b in zip(here, here[1:] + [1]):
            x, end = page.margin + a * page.span, page.margin + b * page.span - (6 if b < 1 else 0)
            s = page.caption(3, (end - x) * .55, size, bold) + ':'
            start = x + page.measure(s, size, bold) + 3
            if end - start < 36:
                continue
            page.text(s, x, base, size, bold)
            h = min(14, pitch - .6)
            page.field(start, base + 3 - h, end - start, h)
        y = base
    return y + rng.uniform(10, 18)


# Print that resembles typed blanks.
def prose_with_ellipses(page, y):
    for _ in range(page.rng.randint(2, 6)):
        if y + page.size > page.bottom:
            break
        s = page.prose_line(page.span - 30)
        words = s.split()
        for mark in page.rng.sample(['…', '...', ' ...', ' – '], page.rng.randint(0, 2)):
            words[page.rng.randrange(len(words))] += mark
        page.put(' '.join(words), page.margin, y + page.size, page.span)
        y += page.size * 1.3
    return y + page.rng.randint(6, 16)


def price_list(page, y):
    """Items and prices with leaders between them."""
    rng = page.rng
    pattern = rng.choice(['.', '.', '. ', '·', '_', '- ', '…'])
    currency = rng.choice([' €', '', ' EUR', ' kr', ' $'])
    for i in range(rng.randint(3, 12)):
        base = y + page.size * 1.4
        if base > page.bottom:
            break
        price = f'{rng.randint(1, 900)}{rng.choice([",", "."])}{rng.randint(0, 99):02d}{currency}'
        w = page.measure(price)
        s = page.caption(4, page.span - w - 60) + ' '
        start = page.margin + page.measure(s)
        count = int((page.right - w - 4 - start) / page.measure(pattern))
        page.text(s + pattern * count, page.margin, base)
        page.text(price, page.right - w, base)
        y = base
    return y + rng.randint(10, 18)


def dash_row(page, y):
    """A row of typed dashes, asterisks or dots as a separator or a line to cut along."""
    rng = page.rng
    pattern = rng.choice(['-', '- ', '_', '* ', '=', '. ', '–', '·'])
    run, w = run_of(page, pattern, page.edges[1] - page.edges[0] - 20 if rng.random() < .4 else page.span, page.size)
    x = (page.edges[0] + page.edges[1] - w) / 2
    page.text(run, max(4, x), y + page.size)
    if rng.random() < .4:
        page.text('"', max(4, x) + rng.choice([4, 20, 60]), y + page.size + 2, 12, 'F6')
    return y + page.size + rng.randint(10, 18)
