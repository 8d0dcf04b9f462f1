"""Blocks of plain forms: captioned boxes and rules, sentences, tables, cells, combs, check boxes, amounts.

As in the other modules, each draws itself from y downwards and returns the y at which the next block can begin.
"""


def captioned_boxes(page, y):
    """Boxes with a caption to the left, above or inside."""
    style = page.rng.choice(['left', 'left', 'above', 'inside'])
    h = page.rng.uniform(14, 30)
    gap = page.rng.uniform(3, 34)
    columns = page.rng.choice([1, 1, 1, 2]) if page.span > 420 else 1
    span = (page.span) / columns
    width = page.rng.uniform(.35, .95)
    indent = page.rng.uniform(.25, .4) * span
    for _ in range(page.rng.randint(1, 6)):
        if y + h + page.size > page.bottom:
            break
        for c in range(columns):
            left, s = page.margin + c * span, page.caption(3, indent - 8 if style == 'left' else span * width - 6)
            if style == 'left':
                x, w = left + indent, (span - indent) * width
                page.text(s + page.rng.choice(['', ':']), left, y + h / 2 + page.size * .35)
                page.box(x, y, w, h)
                page.field(x, y, w, h)
            elif style == 'above':
                page.text(s, left, y + page.size)
                page.box(left, y + page.size + 3, span * width, h)
                page.field(left, y + page.size + 3, span * width, h)
            else:
                small = max(6, page.size - 2)
                page.text(s, left + 2, y + small, small)
                page.box(left, y, span * width, h + small)
                page.field(left, y + small + 2, span * width, h - 2)
        y += h + gap + {'left': 0, 'above': page.size + 3, 'inside': page.size}[style]
    return y + 8


def captioned_rules(page, y):
    """Rules or typed underscores after, above or between captions."""
    style = page.rng.choice(['behind', 'behind', 'typed', 'under', 'under'])
    pitch = page.rng.uniform(17, 32)
    for _ in range(page.rng.randint(1, 7)):
        x, base = page.margin, y + pitch
        if base + page.size > page.bottom:
            break
        for _ in range(page.rng.choice([1, 1, 2, 3]) if page.span > 420 else 1):
            s = page.caption(2)
            if style == 'under':
                w = page.rng.uniform(90, 220)
                if x + w > page.right:
                    break
                small = max(6, page.size - 2)
                page.rule(x, base, w)
                page.put(s, x + page.rng.choice([0, 2, w / 3]), base + small + 1, w * .66, 'left', small)
                page.field(x, base - 14, w, 14)
                x += w + page.rng.uniform(10, 40)
            else:
                s += page.rng.choice([':', ':', ''])
                start = x + page.measure(s, page.size) + 5
                w = page.rng.uniform(50, 260)
                if start + w > page.right:
                    w = page.right - start
                if w < 40:
                    break
                page.text(s, x, base - 1)
                if style == 'typed':
                    count = max(4, int(w / (0.556 * page.size)))
                    w = count * 0.556 * page.size if page.font in ('F1', 'F4') else count * 0.5 * page.size
                    page.text('_' * count, start, base - 1, None, 'F1' if page.font in ('F1', 'F4') else 'F2')
                else:
                    page.rule(start, base, w)
                page.field(start, base - 14, w, 14)
                x = start + w + page.rng.uniform(6, 30)
        y = base + (max(6, page.size - 2) + 2 if style == 'under' else 0)
    return y + page.rng.randint(8, 18)


def single(page, y):
    """One line of prose, or none, and one blank: with its caption in front, under or above it."""
    small = max(6, page.size - 2)
    if page.rng.random() < .7:
        page.put(page.prose(page.rng.randint(3, 12)), page.margin, y + page.size, page.span)
        y += page.size + page.rng.uniform(4, 30)
    s = page.caption(page.rng.choice([1, 2, 2, 3, 6]), page.span * .6)
    style = page.rng.choice(['behind', 'behind', 'typed', 'under', 'above', 'box'])
    y += page.rng.uniform(6, 30)
    w = page.rng.uniform(60, page.span)
    for i in range(page.rng.choice([1, 1, 1, 2, 3])):
        base, x = y + page.size + 6, page.margin
        if style in ('behind', 'typed', 'box'):
            page.text(s + page.rng.choice(['', ':']), x, base)
            x += page.measure(s + ':', page.size) + page.rng.uniform(5, 60)
        elif style == 'above' and i == 0:
            page.text(s, x, base)
            base += page.size + 10
        w = min(w, page.right - x)
        if w < 40:
            break
        if style == 'typed':
            count = max(5, int(w / (.5 * page.size)))
            page.text('_' * count, x, base, None, 'F2')
            w = count * .5 * page.size
        elif style == 'box':
            page.box(x, base - 14, w, 18)
        else:
            page.rule(x, base + page.rng.choice([0, 2]), w)
        if style == 'under' and i == 0:
            page.text(s, x, base + small + 2, small)
        page.field(x, base - 14, w, 16)
        y = base + page.rng.uniform(8, 18)
        s = page.caption(2)
    return y + page.rng.randint(10, 20)


def sentence(page, y):
    """Blanks in running text."""
    for _ in range(page.rng.randint(1, 4)):
        x, base = page.margin, y + page.size * 1.6
        while x < page.right - 120:
            s = page.fit(page.run(page.rng.randint(2, 5)), page.right - x)
            page.text(s, x, base)
            x += page.measure(s, page.size) + 6
            w = page.rng.uniform(40, 150)
            if x + w < page.right and page.rng.random() < .7:
                page.rule(x, base + 1.5, w)
                h = min(13.5, page.size * 1.6 - .6)
                page.field(x, base + 1.5 - h, w, h)
                x += w + 4
        y = base
    return y + 14


def table(page, y):
    """A header row, sometimes row titles, and cells that are blank or filled."""
    columns, rows = page.rng.randint(2, 6), page.rng.randint(1, 8)
    h = page.rng.uniform(13, 26)
    rows = max(1, min(rows, int((page.bottom - y) / h) - 1))
    width = page.span
    cuts = sorted(page.rng.uniform(.12, .95) for _ in range(columns - 1))
    edges = [0] + [c for i, c in enumerate(cuts) if i == 0 or c - cuts[i - 1] > .08] + [1]
    xs = [page.margin + e * width for e in edges]
    printed = page.rng.random() < .35
    titled = page.rng.random() < .5
    if page.rng.random() < .5:
        page.fill(page.margin, y, width, h, page.rng.choice([.85, .92, .75]))
    for r in range(rows + 1):
        for c in range(len(xs) - 1):
            x, w, top = xs[c], xs[c + 1] - xs[c], y + r * h
            page.box(x, top, w, h)
            words = page.caption(2, w - 6)
            if page.measure(words, page.size) > w - 6:
                words = words[:max(1, int((w - 6) / (page.size * .7)))]
            if r == 0 or titled and c == 0 or printed and page.rng.random() < .9:
                page.text(words, x + 3, top + h / 2 + page.size * .35)
            elif not printed:
                page.field(x, top, w, h)
    return y + (rows + 1) * h + page.rng.randint(10, 20)


def cells(page, y):
    """A grid of cells, each with a small caption in its corner, at its bottom, or in front of the blank."""
    small = page.rng.choice([6, 7, 8])
    style = page.rng.choice(['top', 'top', 'top', 'bottom', 'beside'])
    h = page.rng.choice([page.rng.uniform(20, 34), page.rng.uniform(20, 34), page.rng.uniform(34, 70)])
    for _ in range(page.rng.randint(1, 5 if h < 40 else 3)):
        if y + h > page.bottom:
            break
        edges = [0] + sorted(page.rng.sample([.2, .3, .4, .5, .6, .7, .8], page.rng.randint(0, 3))) + [1]
        for a, b in zip(edges, edges[1:]):
            x = page.margin + a * (page.span)
            w = (b - a) * (page.span)
            page.box(x, y, w, h)
            s = page.caption(3, w - 4 if style != 'beside' else .5 * w, small)
            if style == 'bottom':
                page.text(s, x + 2, y + h - 2, small)
                page.field(x + 1, y + 1, w - 2, h - small - 3)
            elif style == 'beside':
                page.text(s, x + 2, y + h / 2 + small * .35, small)
                start = page.measure(s, small) + 5
                if w - start > 20:
                    page.field(x + start, y + max(0, h / 2 - 12), w - start - 1, min(h, 24))
            else:
                lines = 2 if h > 32 and page.rng.random() < .3 else 1
                page.text(s, x + 2, y + small + 1, small)
                if lines == 2:
                    page.put('(' + s.split()[0].lower() + ')', x + 2, y + 2 * small + 2, w - 4, 'left', small)
                top = lines * (small + 1) + 2
                page.field(x + 1, y + top, w - 2, h - top - 1, 'text' if h < 40 else 'multiline')
        y += h
    return y + page.rng.randint(6, 18)


def choices(page, y):
    """Squares or circles with their options, in a row or a column."""
    if page.rng.random() < .7:
        page.text(page.caption(5, page.span - 8).rstrip(' ?') + '?', page.margin, y + page.size)
        y += page.size + 6
    d = page.rng.choice([page.rng.uniform(6.5, 12), page.rng.uniform(6.5, 12), page.rng.uniform(12, 16)])
    is_round = page.rng.random() < .3
    flat = page.rng.choice([1, 1, 1, 1, page.rng.uniform(1.2, 2.4)])
    typed = page.rng.choice(['', '', '', '', '[ ]', '[  ]', '( )', '(   )'])
    is_row = page.rng.random() < .45
    x = page.margin + page.rng.choice([0, 12, 30])
    for _ in range(page.rng.randint(1, 6)):
        s = page.rng.choice([page.language.yes, page.language.no, page.rng.choice(page.language.options), page.caption(4)])
        w = page.measure(typed, page.size) if typed else d * flat
        needed = w + 5 + page.measure(s, page.size)
        if x + needed > page.right:
            if not is_row:
                s = page.caption(1, page.right - x - w - 5)
            else:
                break
        if typed:
            page.text(typed, x, y + d / 2 + page.size * .35)
        elif is_round:
            page.oval(x, y, w, d)
        else:
            page.box(x, y, w, d)
        page.text(s, x + w + page.rng.choice([3, 5]), y + d / 2 + page.size * .35)
        page.field(x - .5, y - .5, w + 1, d + 1, 'checkbox')
        if is_row:
            x += needed + page.rng.uniform(12, 40)
        else:
            y += max(d, page.size) + page.rng.uniform(3, 9)
    return y + d + page.rng.randint(6, 16)


def combs(page, y):
    """Rows of cells for one character each, after or below a caption."""
    for _ in range(page.rng.randint(1, 4)):
        cell = page.rng.uniform(10, 20)
        h = page.rng.uniform(12, 20)
        cells = page.rng.randint(4, 17)
        s = page.caption(2)
        x, top = page.margin + page.measure(s, page.size) + page.rng.uniform(8, 40), y
        if page.rng.random() < .3:
            x, top = page.margin, y + page.size + 4
        cells = min(cells, int((page.right - x) / cell))
        if cells < 3:
            continue
        page.text(s, page.margin, (y if top > y else y + h / 2 - page.size * .6) + page.size)
        style = page.rng.random()
        if style < .6:
            for i in range(cells):
                page.box(x + i * cell, top, cell, h)
        elif style < .8:
            page.box(x, top, cells * cell, h)
            for i in range(1, cells):
                page.wall(x + i * cell, top + h * .6, h * .4)
        else:
            page.rule(x, top + h, cells * cell)
            for i in range(cells + 1):
                page.wall(x + i * cell, top + h * .4, h * .6)
        page.field(x, top, cells * cell, h)
        y = top + h + page.rng.uniform(6, 16)
    return y + 8


def grouped_combs(page, y):
    """Cells for one character each in groups, such as 3-2-4, with dashes or blank paper between them."""
    for _ in range(page.rng.randint(1, 3)):
        cell, h, gap = page.rng.uniform(11, 17), page.rng.uniform(13, 20), page.rng.uniform(5, 12)
        groups = page.rng.choice([(3, 2, 4), (2, 2, 4), (2, 7), (3, 3, 4), (5, 4)])
        dash = page.rng.random() < .5
        x, top = page.margin + page.rng.choice([0, 12]), y + page.size + 4
        whole = sum(groups) * cell + gap * (len(groups) - 1)
        if x + whole > page.right:
            continue
        page.put_caption(2, page.margin, y + page.size, page.span)
        start = x
        for number, count in enumerate(groups):
            for i in range(count):
                page.box(x + i * cell, top, cell, h)
            x += count * cell
            if dash and number < len(groups) - 1:
                page.rule(x + gap * .25, top + h / 2, gap * .5)
            x += gap
        page.field(start, top, whole, h)
        y = top + h + page.rng.uniform(6, 16)
    return y + 8


def option_table(page, y):
    """Questions with blank cells under Yes and No, or with boxes in them."""
    w, h = page.rng.uniform(24, 50), page.rng.uniform(14, 26)
    yes, no = page.language.yes, page.language.no
    boxed, heads = page.rng.random() < .4, page.rng.choice([(yes, no), (yes.upper(), no.upper()), (yes, no, '?')])
    x = page.right - w * len(heads)
    for r in range(page.rng.randint(2, 7)):
        page.box(page.margin, y, x - page.margin, h)
        page.put_caption(4 if r else 1, page.margin + 3, y + h / 2 + page.size * .35, x - page.margin - 6)
        for c, head in enumerate(heads):
            left = x + c * w
            page.box(left, y, w, h)
            if r == 0:
                page.text(head, left + (w - page.measure(head, page.size)) / 2, y + h / 2 + page.size * .35)
            elif boxed:
                d = min(9, h - 5)
                page.box(left + (w - d) / 2, y + (h - d) / 2, d, d)
                page.field(left + (w - d) / 2, y + (h - d) / 2, d, d, 'checkbox')
            else:
                page.field(left, y, w, h, 'checkbox')
        y += h
    return y + page.rng.randint(8, 18)


def tinted(page, y):
    """White areas on a tint, with a caption above or in front of each, with or without an outline."""
    gray, outlined = page.rng.choice([.6, .75, .85, .92]), page.rng.random() < .4
    rows, h = page.rng.randint(1, 5), page.rng.choice([page.rng.uniform(13, 22), page.rng.uniform(22, 60)])
    pitch = h + page.size + 9
    rows = max(1, min(rows, int((page.bottom - y - 6) / pitch)))
    page.fill(page.margin, y, page.span, rows * pitch + 6, gray)
    width = page.span - 12
    for _ in range(rows):
        cuts = [0] + sorted(page.rng.sample([.25, .4, .5, .6, .75], page.rng.randint(0, 2))) + [1]
        for a, b in zip(cuts, cuts[1:]):
            x, w = page.margin + 6 + a * width, (b - a) * width - 6
            page.put_caption(2, x, y + page.size + 2, w - 2)
            page.fill(x, y + page.size + 5, w, h, 1)
            if outlined:
                page.box(x, y + page.size + 5, w, h)
            page.field(x, y + page.size + 5, w, h, 'text' if h < 30 else 'multiline')
        y += pitch
    return y + 6 + page.rng.randint(8, 16)


def caption_row(page, y):
    """Captions in a row on blank paper, whose values go above or behind them."""
    above = page.rng.random() < .5
    gap = page.rng.uniform(22, 34) if not above else page.size + page.rng.uniform(19, 26)
    for _ in range(page.rng.randint(1, 4)):
        x, base = page.margin, y + gap
        count = page.rng.randint(2, 5)
        step = (page.span) / count
        for i in range(count):
            s = page.caption(1, step - 10) + ('' if above else ':')
            page.text(s, x, base)
            used = page.measure(s, page.size)
            if above:
                page.field(x, base - page.size - 14, step - 4, 14)
            elif step - used > 34:
                page.field(x + used + 3, base - 11, step - used - 7, 14)
            x += step
        y = base
    return y + 12


def big_box(page, y):
    h = page.rng.uniform(45, 130)
    page.put_caption(4, page.margin, y + page.size, page.span)
    page.box(page.margin, y + page.size + 4, page.span, h)
    page.field(page.margin, y + page.size + 4, page.span, h, 'multiline')
    return y + page.size + h + 16


def signatures(page, y):
    y += page.rng.uniform(20, 40)
    w = (page.span) * .55
    small = max(6, page.size - 2)
    # Each with the type of its field.
    for s, x, width, kind in ((page.rng.choice(page.language.signatures), page.margin, w, 'signature'),
                              (page.language.signatures[1], page.margin + w + 20, page.span - w - 20, 'text')):
        if width < 40:
            continue
        page.rule(x, y, width)
        page.put(s, x, y + small + 2, width, 'left', small)
        page.field(x, y - 14, width, 14, kind)
    return y + small + 14


def amounts(page, y):
    """Rows of text with space for an amount at the end, sometimes under a head."""
    width = page.rng.uniform(50, 110)
    x = page.right - width - page.rng.choice([0, 0, 20])
    pitch = page.rng.uniform(16, 30)
    sign, cents = page.rng.choice(['', '', '$']), page.rng.choice(['', '', '', '.00', '00'])
    if cents:
        x -= page.measure(cents) + 4
    if page.rng.random() < .6:
        page.put_caption(2, x, y + page.size, width)
        y += page.size + 4
    for i in range(max(1, min(page.rng.randint(1, 8), int((page.bottom - y) / pitch)))):
        base = y + pitch * (i + 1)
        s = page.rng.choice(['', f'{i + 1} ', f'{i + 1}. ']) + page.caption(5, x - page.margin - 12 - page.measure('10. '))
        page.text(s, page.margin, base - 1)
        if page.rng.random() < .4:
            start = page.margin + page.measure(s, page.size) + 4
            page.text('.' * max(0, int((x - 14 - start) / page.measure('.', None, 'F1'))), start, base - 1, None, 'F1')
        if sign:
            page.text(sign, x - page.size * .7, base - 1)
        page.rule(x, base, width)
        page.field(x, base - 14, width, 14)
        if cents:
            page.text(cents, x + width + 2, base - 1)
    return y + pitch * (i + 1) + page.rng.randint(8, 18)


def lines(page, y):
    """Several lines to write on below each other, with captions in front, above, or under some of them."""
    width = page.rng.uniform(.4, 1) * (page.span)
    pitch = page.rng.uniform(19, 34)
    style = page.rng.choice(['above', 'under', 'first'])
    if style == 'above':
        page.text(page.caption(5, page.span - 10) + page.rng.choice([':', '']), page.margin, y + page.size)
        y += page.size
    if style == 'under':
        pitch = max(pitch, page.size + 17)
    for i in range(page.rng.randint(2, 5)):
        base, x = y + pitch * (i + 1), page.margin
        if base > page.bottom:
            break
        if style == 'first' and i == 0:
            s = page.caption(2) + ':'
            page.text(s, x, base - 1)
            x += page.measure(s, page.size) + 6
        if page.margin + width - x < 40:
            continue
        page.rule(x, base, page.margin + width - x)
        page.field(x, base - 14, page.margin + width - x, 14)
        if style == 'under' and page.rng.random() < .6:
            small = max(6, page.size - 2)
            page.text(page.caption(2), x, base + small + 1, small)
    return y + pitch * (i + 1) + page.rng.randint(14, 22)
