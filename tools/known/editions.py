"""Makes other editions of forms: one thing about a page is changed, as issuers do from year to year."""
import json
import os
import random
import re
import sys
import zlib

import pymupdf

KINDS = ('date', 'renumbered', 'added', 'moved')
# What is written with what, by whether it has serifs and is bold.
FONTS = {(False, False): 'helv', (False, True): 'hebo', (True, False): 'tiro', (True, True): 'tibo'}


def fields_of(pdf, page):
    with open(pdf[:-4] + '.truth.json', encoding='utf-8') as file:
        return [pymupdf.Rect(f['x'], f['y'], f['x'] + f['width'], f['y'] + f['height']) for f in json.load(file) if f['page'] == page]


def characters(page):
    """Returns the characters of each word, with their font."""
    words = []
    for block in page.get_text('rawdict')['blocks']:
        for line in block.get('lines', []):
            if abs(line['dir'][0] - 1) > 0.01:
                continue
            for span in line['spans']:
                word = []
                for c in span['chars'] + [{'c': ' '}]:
                    if c['c'].isspace():
                        if word:
                            words.append((''.join(x['c'] for x in word), word, span))
                        word = []
                    else:
                        word.append(c)
    return words


def rewritten(page, changes):
    """Writes other characters in the places of some."""
    for c, span, _ in changes:
        box = pymupdf.Rect(c['bbox'])
        # Only this character: those beside it touch its box.
        box.x0, box.x1 = box.x0 + 0.2 * box.width, box.x1 - 0.2 * box.width
        page.add_redact_annot(box, fill=False)
    page.apply_redactions(images=0, graphics=0)
    for c, span, text in changes:
        font = FONTS[bool(span['flags'] & 4), bool(span['flags'] & 16)]
        page.insert_text(c['origin'], text, fontsize=span['size'], fontname=font)


def is_free(box, fields):
    return not any(box.intersects(f + (-2, -2, 2, 2)) for f in fields)


def date(page, fields, rng):
    found = [(w, chars, span) for w, chars, span in characters(page)
             if re.search(r'(?:19|20)\d\d|\d\d?[/-]\d\d', w) and is_free(pymupdf.Rect(chars[0]['bbox']) | chars[-1]['bbox'], fields)
             and span['size'] <= 14 and span['color'] == 0]
    if not found:
        return False
    # In the margin, if there is one.
    height = page.rect.height
    found.sort(key=lambda f: min(f[1][0]['bbox'][1], height - f[1][0]['bbox'][1]))
    _, chars, span = found[0]
    digit = [c for c in chars if c['c'].isdigit()][-1]
    rewritten(page, [(digit, span, rng.choice([d for d in '0123456789' if d != digit['c']]))])
    return True


def renumbered(page, fields, rng):
    found = [(w, chars, span) for w, chars, span in characters(page)
             if re.fullmatch(r'\d{1,2}[a-z]?[.)]?', w) and is_free(pymupdf.Rect(chars[0]['bbox']) | chars[-1]['bbox'], fields)
             and 6 <= span['size'] <= 14 and span['color'] == 0]
    if len(found) < 3:
        return False
    start = rng.randrange(len(found) - 2)
    changes = []
    for _, chars, span in found[start:start + 3]:
        digit = [c for c in chars if c['c'].isdigit()][-1]
        changes.append((digit, span, str((int(digit['c']) + 1) % 10)))
    rewritten(page, changes)
    return True


def blank(page, width, height, rng):
    """Returns a blank rectangle, or None."""
    pixels = page.get_pixmap(dpi=72, colorspace=pymupdf.csGRAY)
    places = [(x, y) for y in range(40, int(page.rect.height - height) - 40, 6) for x in range(40, int(page.rect.width - width) - 40, 10)]
    rng.shuffle(places)
    for x, y in places:
        if all(pixels.pixel(i, k)[0] > 250 for i in range(x - 2, min(pixels.width, int(x + width) + 2), 2)
               for k in range(y - 2, min(pixels.height, int(y + height) + 2), 2)):
            return pymupdf.Rect(x, y, x + width, y + height)
    return None


def added(page, fields, rng):
    place = blank(page, 130, 22, rng)
    if place is None or not is_free(place, fields):
        place = next((p for p in (blank(page, 110, 16, rng) for _ in range(20)) if p is not None and is_free(p, fields)), None)
    if place is None:
        return False
    caption = rng.choice(['Telephone number', 'Date of birth', 'E-mail address', 'County'])
    if rng.random() < 0.5:
        page.insert_text((place.x0 + 2, place.y1 - 3), caption, fontsize=8, fontname='helv')
        page.draw_line((place.x0 + 70, place.y1 - 2), (place.x1, place.y1 - 2), width=0.7)
    else:
        page.draw_rect(pymupdf.Rect(place.x0 + 2, place.y1 - 11, place.x0 + 11, place.y1 - 2), width=0.8)
        page.insert_text((place.x0 + 15, place.y1 - 3), caption, fontsize=8, fontname='helv')
    return True


def moved(page, fields, rng, source, number):
    wide = [f for f in fields if f.width > 60 and 8 < f.height < 40 and f.y1 < page.rect.height - 60]
    if not wide:
        return False
    field = rng.choice(wide)
    # The field with its lines and what is printed beside it goes down by half a line or more.
    area = pymupdf.Rect(max(20, field.x0 - 90), field.y0 - 8, min(page.rect.width - 20, field.x1 + 4), field.y1 + 3)
    page.add_redact_annot(area, fill=(1, 1, 1))
    page.apply_redactions(images=0, graphics=0)
    page.show_pdf_page(area + (0, 9, 0, 9), source, number, clip=area)
    return True


def main():
    folder, kind, most = sys.argv[1], sys.argv[2], int(sys.argv[3])
    os.makedirs(folder, exist_ok=True)
    count = 0
    for pdf in sys.argv[4:]:
        name = os.path.basename(pdf)[:-4]
        rng = random.Random(zlib.crc32(f'{name} {kind}'.encode()))
        document = pymupdf.open(pdf)
        page = document[0]
        if page.rotation or page.cropbox != page.mediabox:
            continue
        fields = fields_of(pdf, 0)
        if kind == 'moved':
            done = moved(page, fields, rng, pymupdf.open(pdf), 0)
        else:
            done = {'date': date, 'renumbered': renumbered, 'added': added}[kind](page, fields, rng)
        if not done:
            continue
        document.select([0])
        document.save(os.path.join(folder, f'{name}.{kind}.pdf'))
        count += 1
        if count == most:
            break


if __name__ == '__main__':
    main()
