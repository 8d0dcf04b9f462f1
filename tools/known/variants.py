"""Makes copies of forms as they come back: turned, printed at 97 % and scanned, photographed, filled in."""
import argparse
import concurrent.futures
import io
import json
import os
import random
import subprocess
import sys
import zlib

import numpy as np
from PIL import Image, ImageFilter

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.environ.get('PHOTOS', os.path.join(HERE, '../photos')))

WORDS = ('Jordan', 'Avery', 'Okafor', 'Lindqvist', '1200', 'Harbour', 'Street', '04/17/1986', '555-0142', 'Springfield', 'n/a', '3,412.50',
         'Reyes', 'clerk', 'see attached', '62704', 'yes', 'Morgan', 'Dunmore Road 8')


def rng_for(name, what):
    return np.random.default_rng([34, zlib.crc32(f'{name} {what}'.encode())])


def rasterised(pdf, page, dpi):
    run = subprocess.run(['pdftoppm', '-r', str(dpi), '-f', str(page), '-l', str(page), '-cropbox', '-png', pdf],
                         capture_output=True, check=True)
    return Image.open(io.BytesIO(run.stdout)).convert('RGB')


def pages_of(pdf):
    info = subprocess.run(['pdfinfo', pdf], capture_output=True, text=True, check=True).stdout
    return int(next(line.split()[1] for line in info.splitlines() if line.startswith('Pages:')))


def scanned(page, rng, scale, quality=60):
    """Returns a gray scan at 200 dpi of a page that was printed at a scale, with the offset of a printer."""
    gray = page.convert('L')
    width, height = gray.size
    small = gray.resize((round(width * scale), round(height * scale)), Image.LANCZOS)
    sheet = Image.new('L', gray.size, 255)
    left = (width - small.width) // 2 + int(rng.integers(-8, 9))
    top = (height - small.height) // 2 + int(rng.integers(-8, 9))
    sheet.paste(small, (left, top))
    sheet = sheet.rotate(float(rng.uniform(-1.5, 1.5)), Image.BICUBIC, fillcolor=255)
    sheet = sheet.filter(ImageFilter.GaussianBlur(float(rng.uniform(0.5, 1.0))))
    level = np.asarray(sheet, np.float32)
    # Toner is not quite black, and paper not quite white.
    level = 28 + level * (rng.uniform(236, 250) - 28) / 255
    level += rng.normal(0, rng.uniform(3, 8), level.shape)
    return Image.fromarray(np.clip(level, 0, 255).astype(np.uint8)), quality


def as_pdf(pictures, path, dpi=200):
    first, rest = pictures[0][0], [p for p, _ in pictures[1:]]
    first.save(path, 'PDF', resolution=dpi, save_all=True, append_images=rest, quality=pictures[0][1])


def printed(pdf, path, name, scale):
    rng = rng_for(name, f'print {scale}')
    as_pdf([scanned(rasterised(pdf, p + 1, 200), rng, scale) for p in range(pages_of(pdf))], path)


def filled(pdf, truth, path, name):
    """Writes values onto a flat form with pypdf."""
    from pypdf import PdfReader, PdfWriter, Transformation
    from pypdf.generic import DecodedStreamObject, NameObject, DictionaryObject
    rng = random.Random(zlib.crc32(name.encode()))
    writer = PdfWriter(clone_from=PdfReader(pdf))
    for number, page in enumerate(writer.pages):
        fields = [f for f in truth if f['page'] == number]
        if not fields or page.get('/Rotate', 0) % 360:
            continue
        box = page.cropbox
        lines = ['q', '0 0 0.4 rg']
        for f in fields:
            x, y = float(box.left) + f['x'], float(box.top) - f['y'] - f['height']
            if f['type'] in ('checkbox', 'radio'):
                if rng.random() < 0.4:
                    s = min(f['width'], f['height'])
                    lines.append(f'1.2 w {x + 1:.2f} {y + 1:.2f} m {x + s - 1:.2f} {y + s - 1:.2f} l S '
                                 f'{x + 1:.2f} {y + s - 1:.2f} m {x + s - 1:.2f} {y + 1:.2f} l S')
                continue
            if rng.random() < 0.15:
                continue
            size = max(5, min(11, f['height'] * 0.75))
            text = ' '.join(rng.choice(WORDS) for _ in range(4))
            while text and len(text) * size * 0.5 > f['width'] - 2:
                text = text[:-1]
            if text:
                lines.append(f'BT /FwHelv {size:.1f} Tf {x + 2:.2f} {y + max(1.5, (f["height"] - size) / 2 + 1):.2f} Td '
                             f'({text}) Tj ET')
        lines.append('Q')
        font = DictionaryObject({NameObject('/Type'): NameObject('/Font'), NameObject('/Subtype'): NameObject('/Type1'),
                                 NameObject('/BaseFont'): NameObject('/Helvetica')})
        resources = page.get('/Resources')
        if resources is None:
            continue
        resources = resources.get_object()
        fonts = resources.get('/Font')
        if fonts is None:
            fonts = resources[NameObject('/Font')] = DictionaryObject()
        fonts.get_object()[NameObject('/FwHelv')] = writer._add_object(font)
        before, after = DecodedStreamObject(), DecodedStreamObject()
        before.set_data(b'q\n')
        after.set_data(('\nQ\n' + '\n'.join(lines)).encode('latin-1'))
        from pypdf.generic import ArrayObject
        contents = page['/Contents']
        old = page.raw_get('/Contents')
        items = list(old.get_object()) if isinstance(old.get_object(), ArrayObject) else [old]
        page[NameObject('/Contents')] = ArrayObject([writer._add_object(before)] + items + [writer._add_object(after)])
    with open(path, 'wb') as file:
        writer.write(file)


def photographed(pdf, path, name, number, page):
    import photos
    import tables
    rng = rng_for(name, f'photo {number}')
    tilt = [5 + 8 * rng.random(), 13 + 8 * rng.random(), 21 + 9 * rng.random()][number % 3]
    sheet = rasterised(pdf, page, 300)
    size = (sheet.width * 25.4 / 300, sheet.height * 25.4 / 300)
    kinds = tables.KNOWN + tables.OTHER
    kinds = [k for k in kinds if k not in tables.THINGS]
    data, _, _ = photos.photo(sheet, size, rng, kinds[int(rng.integers(0, len(kinds)))], tilt)
    with open(path, 'wb') as file:
        file.write(data)


def turned(pdf, path, name):
    """Displays the pages on their side, or upside down."""
    degrees = (90, 180, 270)[zlib.crc32(f'{name} turned'.encode()) % 3]
    subprocess.run(['qpdf', f'--rotate=+{degrees}:1-z', pdf, path], check=True)


def job(kind, pdf, truth, path, name, number, page):
    if os.path.exists(path):
        return
    try:
        if kind == 'print':
            printed(pdf, path, name, 0.97)
        elif kind == 'turned':
            turned(pdf, path, name)
        elif kind == 'filled':
            with open(truth, encoding='utf-8') as file:
                filled(pdf, json.load(file), path, name)
        else:
            photographed(pdf, path, name, number, page)
    except Exception as error:
        print(f'{name} {kind}: {error!r}', file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('folder')
    parser.add_argument('forms', nargs='+', help='PDFs with NAME.truth.json beside them')
    parser.add_argument('--kinds', default='print,filled,photo')
    parser.add_argument('--photos', type=int, default=1)
    options = parser.parse_args()
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        jobs = []
        for pdf in options.forms:
            name = os.path.basename(pdf)[:-4]
            truth = pdf[:-4] + '.truth.json'
            for kind in options.kinds.split(','):
                os.makedirs(os.path.join(options.folder, kind), exist_ok=True)
                if kind == 'photo':
                    for number in range(options.photos):
                        path = os.path.join(options.folder, kind, f'{name}.{number + 1}.jpg')
                        jobs.append(pool.submit(job, kind, pdf, truth, path, name, number, 1))
                else:
                    path = os.path.join(options.folder, kind, name + '.pdf')
                    jobs.append(pool.submit(job, kind, pdf, truth, path, name, 0, 1))
        for done in jobs:
            done.result()


if __name__ == '__main__':
    main()
