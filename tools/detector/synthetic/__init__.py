"""Generates synthetic forms and pages without fields, together with the true positions of their fields.

From real forms the scorer learns what issuers draw. The synthetic pages keep it from relying on what all of those have in
common (many fields on a page, dense print), show it what a page without fields can contain, and show it kinds of forms of
which real ones are few: grids in many looks, blanks typed into sentences of ten languages, combs in blocks, boxes on tints.
Only the standard library is used; the same seed gives the same pages.

`page` draws, the other modules have the blocks of pages by kind, and this one puts pages together.
"""
import json
import os
import random

from . import basic, boxes, cells, checks, grids, lines, plain, shared, typed
from .page import Page

# Each block as often as it is to be drawn. Half of the blocks of forms are plain ones.
BASIC = [basic.single] * 4 + [basic.captioned_boxes, basic.choices] * 3 + [basic.captioned_rules, basic.cells] * 2 + [
    basic.combs, basic.sentence, basic.table, basic.big_box, basic.grouped_combs, basic.option_table, basic.tinted,
    basic.caption_row, basic.signatures, basic.amounts, basic.lines]
FORM = [grids.grid] * 10 + [typed.sentences, cells.captioned_cells] * 5 + [boxes.soft_boxes, boxes.combs] * 4 + [
    typed.typed_lines, lines.writing_lines, lines.dashed_blanks, checks.options] * 3 + [
    typed.spaces, lines.signature_lines, checks.questions, cells.two_columns, shared.marked_by_leaders] * 2 + [
    shared.shared_lines, shared.totals] * 4 + [cells.bands, cells.signed_cells] * 3 + [
    typed.typed_multiline, lines.ruled_list, shared.shared_cells, shared.bubbles]
# On pages without fields.
BASIC_PLAIN = [plain.paragraph, plain.paragraph, plain.note, plain.contents, plain.separator, plain.chart, plain.diagram,
               plain.grid, plain.heading]
PLAIN = [grids.printed_grid] * 4 + [typed.price_list, plain.office_only, plain.framed_note] * 2 + [
    typed.prose_with_ellipses, typed.dash_row, lines.cut_line, plain.barcode, plain.photo_frame, plain.known_data,
    plain.bars, plain.paragraph]
# Between the blanks of forms.
BETWEEN = [plain.heading, plain.bars] * 2 + [
    plain.paragraph, plain.separator, plain.framed_note, plain.known_data, plain.office_only, plain.photo_frame,
    lines.cut_line, typed.dash_row, typed.prose_with_ellipses]
# What fits into the foot of a page.
LOW = [lines.signature_lines, typed.spaces, typed.typed_lines, lines.dashed_blanks, cells.two_columns]
# A page with one or two blanks and little else is a form, too.
SPARSE = [basic.single] * 3 + [basic.captioned_rules, basic.signatures, basic.amounts] * 2 + [
    basic.captioned_boxes, lines.dashed_blanks, typed.typed_lines]
SPARSE_SHARE = .2


def block_for(rng, is_form, kinds):
    if not is_form:
        return rng.choice(BASIC_PLAIN if rng.random() < .45 else PLAIN)
    if rng.random() < .2:
        return rng.choice(BASIC_PLAIN if rng.random() < .4 else BETWEEN)
    if kinds:
        return rng.choice(kinds)
    return rng.choice(BASIC if rng.random() < .5 else FORM)


def fill(page, y, is_form):
    """Puts blocks below each other from y."""
    rng = page.rng
    # Some forms repeat one or two kinds of block, as an issuer's do.
    kinds = [rng.choice(BASIC if rng.random() < .5 else FORM) for _ in range(2)] if rng.random() < .3 else []
    count = rng.choice([1, 1, 2, 3, 12, 12, 12]) if is_form else 12
    panels = is_form and rng.random() < .12 and page.margin > 30
    while count > 0 and y < page.bottom - 150:
        y = panel(page, y, kinds) if panels and y < page.bottom - 220 else block_for(rng, is_form, kinds)(page, y)
        count -= 1
    # What is left takes low blocks.
    if count > 0 and is_form and page.bottom - y > 70 and rng.random() < .6:
        rng.choice(LOW)(page, y)


def panel(page, y, kinds):
    """Puts a block into a frame with a title, and some space below the block."""
    rng = page.rng
    # An issuer's panels look alike.
    look = page.panel = page.panel or {
        'r': rng.choice([0, 4, 9]), 'filled': rng.choice([None, (.97, .97, .95), (.96, .97, .99), page.tint]),
        'bar': rng.choice([None, (.17, .36, .3), (.2, .2, .5), (.35, .35, .35)]), 'line': rng.choice([.5, .8, 1])}
    slot, top = len(page.content), y
    y += page.size + 14
    below, page.bottom = page.bottom, page.bottom - 30
    y = block_for(rng, True, kinds)(page, y) + rng.uniform(0, 26)
    page.bottom = below
    mark, x, w = len(page.content), page.margin - 10, page.span + 20
    page.rounded(x, top, w, y - top, look['r'], look['line'], None, look['filled'])
    if look['bar']:
        page.fill(x, top, w, page.size + 8, look['bar'])
    page.put(rng.choice(page.language.sections), page.margin, top + page.size + 2, page.span, 'left', None, 'F4',
             (1, 1, 1) if look['bar'] else None)
    frame = page.content[mark:]
    del page.content[mark:]
    page.content[slot:slot] = frame
    return y + rng.uniform(8, 20)


def in_columns(page, y):
    """Fills two columns, perhaps with a line between them."""
    left, right = page.margin, page.right
    middle = left + page.span * page.rng.uniform(.45, .55)
    if page.rng.random() < .4:
        page.wall(middle, y, page.bottom - y)
    for page.margin, page.right in ((left, middle - 12), (middle + 12, right)):
        page.edges = page.margin, page.right
        fill(page, y, True)
    page.margin, page.right, page.edges = left, right, (0, page.width)


def make(seed):
    """Returns one page, sparse or full; three in four are forms."""
    rng = random.Random(seed)
    page = Page(rng)
    is_form = rng.random() < .75
    y = page.margin
    if is_form and rng.random() < SPARSE_SHARE:
        for _ in range(rng.choice([1, 1, 2])):
            y = rng.choice(SPARSE)(page, y)
        return page
    if rng.random() < .12:
        page.box(page.margin - 12, page.margin - 12, page.span + 24, page.height - 2 * page.margin + 24)
    if rng.random() < .25:
        y = plain.letterhead(page, y)
    if rng.random() < .65:
        y = plain.heading(page, y)
    if rng.random() < .06:
        y = plain.barcode(page, y)
    if is_form and page.span > 440 and rng.random() < .1:
        in_columns(page, y)
    else:
        fill(page, y, is_form)
    if rng.random() < .35:
        plain.footer(page)
    return page


def write(folder, count, first=0):
    os.makedirs(folder, exist_ok=True)
    for seed in range(first, first + count):
        page = make(seed)
        with open(os.path.join(folder, f'made-{seed:04d}.pdf'), 'wb') as out:
            out.write(page.pdf())
        with open(os.path.join(folder, f'made-{seed:04d}.truth.json'), 'w', encoding='utf-8') as out:
            json.dump(page.fields, out)
