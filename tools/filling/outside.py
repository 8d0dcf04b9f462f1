"""Compares what pages show outside their fields before and after a command. See tools/evaluate-filling --outside."""
import collections
import glob
import os
import re
import subprocess
import sys

from measure import words
from pdfium import render

# What may differ: rounding where a field's edge lies on a letter.
ALLOWED = 0.001
DPI, MARGIN = 72, 2
DARK, DIFFERENT = 160, 48
# How far the stated lengths of all streams are off, in bytes.
OFFSETS = (0, -3, 3)


def boxes(pdf):
    """Returns the places of the widgets of each page, as displayed: x, y, width, height."""
    import pymupdf
    found = []
    for page in pymupdf.open(pdf):
        rectangles = [widget.rect * page.rotation_matrix for widget in page.widgets()]
        found.append([(r.x0 - MARGIN, r.y0 - MARGIN, r.width + 2 * MARGIN, r.height + 2 * MARGIN) for r in rectangles])
    return found


def words_outside(pdf, fields):
    def is_outside(word):
        x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
        return not any(left <= x <= left + width and top <= y <= top + height
                       for left, top, width, height in fields[word.page])
    return collections.Counter((word.page, word.text) for word in words(pdf) if is_outside(word))


def ink_outside(before, after, fields):
    """Returns the dark pixels outside the fields, and how many of all are another gray after."""
    if (before.width, before.height) != (after.width, after.height):
        return 1, 1
    hidden = bytearray(before.width * before.height)
    for field in fields:
        for left, y, row in before.rows(field):
            start = y * before.width + left
            hidden[start:start + len(row)] = b'\1' * len(row)
    dark = changed = 0
    for y in range(before.height):
        line = slice(y * before.width, (y + 1) * before.width)
        old, new, mask = before.pixels[line], after.pixels[line], hidden[line]
        if any(mask):
            dark += sum(b < DARK and not m for b, m in zip(old, mask))
        else:
            dark += len(re.findall(b'[\0-\x9f]', old))
        if old != new:
            changed += sum(abs(b - a) > DIFFERENT and not m for b, a, m in zip(old, new, mask))
    return dark, changed


def with_lengths(form, offset, output):
    """Writes a form whose streams all state a length that is off by some bytes, with right cross-references."""
    subprocess.run(['qpdf', '--decrypt', '--no-warn', '--warning-exit-0', '--object-streams=disable',
                    '--stream-data=preserve', form, output], check=True, capture_output=True)
    if not offset:
        return output
    with open(output, 'rb') as file:
        data = file.read()
    start = int(data[data.rindex(b'startxref'):].split()[1])
    table = re.match(rb'xref\s+0 (\d+)\s', data[start:])
    entries = [data[start + table.end():][20 * n:20 * n + 20] for n in range(int(table.group(1)))]
    places = sorted((int(entry[:10]), number) for number, entry in enumerate(entries) if entry[17:18] == b'n')
    written = bytearray(data[:places[0][0]])
    moved = {}
    for (place, number), end in zip(places, [place for place, _ in places[1:]] + [start]):
        moved[number] = len(written)
        body = data[place:end]
        stream = re.search(rb'/Length (\d+)([^/]*(?:/(?!Length)[^/]*)*?>>\s*stream\r?\n)', body)
        if stream and int(stream.group(1)) + offset > 0:
            # Of several keys of this name the last is the stream's own.
            length = b'/Length %d' % (int(stream.group(1)) + offset)
            body = body[:stream.start()] + length + stream.group(2) + body[stream.end():]
        written += body
    table = b''.join(b'%010d 00000 n \n' % moved[n] if n in moved else entry for n, entry in enumerate(entries))
    trailer = data[data.index(b'trailer', start):data.rindex(b'startxref')]
    written += b'xref\n0 %d\n' % len(entries) + table + trailer + b'startxref\n%d\n%%%%EOF\n' % len(written)
    with open(output, 'wb') as file:
        file.write(written)
    return output


class Comparison:
    """Adds up what is kept of the words and of the ink, for each command and each offset of the lengths."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.totals, self.faults = collections.defaultdict(collections.Counter), []
        values = os.path.join(folder, 'none.json')
        with open(values, 'w', encoding='utf-8') as file:
            file.write('{}')
        self.commands = {'flatten': ['flatten'], 'fill': ['fill', '--no-template', '--values', values]}

    def run(self):
        for path in sorted(glob.glob(os.path.join(self.options.corpus, '**', '*.pdf'), recursive=True)):
            name = os.path.basename(path).removesuffix('.pdf')
            if not self.options.only or name in self.options.only.split(','):
                try:
                    self.compare(path, name)
                except Exception as error:  # noqa: BLE001: one document must not end the run
                    self.faults.append(f'{name}: {type(error).__name__}: {error}')
        print('| command, lengths off by | forms | words | of these changed | dark pixels | of these changed |')
        print('|---|---|---|---|---|---|')
        for (command, offset), figures in self.totals.items():
            print(f"| {command}, {offset:+} | {figures['forms']:,} | {figures['words']:,} | {figures['wordsChanged']:,} "
                  f"| {figures['dark']:,} | {figures['darkChanged']:,} |")
        for fault in self.faults:
            print(fault, file=sys.stderr)
        return not self.faults

    def compare(self, path, name):
        plain = with_lengths(path, 0, os.path.join(self.folder, 'plain.pdf'))
        fields = boxes(plain)
        known = words_outside(plain, fields)
        pages = [render(plain, page, DPI) for page in range(len(fields))]
        # The fields of a flat form would have to be detected first, which changes nothing on its pages.
        for command in self.commands if any(fields) else ('flatten',):
            for offset in OFFSETS:
                given = with_lengths(path, offset, os.path.join(self.folder, 'given.pdf'))
                output = os.path.join(self.folder, 'made.pdf')
                run = subprocess.run([self.options.program, *self.commands[command], given, '-o', output],
                                     capture_output=True, text=True)
                if run.returncode:
                    self.faults.append(f'{name}: {command}, {offset:+}: {run.stderr.strip()}')
                    continue
                after = words_outside(output, fields)
                figures = dict(forms=1, words=known.total(), wordsChanged=((known - after) + (after - known)).total())
                inks = [ink_outside(before, render(output, page, DPI), fields[page]) for page, before in enumerate(pages)]
                figures |= dict(dark=sum(dark for dark, _ in inks), darkChanged=sum(changed for _, changed in inks))
                self.totals[command, offset].update(figures)
                for what, whole in (('wordsChanged', 'words'), ('darkChanged', 'dark')):
                    if figures[what] > ALLOWED * max(1, figures[whole]):
                        self.faults.append(f'{name}: {command}, {offset:+}: {figures[what]:,} of {figures[whole]:,} {whole}')
