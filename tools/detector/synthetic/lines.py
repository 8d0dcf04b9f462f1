"""Lines to write on: many below each other, dashed and dotted ones, and those for signatures."""
from .typed import writing_fields


def look_of(page):
    """Returns how blanks are ruled: thickness, dash and colour, as the page's lines, dashed or dotted."""
    rng = page.rng
    kind = rng.random()
    dash = page.dash() if kind < .6 else None
    line = rng.choice([.5, .75, 1, 1.2]) if dash else None
    return {'line': line, 'dash': dash, 'colour': (.5, .5, .5) if rng.random() < .15 else None}


def writing_lines(page, y):
    """A caption or question and 3 to 25 lines below it."""
    rng = page.rng
    look, pitch = look_of(page), rng.choice([rng.uniform(13, 18), rng.uniform(16, 26), rng.uniform(20, 32)])
    framed = rng.random() < .2
    x, w = page.margin, page.span * rng.choice([1, 1, 1, rng.uniform(.5, 1)])
    inset = 6 if framed else 0
    top = y
    y += inset
    inline = rng.random() < .2
    s = page.caption(4, w * (.4 if inline else 1) - 2 * inset)
    if not inline:
        page.text(s, x + inset, y + page.size, None, rng.choice([None, 'F4']))
        y += page.size + 2
    floors = []
    for i in range(rng.choice([rng.randint(3, 5), rng.randint(3, 8), rng.randint(6, 25)])):
        if y + pitch > page.bottom - 8:
            break
        y += pitch
        if inline and i == 0:
            page.text(s + ':', x + inset, y - 1)
            start = x + inset + page.measure(s + ':') + 4
            page.rule(start, y, x + w - inset - start, **look)
            page.field(start, y - min(14, pitch - .6), x + w - inset - start, min(14, pitch - .6))
            continue
        page.rule(x + inset, y, w - 2 * inset, **look)
        floors.append(y)
    writing_fields(page, floors, pitch, x + inset, w - 2 * inset)
    if framed:
        y += 6
        page.box(x, top, w, y - top)
    return y + rng.uniform(10, 20)


def dashed_blanks(page, y):
    """Dashed and dotted rules behind, below or above captions."""
    rng = page.rng
    look, style = look_of(page), rng.choice(['behind', 'behind', 'under', 'above'])
    look['dash'] = look['dash'] or page.dash()
    small = max(5.5, page.size - 2)
    pitch = rng.uniform(16, 30) + (small if style != 'behind' else 0)
    h = min(14, pitch - .6 - (small + 3 if style != 'behind' else 0))
    columns = rng.choice([1, 1, 2, 3]) if page.span > 330 else 1
    for _ in range(rng.randint(1, 7)):
        base = y + pitch
        if base + small > page.bottom - 4:
            break
        edges = [0] + sorted(rng.sample([.3, .45, .5, .6, .75], columns - 1)) + [1]
        for a, b in zip(edges, edges[1:]):
            x, end = page.margin + a * page.span, page.margin + b * page.span - (10 if b < 1 else 0)
            w = end - x
            if w < (45 if style != 'behind' else 75):
                continue
            if style == 'behind':
                s = page.caption(3, min(w * .55, w - 50))
                page.text(s + rng.choice(['', ':']), x, base - 1)
                x += page.measure(s + ':') + 3
                w = end - x
            elif style == 'under':
                page.put_caption(3, x, base + small + 1, w, rng.choice(['left', 'centre']), small)
            else:
                page.put_caption(3, x, base - h - 3, w, 'left', small)
            page.rule(x, base, w, **look)
            page.field(x, base - h, w, h)
        y = base
    return y + (small + 3 if style == 'under' else 0) + rng.uniform(8, 18)


def ruled_list(page, y):
    """Rows with captions at the left and rules over the whole width between them: each row is a blank."""
    rng = page.rng
    look, pitch = look_of(page), rng.uniform(15, 28)
    indent = rng.uniform(.2, .45) * page.span
    for _ in range(rng.randint(2, 9)):
        if y + pitch > page.bottom - 6:
            break
        y += pitch
        page.put_caption(3, page.margin, y - 3, indent - 6)
        page.rule(page.margin, y, page.span, **look)
        h = min(16, pitch - .8)
        page.field(page.margin + indent, y - h, page.span - indent, h)
    return y + rng.uniform(10, 18)


def signature_lines(page, y):
    """Lines for signatures, with places and dates beside them: fields for a person, even where issuers give them no widget."""
    rng, words = page.rng, page.language
    look = look_of(page)
    y += rng.uniform(24, 46)
    small = max(5.5, page.size - 2)
    for _ in range(rng.choice([1, 1, 2])):
        if y + small + 4 > page.bottom:
            break
        count = rng.choice([1, 2, 2, 2, 3]) if page.span > 330 else rng.choice([1, 2])
        step = page.span / count
        for i in range(count):
            x, w = page.margin + i * step, step - (rng.uniform(10, 30) if i < count - 1 else 0)
            if count == 1:
                w *= rng.uniform(.4, .8)
                x = rng.choice([x, page.right - w])
            s = rng.choice(words.signatures)
            if i == 0 and count > 1 and rng.random() < .5:
                s = rng.choice(words.signatures[1:3])
            page.rule(x, y, w, **look)
            page.put(s, x, y + small + 2, w, rng.choice(['left', 'left', 'centre']), small)
            page.field(x, y - 14, w, 14, 'text' if words.signatures.index(s) in (1, 4) else 'signature')
        y += small + rng.uniform(34, 50)
    return y - 22


# Lines that are not blanks.
def cut_line(page, y):
    """A dashed line over the page, perhaps with scissors and a note."""
    rng = page.rng
    inset = rng.choice([0, 8, 20])
    x = page.edges[0] + inset
    dash = rng.uniform(2, 8), rng.uniform(1.5, 5)
    page.rule(x, y + 8, page.edges[1] - page.edges[0] - 2 * inset, rng.choice([.4, .75, 1]), dash)
    if rng.random() < .5:
        page.text('"', x + rng.choice([6, 20, 60]), y + 12, 12, 'F6')
    if rng.random() < .3:
        page.put(page.run(4), page.margin, y + 16, page.span, 'centre', 6)
    return y + rng.randint(22, 30)
