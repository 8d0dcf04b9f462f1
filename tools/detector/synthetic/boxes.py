"""Boxes to write in and combs: white on a tint, thin, coloured, rounded, in blocks."""
from .page import COLOURS, TINTS, WHITE

BLOCKS = [(3, 2, 4), (2, 2, 4), (2, 2, 2), (4, 4, 4, 4, 4, 2), (4, 4, 4, 4), (3, 3, 4), (4, 2, 2), (2, 7), (5, 4), (3, 3, 3),
          (1, 6), (2, 2), (6, 1), (3, 3, 3, 5), (8, 3)]


def outline(page):
    """Returns how the boxes of a block are drawn: line (0 for none), colour, fill, and the ground that they stand on."""
    rng = page.rng
    kind = rng.random()
    if kind < .25:
        return 0, None, rng.choice([page.tint, rng.choice(TINTS)]), None
    if kind < .55:
        ground = rng.choice([page.tint, page.tint, rng.choice(TINTS)])
        return rng.choice([0, 0, .4, .6]), rng.choice([None, *COLOURS]), WHITE, ground
    if kind < .8:
        return rng.choice([.25, .4, .6]), rng.choice(COLOURS), rng.choice([None, None, rng.choice(TINTS)]), None
    return rng.choice([.25, .5, 1]), None, None, rng.choice([None, page.tint])


def ground_under(page, ground, y, to, slot):
    """Paints the ground of a block below what was drawn after `slot`."""
    mark = len(page.content)
    page.fill(page.margin - 5, y, page.span + 10, to - y, ground)
    page.content.insert(slot, page.content.pop(mark))


def soft_boxes(page, y):
    """Boxes with captions, with or without lines, on white or on a tint; some with round corners or as ovals."""
    rng = page.rng
    line, colour, filled, ground = outline(page)
    top, slot = y, len(page.content)
    y += 6
    h = rng.choice([rng.uniform(9, 13), rng.uniform(12, 18), rng.uniform(14, 24), rng.uniform(14, 24), rng.uniform(40, 80)])
    style = rng.choice(['left', 'left', 'above', 'above', 'under', 'right'])
    small = max(5.5, page.size - rng.choice([0, 1, 2]))
    shape = rng.choice(['box'] * 6 + ['rounded', 'rounded', 'oval'])
    gap = rng.uniform(2, 14)
    count = rng.choice([1, 1, 2, 2, 3]) if page.span > 330 else 1
    for _ in range(rng.randint(1, 7)):
        extra = 0 if style in ('left', 'right') else small + 4
        if y + h + extra > page.bottom - 8:
            break
        here = count if rng.random() < .7 else 1
        edges = [0] + sorted(rng.sample([.25, .4, .5, .6, .75], here - 1)) + [1]
        for a, b in zip(edges, edges[1:]):
            x, end = page.margin + a * page.span, page.margin + b * page.span - (8 if b < 1 else 0)
            w, by = end - x, y
            base = y + h / 2 + small * .35 if h < 30 else y + small + 2
            if style == 'left':
                used = min(w * .5, 130)
                page.text(page.caption(3, used - 8, small) + rng.choice(['', ':']), x, base, small)
                x, w = x + used, w - used
            elif style == 'right':
                s = page.caption(2, w * .45, small)
                page.text(s, end - page.measure(s, small), base, small)
                w -= page.measure(s, small) + 5
            elif style == 'above':
                page.put_caption(3, x, y + small, w, 'left', small)
                by = y + small + 4
            else:
                page.put_caption(3, x, y + h + small + 1, w, rng.choice(['left', 'centre']), small)
            if shape == 'box':
                if filled:
                    page.fill(x, by, w, h, filled)
                if line:
                    page.box(x, by, w, h, line, None, colour)
            elif shape == 'rounded' or w > 5 * h:
                page.rounded(x, by, w, h, min(h, w) * rng.choice([.2, .3, .48] if shape == 'rounded' else [.49]), line, colour, filled)
            else:
                page.oval(x, by, w, h, line, filled, colour)
            page.field(x, by, w, h, 'text' if h < 32 else 'multiline')
        y += h + extra + gap
    if ground:
        ground_under(page, ground, top, y + 3, slot)
        y += 3
    return y + rng.uniform(8, 16)


def comb(page, x, y, cell, h, blocks, gap, style, line, colour, filled):
    """Draws a comb and adds its field over all blocks, or a field each; returns its right end."""
    start = x
    for number, count in enumerate(blocks):
        w = count * cell
        if not page.joins_blocks:
            page.field(x, y, w, h)
        if style == 'apart':
            for i in range(count):
                if filled:
                    page.fill(x + i * cell + .8, y, cell - 1.6, h, filled)
                if line or not filled:
                    page.box(x + i * cell + .8, y, cell - 1.6, h, line or .4, None, colour)
        else:
            if filled:
                page.fill(x, y, w, h, filled)
            if style == 'cells':
                for i in range(count):
                    page.box(x + i * cell, y, cell, h, line or .4, None, colour)
            elif style == 'tint lines':
                for i in range(1, count):
                    page.wall(x + i * cell, y, h, 1.2, None, colour or (.8, .8, .8))
                page.box(x, y, w, h, line or .4, None, colour)
            elif style == 'ticks':
                high = page.comb_ticks * h
                page.rule(x, y + h, w, line or .5, None, colour)
                for i in range(count + 1):
                    page.wall(x + i * cell, y + h - high, high, line or .5, None, colour)
            elif style == 'framed ticks':
                page.box(x, y, w, h, line or .4, None, colour)
                for i in range(1, count):
                    page.wall(x + i * cell, y + h * (1 - page.comb_ticks), h * page.comb_ticks, line or .4, None, colour)
            else:
                page.box(x, y, w, h, line or .4, None, colour)
                for i in range(1, count):
                    page.wall(x + i * cell, y, h, line or .4, (1.5, 1.5), colour)
        x += w
        if number < len(blocks) - 1:
            mark = page.comb_mark
            if mark == 'dash':
                page.rule(x + gap * .25, y + h / 2, gap * .5, .8)
            elif mark and gap >= 5:
                page.put(mark, x, y + h * .75, gap, 'centre', min(page.size, h * .8))
            x += gap
    if page.joins_blocks:
        page.field(start, y, x - start, h)
    return x


def combs(page, y):
    """Combs in blocks or over the whole width, single or stacked, on white or on a tint."""
    rng = page.rng
    line, colour, filled, ground = outline(page)
    if filled and not line and not ground:
        style = rng.choice(['apart', 'tint lines'])
    else:
        style = rng.choice(['cells', 'cells', 'apart', 'apart', 'tint lines', 'ticks', 'framed ticks', 'dotted'])
    page.comb_ticks, page.comb_mark = rng.choice([.25, .4, .6, 1]), rng.choice(['', '', 'dash', '/', '.', '-', ')'])
    top, slot = y, len(page.content)
    y += 6
    h, cell = rng.uniform(12, 22), rng.uniform(9.5, 18)
    placed = rng.choice(['above', 'above', 'left', 'under'])
    small = max(5.5, page.size - rng.choice([0, 1, 2]))
    whole, stacked = rng.random() < .3, rng.random() < .25
    between = 0 if stacked and rng.random() < .3 else rng.uniform(2, 14)
    indent = rng.uniform(.2, .38) * page.span if placed == 'left' else 0
    for row in range(rng.randint(1, 6)):
        extra = small + 3 if placed != 'left' and not (stacked and row) else 0
        if y + h + extra > page.bottom - 8:
            break
        if not (stacked and row):
            caption = page.caption(3, indent - 6 if indent else page.span, small)
            if placed == 'left':
                page.text(caption, page.margin, y + h / 2 + small * .35, small)
            elif placed == 'above':
                page.text(caption, page.margin, y + small, small)
        x, by = page.margin + indent, y + (extra if placed == 'above' else 0)
        # A sign can stand in a place as wide as a cell.
        gap = cell if page.comb_mark in ('/', '.', '-', ')') and rng.random() < .4 else rng.uniform(4, 12)
        while x < page.right - 60:
            room = page.right - x
            blocks = rng.choice(BLOCKS) if rng.random() < .55 and not whole else (rng.choice([2, 2, rng.randint(3, 14)]),) if rng.random() < .3 else (rng.randint(3, 14),)
            width = cell
            if whole:
                blocks = (max(4, int(room / cell)),)
                width = room / blocks[0]
            if sum(blocks) * width + gap * (len(blocks) - 1) > room + .1:
                blocks = (int(room / width),)
            end = comb(page, x, by, width, h, blocks, gap, style, line, colour, filled)
            if placed == 'under' and not stacked:
                page.put_caption(2, x, by + h + small + 1, max(30, end - x), 'left', small)
            x = end + rng.uniform(20, 60)
            # A second comb in the line has its caption in front of it.
            if placed == 'under' or whole or stacked or rng.random() < .5:
                if placed != 'under' or stacked:
                    break
                continue
            s = page.caption(1)
            if x + page.measure(s, small) + 70 > page.right:
                break
            page.text(s, x, by + h / 2 + small * .35, small)
            x += page.measure(s, small) + 5
        y += h + extra + between
    if ground:
        ground_under(page, ground, top, y + 3, slot)
        y += 3
    return y + rng.uniform(8, 16)
