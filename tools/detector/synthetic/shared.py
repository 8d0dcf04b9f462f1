"""Blanks that share a line, a cell or a caption: several captions to one rule, amounts behind leaders, bubbles to fill in."""


def parts(page, left, right, least=48):
    """Divides a stretch into 2 to 6 parts, and returns their edges."""
    rng = page.rng
    count = min(rng.choice([2, 2, 3, 3, 4, 5, 6]), int((right - left) / least))
    if count < 2:
        return [left, right]
    if rng.random() < .4:
        return [left + (right - left) * i / count for i in range(count + 1)]
    spare = right - left - count * least
    cuts = sorted(rng.random() for _ in range(count - 1))
    return [left] + [left + spare * c + least * (i + 1) for i, c in enumerate(cuts)] + [right]


def shared_lines(page, y):
    """Rules over the whole width, each with several captions below it; each caption has its part of the rule."""
    rng = page.rng
    small = max(5.5, page.size - rng.choice([1, 2, 3]))
    align = rng.choice(['left', 'left', 'indent', 'centre'])
    pitch = small + rng.uniform(20, 32)
    lead = rng.random() < .35
    dash = page.dash() if rng.random() < .15 else None
    typed = rng.random() < .15
    for _ in range(rng.randint(1, 5)):
        base, x = y + pitch - small - 3, page.margin
        if base + small + 4 > page.bottom:
            break
        if lead and rng.random() < .8:
            s = page.caption(1) + ':'
            page.text(s, x, base - 1)
            x += page.measure(s) + 4
        right = page.right - (0 if rng.random() < .7 else rng.uniform(0, .3 * page.span))
        if typed:
            count = int((right - x) / page.measure('_'))
            right = x + count * page.measure('_')
            page.text('_' * count, x, base - 1.5)
        else:
            page.rule(x, base, right - x, None, dash)
        edges = parts(page, x, right)
        for a, b in zip(edges, edges[1:]):
            room = b - a - 10
            s = page.caption(2, room, small)
            shift = {'left': 1, 'indent': rng.uniform(4, 14), 'centre': (b - a - page.measure(s, small)) / 2}[align]
            page.text(s, a + min(shift, max(0, b - a - 4 - page.measure(s, small))), base + small + 1.5, small)
            page.field(a + (1 if a > x else 0), base - 14, b - a - (3 if b < right else 0), 14)
        y = base + small + 3
    return y + rng.uniform(8, 18)


def shared_cells(page, y):
    """Frames with several captions at the top or bottom of one cell, without walls between their blanks."""
    rng = page.rng
    small = max(5.5, page.size - rng.choice([0, 1, 2]))
    under = rng.random() < .3
    h = small + rng.uniform(16, 28)
    for _ in range(rng.randint(1, 6)):
        if y + h > page.bottom:
            break
        page.box(page.margin, y, page.span, h)
        edges = parts(page, page.margin, page.right, 64)
        for a, b in zip(edges, edges[1:]):
            page.put_caption(3, a + 3, y + h - 2.5 if under else y + small + 1, b - a - 8, 'left', small)
            page.field(a + 2, y + (1 if under else small + 3), b - a - 4, h - small - 5)
        y += h
    return y + rng.uniform(8, 16)


def totals(page, y):
    """Lines of a return: a text, leaders, the number of the line, and the blank for an amount."""
    rng = page.rng
    w, h = rng.uniform(50, 120), rng.uniform(12, 20)
    style = rng.choice(['rule', 'rule', 'box', 'box', 'cells', 'comb', 'tint', 'white'])
    number = rng.choice(['', 'bold', 'bold', 'bullet'])
    sign, cents = rng.choice(['', '', '$', '€']), rng.choice(['', '', '', '.00', '00'])
    leader = rng.choice(['.', '. ', '. ', ' .', '·', '…', '- '])
    share = rng.choice([.5, .9, 1])
    x = page.right - w - (page.measure(cents) + 4 if cents else 0)
    middle = x - rng.uniform(3, 10) - (page.measure(sign) + 3 if sign else 0)
    pitch = h + rng.uniform(1, 12)
    count, top, slot = rng.randint(1, 14), y, len(page.content)
    y += 4
    for i in range(count):
        if y + pitch > page.bottom - 6:
            break
        base = y + h / 2 + page.size * .35
        n = str(i + rng.choice([1, 1, 7, 12]) if i == 0 else int(n) + 1) if number else ''
        end = middle - (page.measure('22', None, 'F4') + rng.uniform(6, 9) if number else 0)
        s = (f'{n}  ' if n and rng.random() < .8 else '') + page.caption(5, end - page.margin - 60)
        page.text(s, page.margin, base)
        start = page.margin + page.measure(s) + rng.choice([0, 2, 5])
        dots = int((end - start - rng.choice([0, 2, 12])) / page.measure(leader))
        if dots > 2 and rng.random() < share:
            page.text(leader * dots, start, base)
        if n:
            page.text(('• ' if number == 'bullet' else '') + n, end + 3, base, None, 'F4')
        if sign:
            page.text(sign, x - page.measure(sign) - 2, base)
        if style == 'rule':
            page.rule(x, y + h, w)
        elif style == 'white':
            page.fill(x, y, w, h, (1, 1, 1))
        elif style == 'tint':
            page.fill(x, y, w, h, page.tint)
        else:
            page.box(x, y, w, h)
        if style == 'cells':
            page.box(end, y, x - end, h)
        if style == 'comb':
            cells = max(4, int(w / 12))
            for k in range(1, cells):
                page.wall(x + w * k / cells, y, h)
        if cents:
            page.text(cents, x + w + 2, base)
        page.field(x, y, w, h)
        y += pitch
    if style == 'white':
        mark = len(page.content)
        page.fill(page.margin - 5, top, page.span + 10, y + 2 - top, page.tint)
        page.content.insert(slot, page.content.pop(mark))
    return y + rng.uniform(8, 16)


def marked_by_leaders(page, y):
    """Statements with leaders up to a box to tick."""
    rng = page.rng
    d, leader = rng.uniform(7, 15), rng.choice(['.', '. ', '. ', '·'])
    sides = rng.choice([1, 1, 2])
    pitch = max(d, page.size) + rng.uniform(3, 12)
    for _ in range(rng.randint(1, 8)):
        if y + pitch > page.bottom - 6:
            break
        base = y + d / 2 + page.size * .35
        x = page.right - sides * (d + 24)
        s = page.caption(6, x - page.margin - 40) + ' '
        page.text(s, page.margin, base)
        start = page.margin + page.measure(s)
        page.text(leader * max(0, int((x - 5 - start) / page.measure(leader))), start, base)
        for i in range(sides):
            page.box(x, y, d, d)
            page.field(x - .5, y - .5, d + 1, d + 1, 'checkbox')
            if sides == 2:
                page.put((page.language.yes, page.language.no)[i], x + d + 3, base, 20)
            x += d + 24
        y += pitch
    return y + rng.uniform(8, 16)


def bubbles(page, y):
    """Digits or letters in rows or columns of circles or ovals to fill in, with or without a cell to write in."""
    rng = page.rng
    h = rng.uniform(8, 13)
    w = h * rng.choice([1, 1, 1.2, 1.5])
    marks = rng.choice(['0123456789', '1234567890', '12345', 'ABCDE', 'ABCD', 'JN', 'MF'])
    small = min(h * .62, rng.uniform(4.5, 8))
    step, pitch, cell = w + rng.uniform(2, 8), h + rng.uniform(2, 6), rng.choice([0, 0, h + 3])
    if rng.random() < .8:
        page.put_caption(3, page.margin, y + page.size, page.span)
        y += page.size + 6
    x = page.margin + rng.choice([0, 20, 100])
    numbered = rng.random() < .4
    colour = page.ink if rng.random() < .5 else None
    for row in range(rng.randint(1, 8)):
        if y + pitch > page.bottom:
            break
        at = x
        base = y + h / 2 + small * .36
        if numbered:
            page.text(f'{row + 1}.', at, base + 1)
            at += 22
        if cell:
            page.box(at, y - 1, cell, h + 2)
            page.field(at, y - 1, cell, h + 2)
            at += cell + 6
        for mark in marks:
            if at + w > page.right:
                break
            page.oval(at, y, w, h, rng.choice([.4, .7]) if row == 0 else .5, None, colour)
            page.put(mark, at, base, w, 'centre', small, 'F1')
            page.field(at - .5, y - .5, w + 1, h + 1, 'checkbox')
            at += step
        y += pitch
    return y + rng.uniform(8, 16)
