"""Print that is not a field: headings, prose, charts, letterheads, bar codes, photo frames, greyed areas, footers, known data."""
from .page import BLACK, COLOURS, TINTS, WHITE


def heading(page, y):
    size = page.size + page.rng.choice([1, 2, 4, 8])
    s = page.caption(5, page.span - 8, size, 'F4')
    x = page.margin if page.rng.random() < .6 else page.margin + max(0, (page.span - page.measure(s, size, 'F4')) / 2)
    kind = page.rng.random()
    if kind < .2:
        page.rule(x, y + size + 2, page.measure(s, size, 'F4'))
    elif kind < .4:
        page.rule(page.margin, y + size + 5, page.span, page.rng.choice([.5, 1, 2]))
    elif kind < .5:
        page.fill(page.margin, y - 2, page.span, size + 7, page.rng.choice([0.8, 0.9, 0.7]))
        x = page.margin + 4
    page.text(s, x, y + size, size, 'F4')
    return y + size + page.rng.randint(9, 22)


def paragraph(page, y):
    for _ in range(page.rng.randint(2, 7)):
        x = page.margin
        page.text(page.prose_line(page.span), x, y + page.size)
        if page.rng.random() < .04:
            page.rule(x + 20, y + page.size + 1.5, 60)
        y += page.size * 1.25
    return y + page.rng.randint(6, 16)


def grid(page, y):
    """Many small adjoining squares, some with characters in them: a pattern, a puzzle, a calendar."""
    cell = page.rng.uniform(6, 18)
    columns, rows = page.rng.randint(6, 24), page.rng.randint(5, 14)
    columns, rows = min(columns, int(page.span / cell)), min(rows, int((page.bottom - y) / cell))
    share = page.rng.choice([0, .1, .3, .8])
    for r in range(rows):
        for c in range(columns):
            x, top = page.margin + c * cell, y + r * cell
            page.box(x, top, cell, cell)
            kind = page.rng.random()
            if kind < share / 3:
                page.fill(x, top, cell, cell, page.rng.choice([0, .5, .8]))
            elif kind < share:
                page.text(page.rng.choice('xo/1234-'), x + cell * .3, top + cell * .75, max(4, cell * .6))
    return y + rows * cell + page.rng.randint(8, 18)


def note(page, y):
    """Prose in a frame or on a tint."""
    lines = page.rng.randint(1, 5)
    h = lines * page.size * 1.25 + 10
    if page.rng.random() < .4:
        page.fill(page.margin, y, page.span, h, .9)
    if page.rng.random() < .8:
        page.box(page.margin, y, page.span, h)
    for i in range(lines):
        s = ''
        stop = page.span * (1 if i < lines - 1 else page.rng.uniform(.2, .9))
        while page.measure(s, page.size) < stop - 60:
            s += page.rng.choice(page.language.prose) + ' '
        page.text(s.strip() or 'Note', page.margin + 5, y + 4 + page.size * (1 + 1.25 * i))
    return y + h + page.rng.randint(8, 16)


def contents(page, y):
    """A table of contents with leaders."""
    leader = page.rng.choice(['.', '.', '. '])
    for i in range(min(page.rng.randint(4, 16), int((page.bottom - y) / (page.size * 1.35)))):
        s = page.fit(f'{i + 1}. {page.caption(4)}', page.span - 60) + ' '
        dots = int((page.span - 24 - page.measure(s)) / page.measure(leader))
        page.text(s + leader * dots, page.margin, y + page.size)
        page.text(str(i * 3 + 1), page.right - 14, y + page.size)
        y += page.size * 1.35
    return y + 10


def separator(page, y):
    page.rule(page.margin, y + 4, page.span, page.rng.choice([.4, 1, 2]))
    return y + page.rng.randint(12, 24)


def chart(page, y):
    """Axes, bars and a legend."""
    w, h = min(page.span - 36, page.rng.uniform(150, 300)), min(page.bottom - y - 30, page.rng.uniform(80, 180))
    x = page.margin + 30
    page.wall(x, y, h)
    page.rule(x, y + h, w)
    for i in range(page.rng.randint(3, 9)):
        bar = page.rng.uniform(.1, .95) * h
        page.box(x + 8 + i * w / 10, y + h - bar, w / 14, bar)
        page.text(str(i), x + 8 + i * w / 10, y + h + 9, 7)
        page.text(f'{i * 10}', x - 18, y + h - i * h / 10, 7)
    if page.rng.random() < .5 and x + w + 90 < page.right:
        page.box(x + w + 10, y, 80, 40)
        page.text('series', x + w + 26, y + 14, 7)
        page.box(x + w + 15, y + 8, 7, 7)
    page.put('Figure 1: ' + page.caption(4), x, y + h + 24, page.span - 30)
    return y + h + 36


def diagram(page, y):
    """Boxes with words in them, connected by lines."""
    x = page.margin
    for i in range(page.rng.randint(2, 4)):
        s = page.caption(1)
        w = page.measure(s, page.size) + page.rng.uniform(10, 30)
        page.box(x, y, w, 26)
        page.text(s, x + 5, y + 17)
        page.rule(x + w, y + 13, 25)
        x += w + 25
        if x > page.right - 90:
            break
    return y + 26 + page.rng.randint(12, 30)


def logo(page, x, y, size):
    """A mark of a few shapes."""
    rng = page.rng
    for _ in range(rng.randint(1, 4)):
        w, h = size * rng.uniform(.3, 1), size * rng.uniform(.3, 1)
        colour = rng.choice([*COLOURS, BLACK, WHITE])
        at = x + rng.uniform(0, size - w), y + rng.uniform(0, size - h)
        kind = rng.random()
        if kind < .3:
            page.fill(*at, w, h, colour)
        elif kind < .55:
            page.oval(*at, w, h, 0, colour)
        elif kind < .75:
            page.box(*at, w, h, rng.choice([.5, 1, 2]), None, rng.choice(COLOURS))
        else:
            page.oval(*at, w, h, rng.choice([.5, 1, 2]), None, rng.choice(COLOURS))
    if rng.random() < .3:
        page.text('ABCDEFGHKLMNPRSTVWZ'[rng.randrange(19)], x + size * .35, y + size * .7, size * .5, 'F4', rng.choice(COLOURS))


def letterhead(page, y):
    """A logo, the issuer's name and address, and sometimes a rule or bars below."""
    rng = page.rng
    size, small = rng.uniform(24, 54), 7
    at_left = rng.random() < .5
    logo(page, page.margin if at_left else page.right - size, y, size)
    x, w = (page.margin + size + 10 if at_left else page.margin), page.span - size - 14
    page.put(page.cased(rng.choice(page.language.sections)), x, y + 14, w, rng.choice(['left', 'centre']),
             rng.choice([11, 13, 16]), 'F4', rng.choice([None, *COLOURS]))
    lines = [page.caption(3), f'{rng.randint(1000, 99999)} {page.caption(1)}',
             f'Tel. {rng.randint(100, 999)} {rng.randint(10000, 99999)}', 'www.' + page.language.prose[rng.randrange(20)] + '.org']
    for i, s in enumerate(lines[:int((size - 18) / 8.5) if size > 26 else 1]):
        page.put(s, x, y + 25 + i * 8.5, w, 'left', small)
    y += max(size, 30)
    if rng.random() < .5:
        page.rule(page.margin, y + 5, page.span, rng.choice([.5, 1, 3]), None, rng.choice([None, *COLOURS]))
    return y + rng.uniform(12, 24)


def barcode(page, y):
    rng = page.rng
    w, h = rng.uniform(80, 160), rng.uniform(14, 36)
    left = x = rng.choice([page.margin, page.right - w])
    while x < left + w:
        bar = rng.choice([.6, .6, 1.2, 1.8, 2.4])
        page.fill(x, y, bar, h, 0)
        x += bar + rng.choice([.7, .7, 1.3, 2])
    if rng.random() < .7:
        page.put(''.join(str(rng.randint(0, 9)) for _ in range(12)), left, y + h + 8, w, 'centre', 7)
    if rng.random() < .4 and page.span > 300:
        # A code of squares at the other side.
        x = page.right - 30 if left == page.margin else page.margin
        for i in range(15):
            for j in range(15):
                if rng.random() < .5:
                    page.fill(x + i * 2, y + j * 2, 2, 2, 0)
        h = max(h, 30)
    return y + h + rng.uniform(14, 24)


def office_only(page, y):
    """A greyed or framed area that the office fills in: captions, cells and lines without fields."""
    rng = page.rng
    h, rows = rng.uniform(14, 26), rng.randint(1, 4)
    if y + h * rows + 20 > page.bottom:
        return y + 6
    w = page.span if rng.random() < .6 else page.span * rng.uniform(.4, .7)
    x = page.right - w
    gray = rng.choice([.75, .8, .85, .9])
    page.fill(x, y, w, h * rows + page.size + 6, gray)
    if rng.random() < .7:
        page.box(x, y, w, h * rows + page.size + 6)
    page.put(rng.choice(page.language.office), x + 4, y + page.size + 1, w - 8, rng.choice(['left', 'centre']), font='F4')
    y += page.size + 6
    celled = rng.random() < .5
    for _ in range(rows):
        count = rng.randint(1, 3)
        for i in range(count):
            left, width = x + i * w / count, w / count
            if celled:
                page.box(left, y, width, h)
                page.put_caption(2, left + 2, y + 7, width - 4, 'left', 6)
            else:
                s = page.caption(2, width * .5, 7)
                page.text(s, left + 4, y + h - 4, 7)
                page.rule(left + 6 + page.measure(s, 7), y + h - 3, width - 12 - page.measure(s, 7))
        y += h
    return y + rng.uniform(10, 18)


def photo_frame(page, y):
    """A frame for a photo or a stamp, with its name in it."""
    rng = page.rng
    w, h = rng.choice([(70, 90), (85, 110), (60, 60)])
    x = rng.choice([page.margin, page.right - w])
    page.box(x, y, w, h, None, rng.choice([None, page.dash()]))
    page.put(rng.choice(['Foto', 'Photo', 'Fotografia', 'Stamp', 'Timbre', 'Stempel']), x + 3, y + h / 2, w - 6, 'centre')
    if rng.random() < .6:
        page.put('35 x 45 mm', x + 3, y + h / 2 + 12, w - 6, 'centre', 7)
    if page.span - w > 120:
        at = page.margin if x > page.margin else x + w + 12
        for i in range(rng.randint(0, int(h / 14))):
            page.text(page.prose_line(page.span - w - 14), at, y + page.size + i * 14)
    return y + h + rng.uniform(10, 20)


def framed_note(page, y):
    """Prose in a frame of some look: rounded, coloured, with a bar at its left, with a heading."""
    rng = page.rng
    lines = rng.randint(1, 8)
    lines = max(1, min(lines, int((page.bottom - y - 24) / (page.size * 1.25))))
    h = lines * page.size * 1.25 + 10
    colour, tint = rng.choice([None, *COLOURS]), rng.choice([page.tint, rng.choice(TINTS)])
    kind = rng.random()
    if kind < .3:
        page.rounded(page.margin, y, page.span, h, 5, rng.choice([.5, 1]), colour, rng.choice([None, tint]))
    elif kind < .6:
        page.fill(page.margin, y, page.span, h, tint)
    elif kind < .75:
        page.fill(page.margin, y, 3, h, rng.choice(COLOURS))
    else:
        page.box(page.margin, y, page.span, h, rng.choice([.5, 1, 2]), rng.choice([None, None, page.dash()]), colour)
    for i in range(lines):
        width = (page.span - 14) * (1 if i < lines - 1 else rng.uniform(.3, .9))
        s = page.caption(4) if i == 0 and rng.random() < .4 else page.prose_line(width)
        font = 'F4' if i == 0 and kind < .4 else None
        page.put(s, page.margin + 8, y + 3 + page.size * (1 + 1.25 * i), page.span - 14, font=font)
    return y + h + rng.randint(8, 16)


def known_data(page, y):
    """Captions with colons and their values in print."""
    rng = page.rng
    for _ in range(rng.randint(1, 5)):
        if y + page.size * 1.5 > page.bottom:
            break
        y += page.size * 1.5
        for i in range(rng.choice([1, 2]) if page.span > 330 else 1):
            x, w = page.margin + i * page.span / 2, page.span / 2 - 8
            s = page.caption(2, w * .5) + ': '
            page.text(s, x, y)
            date = f'{rng.randint(1, 28)}.{rng.randint(1, 12)}.2024'
            value = rng.choice([rng.choice(page.language.names), str(rng.randint(100, 999999)), date])
            start = x + page.measure(s)
            page.put(value, start, y, x + w - start, font=rng.choice([None, 'F4']))
    return y + rng.randint(8, 16)


def bars(page, y):
    """A coloured bar with a heading in white, or an empty one."""
    rng = page.rng
    h = rng.uniform(8, 24)
    colour = rng.choice([*COLOURS, (.2, .2, .2)])
    page.fill(page.margin - rng.choice([0, 6]), y, page.span, h, colour)
    if h > page.size + 3 and rng.random() < .85:
        s, base = page.cased(rng.choice(page.language.sections)), y + h / 2 + page.size * .35
        page.put(s, page.margin + 4, base, page.span - 8, font='F4', colour=WHITE)
    return y + h + rng.randint(4, 12)


def footer(page):
    """Rules, page numbers and small print at the foot of a page."""
    rng = page.rng
    y, small = page.height - page.margin + 4, 7 if page.margin > 24 else 5.5
    for _ in range(rng.choice([1, 1, 2])):
        page.rule(page.margin, y, page.span, rng.choice([.4, .8, 1.5]), rng.choice([None, None, None, page.dash()]))
        y += 2
    page.text(f'{page.language.page} {rng.randint(1, 9)}', page.margin, y + small + 1, small)
    if rng.random() < .5:
        s = page.fit(page.run(6), page.span / 2, small)
        page.text(s, page.right - page.measure(s, small), y + small + 1, small)
