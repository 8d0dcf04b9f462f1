"""Measures how well the sheet is found in synthetic photos of forms; see tools/evaluate-photos."""
import argparse
import concurrent.futures
import glob
import io
import json
import os
import subprocess
import sys
import time
import zlib

import numpy as np
from PIL import Image

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, '../detector'))

import photos
import quadrilaterals
import tables
from issuers import Issuers

# The resolution of the sheets that are photographed, and of the upright pictures that they are compared with.
SHEET_DPI, UPRIGHT_DPI = 300, 200
# How many scans are searched for a sheet, and at which resolution.
SCANS, SCAN_DPI = 40, 150
SEEDS = {'known': 32, 'other': 4711}


def forms():
    with open(os.path.join(HERE, 'forms.txt'), encoding='utf-8') as file:
        rows = [line.split() for line in file if line.strip() and not line.startswith('#')]
    return [(part, name, int(page)) for part, name, page in rows]


def rasterised(pdf, page, dpi):
    """Returns a page (from 1) as a picture."""
    run = subprocess.run(
        ['pdftoppm', '-r', str(dpi), '-f', str(page), '-l', str(page), '-cropbox', '-png', pdf], capture_output=True, check=True)
    return Image.open(io.BytesIO(run.stdout)).convert('RGB')


def make(corpus, folder, which, index, part, name, page):
    """Makes the photo of a form and the picture of its upright page, unless they are there already."""
    base = os.path.join(folder, name)
    if os.path.exists(base + '.json'):
        return
    rng = np.random.default_rng([SEEDS[which], zlib.crc32(name.encode())])
    kinds = tables.KNOWN if which == 'known' else tables.OTHER
    pdf = os.path.join(corpus, part, name + '.pdf')
    sheet = rasterised(pdf, page, SHEET_DPI)
    rasterised(pdf, page, UPRIGHT_DPI).save(os.path.join(folder, 'upright', name + '.png'), dpi=(UPRIGHT_DPI, UPRIGHT_DPI))
    size = (sheet.width * 25.4 / SHEET_DPI, sheet.height * 25.4 / SHEET_DPI)
    tilt = 5 + 30 * ((index * 7) % 40) / 39
    turn = [90, 180, 270][index % 3] if index % 6 == 5 else 0
    kind = kinds[index % len(kinds)]
    data, corners, covered = photos.photo(sheet, size, rng, kind, tilt, turn, is_cut=index % 8 == 3)
    if covered is not None:
        covered.save(base + '.covered.png')
    with open(base + '.jpg', 'wb') as file:
        file.write(data)
    with open(base + '.json', 'w', encoding='utf-8') as file:
        json.dump({'corners': corners.tolist(), 'size': [v * 72 / 25.4 for v in size], 'tilt': tilt, 'turn': turn,
                   'table': kind, 'cut': index % 8 == 3, 'part': part, 'page': page}, file)


def scans(corpus, folder):
    """Returns pictures of scanned pages that fill their picture."""
    os.makedirs(folder, exist_ok=True)
    issuers = Issuers()
    found = []
    for part in ('dev', 'dev2', 'dev3'):
        for pdf in sorted(glob.glob(os.path.join(corpus, part, '*.scan.pdf'))):
            if issuers.use(pdf) != Issuers.TRAINING:
                continue
            info = subprocess.run(['pdfinfo', pdf], capture_output=True, text=True, check=True).stdout
            pages = int(next(line.split()[1] for line in info.splitlines() if line.startswith('Pages:')))
            found += [(page, pdf) for page in range(1, pages + 1)]
    # The first pages first.
    pictures = []
    for page, pdf in sorted(found)[:SCANS]:
        path = os.path.join(folder, f'{os.path.basename(pdf)[:-9]}-{page}.jpg')
        if not os.path.exists(path):
            rasterised(pdf, page, SCAN_DPI).save(path, quality=85, dpi=(SCAN_DPI, SCAN_DPI))
        pictures.append(path)
    return pictures


def inspected(program, path):
    """Returns the form's description, and the time."""
    start = time.perf_counter()
    run = subprocess.run([program, 'inspect', '--json', path], capture_output=True, text=True)
    seconds = time.perf_counter() - start
    # Without fields, the exit code is not 0.
    try:
        return json.loads(run.stdout), seconds
    except json.JSONDecodeError:
        raise SystemExit(f'{path}: {run.stderr}')


def sheet(description):
    """Returns the corners of the sheet in the picture, beginning with the page's top left one, or None."""
    found = description['pages'][0].get('sheet')
    return found and [(c['x'], c['y']) for c in found['corners']]


def has_sheet(description, size):
    """Returns whether a part of a scan became the page. A scan that is turned back stays whole."""
    found = sheet(description)
    return found is not None and quadrilaterals.area(found) < 0.97 * size[0] * size[1]


def judged(truth, found, size):
    """Returns the IoU, the error of the corners as a share of the page's width, and whether the page is upright."""
    if found is None:
        return 0.0, None, False
    width, height = size
    page = [(0, 0), (width, 0), (width, height), (0, height)]
    matrix = quadrilaterals.homography(found, page)
    errors = []
    for shift in range(4):
        turned = truth[shift:] + truth[:shift]
        places = quadrilaterals.moved(matrix, turned)
        errors.append(float(np.max(np.hypot(*(places - page).T))) / width)
    best = int(np.argmin(errors))
    return quadrilaterals.iou(truth, found), errors[best], best == 0


def fields_of(description, size):
    """Returns the fields on a page of the form's own size, which may be none of the standard ones."""
    page = description['pages'][0]
    across, down = size[0] / page['width'], size[1] / page['height']
    return [dict(f, x=f['x'] * across, width=f['width'] * across, y=f['y'] * down, height=f['height'] * down)
            for f in description['fields']]


def uncovered(base, size, fields):
    """Returns the fields that no thing lies on: nobody can see the others in the photo."""
    if not os.path.exists(base + '.covered.png'):
        return fields
    mask = np.asarray(Image.open(base + '.covered.png'))
    across, down = mask.shape[1] / size[0], mask.shape[0] / size[1]

    def is_seen(field):
        part = mask[max(0, int(field['y'] * down)):int((field['y'] + field['height']) * down) + 1,
                    max(0, int(field['x'] * across)):int((field['x'] + field['width']) * across) + 1]
        return not part.any()

    return [f for f in fields if is_seen(f)]


def usable(corpus, truth, predictions):
    """Returns the usable F1 over all fields."""
    run = subprocess.run([sys.executable, os.path.join(corpus, 'score.py'), truth, predictions, '--json', '-'],
                         check=True, capture_output=True, text=True)
    return json.loads(run.stdout)['usable']['micro']['f1']


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--corpus', required=True)
    parser.add_argument('--program', required=True)
    parser.add_argument('--folder', required=True)
    parser.add_argument('--tables', choices=['known', 'other', 'all'], default='all')
    parser.add_argument('--list', action='store_true')
    parser.add_argument('--fields', action='store_true')
    parser.add_argument('--make', action='store_true', help='only make the pictures')
    options = parser.parse_args()
    issuers = Issuers()
    figures = []
    for which in ('known', 'other') if options.tables == 'all' else (options.tables,):
        folder = os.path.join(options.folder, which)
        for name in ('', 'upright', 'truth', 'photo', 'page'):
            os.makedirs(os.path.join(folder, name), exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            jobs = []
            for index, (part, name, page) in enumerate(forms()):
                pdf = os.path.join(options.corpus, part, name + '.pdf')
                assert issuers.use(pdf) == Issuers.TRAINING, name
                jobs.append(pool.submit(make, options.corpus, folder, which, index, part, name, page))
            for job in jobs:
                job.result()
        if options.make:
            continue
        ious, errors, upright, sizes = [], [], 0, 0
        for part, name, page in forms():
            with open(os.path.join(folder, name + '.json'), encoding='utf-8') as file:
                truth = json.load(file)
            description, seconds = inspected(options.program, os.path.join(folder, name + '.jpg'))
            shown = description['pages'][0]
            iou, error, is_upright = judged(truth['corners'], sheet(description), (shown['width'], shown['height']))
            is_size = sheet(description) is not None and abs(
                shown['height'] / shown['width'] - truth['size'][1] / truth['size'][0]) < 0.02
            ious.append(iou)
            sizes += is_size
            upright += is_upright
            if error is not None and iou >= 0.95:
                errors.append(error)
            if options.list:
                print(f'{name:28} {truth["table"]:10} {truth["tilt"]:5.1f} {"cut" if truth["cut"] else "":4} IoU {iou:.3f} '
                      f'corners {"-" if error is None else f"{100 * error:.2f} %":7} {"" if is_upright else "not upright"} '
                      f'{"" if is_size else "size"} {seconds:.1f} s')
            if options.fields:
                with open(os.path.join(options.corpus, part, name + '.truth.json'), encoding='utf-8') as file:
                    true = [dict(f, page=0) for f in json.load(file) if f['page'] == page - 1]
                upright_form, _ = inspected(options.program, os.path.join(folder, 'upright', name + '.png'))
                for place, value in (
                        ('truth', true), ('photo', fields_of(description, truth['size'])),
                        ('page', fields_of(upright_form, truth['size']))):
                    end = '.truth.json' if place == 'truth' else '.json'
                    seen = uncovered(os.path.join(folder, name), truth['size'], value)
                    with open(os.path.join(folder, place, name + end), 'w', encoding='utf-8') as file:
                        json.dump(seen, file)
        count = len(ious)
        figures.append((f'{which} tables: sheets found with IoU >= 0.95', f'{sum(i >= 0.95 for i in ious)} of {count}', '95 %'))
        figures.append((f'{which} tables: corners on the page, worst', f'{100 * max(errors, default=0):.2f} %', '1 %'))
        figures.append((f'{which} tables: corners on the page, median', f'{100 * np.median(errors or [0]):.2f} %', ''))
        figures.append((f'{which} tables: upright; A4 or Letter as it is', f'{upright}; {sizes}', ''))
        if options.fields:
            page, photo = (usable(options.corpus, os.path.join(folder, 'truth'), os.path.join(folder, place))
                           for place in ('page', 'photo'))
            figures.append((f'{which} tables: usable F1 on photos, on upright pages', f'{photo:.3f}, {page:.3f}', 'within 0.03'))
    if options.make:
        return
    pictures = scans(options.corpus, os.path.join(options.folder, 'scans'))
    wrong = [p for p in pictures if has_sheet(inspected(options.program, p)[0], Image.open(p).size)]
    if options.list and wrong:
        print('found in scans:', *[os.path.basename(p) for p in wrong])
    figures.append((f'sheets found in {len(pictures)} scans that fill their picture', str(len(wrong)), '0'))
    print('| what | figure | asked |\n|---|---|---|')
    for row in figures:
        print('| ' + ' | '.join(row) + ' |')


if __name__ == '__main__':
    main()
