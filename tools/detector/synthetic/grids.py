"""Grids of cells in many looks: which of their cells are blanks follows from heads, titles and what is printed in others."""
from .page import BLACK, COLOURS, TINTS, WHITE

LOOKS = ['ruled'] * 4 + [
    'horizontal', 'horizontal in frame', 'vertical', 'double', 'dashed', 'dotted', 'dashed rows', 'coloured', 'faint',
    'dark head', 'zebra', 'zebra without lines', 'tinted cells', 'white cells', 'white lines', 'thick frame', 'thick columns',
    'apart', 'rounded', 'tinted titles', 'tint and lines']


class Look:
    """How a grid is drawn: the lines between its cells as (thickness, dash), its frame, its tints."""

    def __init__(self, page):
        rng = page.rng
        thin = rng.choice([.25, .4, .5, .75, 1])
        self.name = name = rng.choice(LOOKS)
        self.ink = page.ink
        self.rows = self.columns = (thin, None)
        self.frame = thin
        # Space around each cell, and whether it is outlined separately.
        self.gap, self.own = 0, False
        self.ground = self.cell = self.stripe = self.titles = None
        self.head, self.head_letter = rng.choice([None, None, page.tint, page.tint, .85]), None
        pale = rng.choice([page.tint, rng.choice(TINTS)])
        if name == 'horizontal':
            self.columns, self.frame = None, 0
        elif name == 'horizontal in frame':
            self.columns = None
        elif name == 'vertical':
            self.rows, self.frame = None, rng.choice([thin, 1.5])
        elif name == 'double':
            self.gap, self.own, self.rows, self.columns = rng.uniform(.7, 1.3), True, None, None
        elif name in ('dashed', 'dotted'):
            dash = (rng.uniform(2, 5), rng.uniform(1, 3)) if name == 'dashed' else (0, rng.uniform(1.6, 3))
            self.rows = self.columns = (thin, dash)
            self.frame = rng.choice([0, thin, 1])
        elif name == 'dashed rows':
            self.rows = (thin, page.dash())
        elif name == 'coloured':
            self.ink = rng.choice(COLOURS)
        elif name == 'faint':
            self.ink = (rng.choice([.6, .7, .8]),) * 3
        elif name == 'dark head':
            self.head, self.head_letter = rng.choice([BLACK, (.3, .3, .3), *COLOURS]), WHITE
        elif name == 'zebra':
            self.stripe = pale
        elif name == 'zebra without lines':
            self.stripe, self.rows, self.columns, self.frame = pale, None, None, rng.choice([0, thin])
        elif name == 'tinted cells':
            self.cell, self.gap, self.rows, self.columns, self.frame = pale, rng.uniform(.6, 2), None, None, 0
        elif name in ('white cells', 'white lines'):
            self.ground, self.gap = pale, rng.uniform(.8, 2.5)
            self.rows = self.columns = None
            self.cell, self.frame, self.head = WHITE, 0, rng.choice([None, None, .8])
            if name == 'white lines':
                self.cell, self.gap, self.rows, self.columns = None, 0, (1.2, None), (1.2, None)
                self.ink = WHITE
        elif name == 'tint and lines':
            self.ground, self.head = pale, rng.choice([None, .75])
        elif name == 'thick frame':
            self.frame = rng.uniform(1.5, 3)
        elif name == 'apart':
            self.gap, self.own, self.rows, self.columns, self.frame = rng.uniform(1, 3), True, None, None, 0
        elif name == 'rounded':
            self.gap, self.own, self.rows, self.columns, self.frame = rng.uniform(1, 2), True, None, None, rng.choice([0, thin])
        elif name == 'tinted titles':
            self.titles = self.head = pale
        elif name == 'thick columns':
            self.columns, self.frame = (1.5, None), 1.5


class Lattice:
    """Cells between columns' edges xs and rows' edges ys; a cell may span several of each."""

    def __init__(self, page, look, xs, ys, size):
        self.page, self.look, self.xs, self.ys, self.size = page, look, xs, ys, size
        self.pad = 0 if look.columns or look.own or look.gap else 1.5
        if look.ground:
            page.fill(xs[0] - look.gap, ys[0] - look.gap, xs[-1] - xs[0] + 2 * look.gap, ys[-1] - ys[0] + 2 * look.gap, look.ground)
        self.edges = []

    def cell(self, c, r, c2, r2, kind, text='', align='left', bold=False):
        """Draws one cell from column c and row r to before c2 and r2.

        Kinds: head, title and given are print; blank is a field; tick has a box; grey and empty are neither.
        """
        page, look = self.page, self.look
        x, y, w, h = self.xs[c], self.ys[r], self.xs[c2] - self.xs[c], self.ys[r2] - self.ys[r]
        gx, gy = min(look.gap, w * .1), min(look.gap, h * .1)
        inner = (x + gx, y + gy, w - 2 * gx, h - 2 * gy)
        fill = {'head': look.head, 'title': look.titles or look.cell, 'grey': .8, 'dark': 0}.get(kind, look.cell)
        if fill is None and look.stripe and r % 2 and kind not in ('head', 'band'):
            fill = look.stripe
        if kind == 'band':
            fill = look.head or .9
        if fill is not None and kind != 'corner':
            page.fill(*inner, fill)
        if look.own:
            if look.name == 'rounded' and h > 8:
                page.rounded(*inner, 2.5, look.frame or .5, look.ink)
            else:
                page.box(*inner, look.frame or .6, None, look.ink)
        self.edges.append((x, y, w, h, c2, r2))
        if kind == 'blank':
            left, top, width, height = inner
            page.field(left + self.pad, top, width - 2 * self.pad, height, 'text' if height < 42 else 'multiline')
        elif kind == 'choice':
            page.field(inner[0] + self.pad, inner[1], inner[2] - 2 * self.pad, inner[3], 'checkbox')
        elif kind == 'tick':
            d = min(9, h - 4, w - 4)
            left, top = x + (w - d) / 2, y + (h - d) / 2
            page.box(left, top, d, d, .6, None, BLACK if look.ink == WHITE else None)
            page.field(left, top, d, d, 'checkbox')
        elif text and kind not in ('grey', 'dark', 'empty', 'corner'):
            self.print(text, x, y, w, h, align, bold, look.head_letter if kind in ('head', 'band') and fill is not None else None)

    def print(self, text, x, y, w, h, align, bold, colour):
        page, size, font = self.page, self.size, 'F4' if bold else None
        if reads_up(w, h, page.measure(text, size, font)):
            s = page.fit(text, h - 6, size, font)
            page.text_up(s, x + w / 2 + size * .35, y + h - 3, size, font)
            return
        lines = page.wrap(text, w - 4, size, font)[:max(1, int((h - 2) / (size * 1.15)))]
        while lines and size * .72 > h - 2:
            lines = []
        top = y + (h - len(lines) * size * 1.15) / 2
        for i, line in enumerate(lines):
            page.put(line, x + 2, top + size * (.92 + 1.15 * i), w - 4, align, size, font, colour)

    def fitting(self, make, c):
        """Returns what `make` makes, tried again if a word is too long for column c."""
        for _ in range(12):
            text = make()
            if all(max(self.page.measure(word, self.size, font) for font in (None, 'F4')) <= self.xs[c + 1] - self.xs[c] - 4
                   for word in text.split()):
                break
        return text

    def finish(self):
        """Draws the lines between the cells and around them."""
        page, look = self.page, self.look
        columns, rows = len(self.xs) - 1, len(self.ys) - 1
        for x, y, w, h, c2, r2 in self.edges:
            if look.rows and (r2 < rows or look.frame == 0):
                page.rule(x, y + h, w, *look.rows, look.ink)
            if look.columns and c2 < columns:
                page.wall(x + w, y, h, *look.columns, look.ink)
        x, y, w, h = self.xs[0], self.ys[0], self.xs[-1] - self.xs[0], self.ys[-1] - self.ys[0]
        if look.frame:
            page.box(x - look.gap, y - look.gap, w + 2 * look.gap, h + 2 * look.gap, look.frame, None, look.ink)
        elif look.rows:
            page.rule(x, y, w, *look.rows, look.ink)


def reads_up(w, h, length):
    """Tells whether a text is printed upwards, as in a narrow column under a tall head."""
    return h > 26 and h > 1.4 * w and length > w - 4


class Column:
    """kind: title, blank, given, tick, choice or total; what: the kind of print in it."""

    def __init__(self, kind, weight, head, what=None):
        self.kind, self.weight, self.head, self.what = kind, weight, head, what


def print_for(page, what, r):
    rng = page.rng
    if what == 'numbers':
        return str(r + 1)
    if what == 'days':
        return page.language.days[r % 7]
    if what == 'dates':
        return f'{rng.randint(1, 28):02d}.{rng.randint(1, 12):02d}.20{rng.randint(10, 29)}'
    if what == 'hours':
        return f'{(7 + r) % 24}:{rng.choice(["00", "30"])}'
    if what == 'amounts':
        return f'{rng.randint(1, 2000)}{rng.choice([".", ","])}{rng.randint(0, 99):02d}'
    if what == 'words':
        return page.run(rng.randint(1, 5))
    return rng.choice(page.language.names) if what == 'names' else page.caption(3)


def columns_for(page, printed):
    """Returns the columns of a grid; of one that is not a form all are printed."""
    rng, words = page.rng, page.language
    columns = []
    if rng.random() < (.6 if not printed else .8):
        what = rng.choice(['numbers', 'days', 'names', 'captions', 'captions', 'hours', 'dates'])
        weight = .3 if what == 'numbers' else rng.uniform(.7, 2.2)
        columns.append(Column('title', weight, rng.choice(['', '', page.caption(2)]), what))
        if what == 'numbers' and rng.random() < .3:
            columns.append(Column('title', 1.2, page.caption(2), rng.choice(['names', 'captions', 'days'])))
    style = rng.choice(['even', 'even', 'mixed', 'mixed', 'narrow', 'ticks'])
    count = {'even': rng.randint(1, 6), 'mixed': rng.randint(2, 7), 'narrow': rng.randint(5, 16), 'ticks': rng.randint(2, 5)}[style]
    least = 16 if style == 'narrow' else 44
    count = max(1, min(count, int((page.span - sum(60 * c.weight for c in columns)) / least)))
    half = rng.random() < .15
    for i in range(count):
        weight = 1 if style in ('even', 'narrow') else rng.choice([.5, .8, 1, 1.5, 2.5])
        head = page.caption(2 if style != 'narrow' else 1)
        if style == 'narrow' and rng.random() < .4:
            head = str(i + 1)
        kind = 'given' if printed or half and i < count / 2 else 'blank'
        if style == 'ticks' and not printed and i >= count - rng.randint(1, 3):
            kind, weight = rng.choice(['tick', 'choice']), .45
            head = rng.choice([words.yes, words.no, head] if kind == 'tick' else [words.yes, words.no])
        what = rng.choice(['amounts', 'amounts', 'dates', 'names', 'captions', 'words', 'numbers'])
        columns.append(Column(kind, weight, head, what))
    if rng.random() < .15 and len(columns) > 1:
        columns[-1].kind, columns[-1].head = ('given' if printed else rng.choice(['grey', 'blank'])), words.total
    return columns


def grid(page, y, printed=False):
    """A grid whose blank cells are fields, or a printed table."""
    rng = page.rng
    look = Look(page)
    size = max(5.5, page.size - rng.choice([0, 1, 1, 2, 3]))
    h = rng.choice([rng.uniform(10, 14), rng.uniform(13, 20), rng.uniform(13, 20), rng.uniform(18, 30), rng.uniform(30, 60)])
    if printed:
        h = min(h, 24)
    if rng.random() < .4:
        page.put_caption(4, page.margin, y + page.size, page.span, font=rng.choice([None, 'F4']))
        y += page.size + rng.uniform(5, 10)
    columns = columns_for(page, printed)
    if not (look.rows or look.own or look.gap or look.stripe) and all(c.kind != 'title' for c in columns):
        look.rows = look.columns
    width = page.span * (1 if rng.random() < .75 else rng.uniform(.6, 1))
    width = max(width, min(page.span, 20 * len(columns)))
    total = sum(c.weight for c in columns)
    least = min(14, width / len(columns))
    widths = [max(least, width * c.weight / total) for c in columns]
    scale = width / sum(widths)
    left = page.margin + rng.choice([0, 0, (page.span - width) / 2, page.span - width])
    xs = [left]
    for w in widths:
        xs.append(xs[-1] + w * scale)
    narrow = min(b - a for a, b in zip(xs, xs[1:])) < 30
    has_head = rng.random() < .8 or all(c.kind != 'title' for c in columns) and rng.random() < .6
    # Where no lines divide the columns, their heads do.
    has_head = has_head or not (look.columns or look.own or look.gap)
    # Blank cells are for ticks only below such a head.
    for column in columns:
        if column.kind == 'choice' and (not has_head or h > 30):
            column.kind = 'tick'
    levels = rng.choice([1, 1, 2]) if has_head and len(columns) > 3 else 1
    head_height = rng.choice([size * 1.2 + 5, size * 2.4 + 5, h]) if not narrow else rng.choice([size + 5, 36, 60])
    head_height = max(size + 4, head_height)
    # A first column whose cells span several rows, with text that reads upwards.
    spans = rng.random() < .12 and page.span > 300 and not printed
    room = page.bottom - y - 14
    rows = rng.choice([rng.randint(1, 4), rng.randint(3, 8), rng.randint(3, 8), rng.randint(6, 14), rng.randint(10, 40)])
    plan = ['head'] * (levels if has_head else 0)
    # Weeks or groups below each other, each with its head and perhaps its total.
    every = rng.randint(5, 8) if has_head and rows > 8 and rng.random() < .5 else 0
    totalled = rng.random() < .5 and len(columns) > 1
    for r in range(rows):
        if every and r and r % every == 0:
            plan += ['total', 'again'] if totalled else ['again']
        elif has_head and r > 2 and rng.random() < .04:
            plan.append('again')
        elif r and rng.random() < .03:
            plan.append('band')
        plan.append('body')
    if rng.random() < .25 and len(columns) > 1:
        plan.append('total')
    heights = [head_height if kind in ('head', 'again') else h for kind in plan]
    while len(plan) > 1 and sum(heights) > room:
        heights.pop()
        plan.pop()
    if plan[-1] != 'body' and plan[-1] != 'total' or sum(heights) > room:
        return y + 20
    if spans:
        xs = [xs[0]] + [xs[0] + 18 + (x - xs[0]) * (xs[-1] - xs[0] - 18) / (xs[-1] - xs[0]) for x in xs]
    first = 1 if spans else 0
    ys = [y]
    for height in heights:
        ys.append(ys[-1] + height)
    lattice = Lattice(page, look, xs, ys, size)
    for c, column in enumerate(columns):
        if column.head and len(column.head) > 2 and (head_height < 30 or not narrow):
            column.head = lattice.fitting(lambda: page.caption(rng.choice([1, 2])), first + c)
    draw_rows(lattice, plan, columns, first, levels if has_head else 0, printed)
    lattice.finish()
    return ys[-1] + rng.randint(10, 20)


def draw_heads(lattice, columns, first, levels, bold):
    page, rng = lattice.page, lattice.page.rng
    if first:
        lattice.cell(0, 0, 1, levels, 'head')
    c = 0
    while c < len(columns):
        if levels == 2 and c > 0 and rng.random() < .5 and c + 1 < len(columns):
            to = min(len(columns), c + rng.randint(2, 3))
            lattice.cell(first + c, 0, first + to, 1, 'head', lattice.fitting(lambda: page.caption(2), first + c), 'centre', bold)
            for i in range(c, to):
                lattice.cell(first + i, 1, first + i + 1, 2, 'head', columns[i].head, 'centre', bold)
            c = to
        else:
            kind = 'corner' if not columns[c].head and rng.random() < .5 else 'head'
            lattice.cell(first + c, 0, first + c + 1, levels, kind, columns[c].head, rng.choice(['centre', 'left']), bold)
            c += 1


def draw_rows(lattice, plan, columns, first, levels, printed):
    page, rng, words = lattice.page, lattice.page.rng, lattice.page.language
    bold, head_align = rng.random() < .5, rng.choice(['left', 'centre'])
    if levels:
        draw_heads(lattice, columns, first, levels, bold)
    # Rows, from a column on, in which an example or known data is printed.
    given_rows, given_from = (rng.randint(1, 3), rng.randint(0, 2)) if rng.random() < .12 else (0, 0)
    greyed = rng.random() < .1
    aligned = rng.choice(['left', 'centre', 'right'])
    number, spanned = 0, levels
    count = len(columns)
    for r, kind in enumerate(plan):
        if kind == 'head':
            continue
        if first and r >= spanned:
            to = r + 1
            while to < len(plan) and plan[to] == 'body' and to - r < 6 and (kind == 'body'):
                to += 1
            lattice.cell(0, r, 1, to, 'title', page.caption(2) if to > r + 1 else '', 'centre', bold)
            spanned = to
        if kind == 'band':
            lattice.cell(first, r, first + count, r + 1, 'band', page.caption(3), 'left', True)
        elif kind == 'again':
            for c, column in enumerate(columns):
                lattice.cell(first + c, r, first + c + 1, r + 1, 'head', column.head, head_align, bold)
        elif kind == 'total':
            label = max(1, min(count - 1, rng.choice([1, count - 1, count - 2])))
            lattice.cell(first, r, first + label, r + 1, 'title', words.total, rng.choice(['left', 'right']), True)
            last = 'given' if printed else rng.choice(['blank', 'blank', 'grey'])
            for c in range(label, count):
                lattice.cell(first + c, r, first + c + 1, r + 1, last, print_for(page, 'amounts', r), aligned)
        else:
            for c, column in enumerate(columns):
                cell, text = column.kind, ''
                if cell == 'blank' and number < given_rows and c >= given_from:
                    cell = 'given'
                if cell == 'blank' and greyed and rng.random() < .15:
                    cell = rng.choice(['grey', 'grey', 'dark'])
                if cell in ('title', 'given'):
                    text = lattice.fitting(lambda: print_for(page, column.what, number), first + c)
                if printed and cell == 'given' and len(plan) * count > 14 and rng.random() < .07:
                    cell = 'empty'
                lattice.cell(first + c, r, first + c + 1, r + 1, cell, text, 'left' if cell == 'title' else aligned)
            number += 1


def printed_grid(page, y):
    """A table of data: none of its cells is a field, not even the few without print."""
    return grid(page, y, printed=True)
