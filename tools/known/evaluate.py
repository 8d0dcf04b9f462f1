"""Measures how well pages of known forms are recognised; see tools/evaluate-known."""
import argparse
import collections
import concurrent.futures
import glob
import importlib.util
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import editions
import variants

KINDS = ('flat', 'turned', 'filled', 'scan', 'print', 'photo')
ASKED = {'flat': '100 %', 'turned': '99 %', 'filled': '100 %', 'scan': '99 %', 'print': '98 %', 'photo': '95 %'}
# How many made editions there are of each kind.
EDITIONS = 12


def name_of(path):
    return os.path.basename(path).split('.')[0]


def forms(corpus, set_aside):
    """Returns the flat forms in use, or those set aside: dev3x, and each third form of dev3 by name."""
    found = []
    for part in ('dev', 'dev2', 'dev3', 'dev3x'):
        flat = sorted(p for p in glob.glob(os.path.join(corpus, part, '*.pdf')) if os.path.basename(p).count('.') == 1)
        found += [p for i, p in enumerate(flat) if (part == 'dev3x' or part == 'dev3' and i % 3 == 2) == set_aside]
    return found


def prints(program, folder, files):
    """Writes the prints of files; returns the folder."""
    os.makedirs(folder, exist_ok=True)
    for start in range(0, len(files), 20):
        subprocess.run([program, 'prints', folder, *files[start:start + 20]], check=True, stdout=subprocess.DEVNULL)
    return folder


def recognised(program, known, seen, fields, others=False):
    run = subprocess.run([program, 'recognise', known, seen, fields] + (['others'] if others else []),
                         check=True, capture_output=True, text=True)
    rows = [line.split('\t') for line in run.stdout.splitlines()]
    return [r for r in rows if len(r) >= 5]


def is_right(row):
    return row[2:5] == ['known', name_of(row[0]), row[1]]


def iou(a, b):
    w = min(a['x'] + a['width'], b['x'] + b['width']) - max(a['x'], b['x'])
    h = min(a['y'] + a['height'], b['y'] + b['height']) - max(a['y'], b['y'])
    both = max(0, w) * max(0, h)
    return both / max(1e-9, a['width'] * a['height'] + b['width'] * b['height'] - both)


def carried_pages(files, folder):
    """Yields the true and the carried fields of each recognised page of scans."""
    for scan in files:
        path = os.path.join(folder, os.path.basename(scan)[:-4] + '.json')
        if not os.path.exists(path):
            continue
        with open(path, encoding='utf-8') as file:
            carried = json.load(file)
        with open(scan[:-4] + '.truth.json', encoding='utf-8') as file:
            truth = json.load(file)
        for page in sorted({f['page'] for f in carried}):
            yield tuple([f for f in fields if f['page'] == page] for fields in (truth, carried))


def overlap(pages):
    """Returns the IoU of carried fields with the true ones, which are in the same order."""
    return [iou(t, c) for truth, carried in pages if len(truth) == len(carried) for t, c in zip(truth, carried)]


def usable_f1(pages, corpus):
    """Returns the F1 of carried fields by the corpus's own scorer."""
    spec = importlib.util.spec_from_file_location('score', os.path.join(corpus, 'score.py'))
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    counts = [score.count(truth, carried, 'usable') for truth, carried in pages]
    return score.prf(*(sum(c[k] for c in counts) for k in ('tp', 'predicted', 'truth')))['f1']


def copies(kind, flat, corpus, folder, every):
    """Makes the copies of a kind, and returns their files."""
    if kind == 'flat':
        return flat
    if kind == 'scan':
        return [s for p in flat if os.path.exists(s := p[:-4] + '.scan.pdf')]
    chosen = flat if kind in ('filled', 'turned') else flat[::every]
    os.makedirs(os.path.join(folder, kind), exist_ok=True)
    files = []
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = []
        for pdf in chosen:
            name = name_of(pdf)
            for number in range(3 if kind == 'photo' else 1):
                path = os.path.join(folder, kind, f'{name}.{number + 1}.jpg' if kind == 'photo' else f'{name}.pdf')
                files.append(path)
                jobs.append(pool.submit(variants.job, kind, pdf, pdf[:-4] + '.truth.json', path, name, number, 1))
        for job in jobs:
            job.result()
    return [f for f in files if os.path.exists(f)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--corpus', required=True)
    parser.add_argument('--program', required=True)
    parser.add_argument('--folder', required=True)
    parser.add_argument('--kinds', default=','.join(KINDS))
    parser.add_argument('--every', type=int, default=4)
    parser.add_argument('--set-aside', action='store_true')
    parser.add_argument('--others', action='store_true')
    parser.add_argument('--editions', action='store_true')
    parser.add_argument('--lookup', type=int)
    options = parser.parse_args()
    program = options.program
    folder = os.path.join(options.folder, 'aside' if options.set_aside else 'use')
    flat = forms(options.corpus, options.set_aside)
    if not flat:
        sys.exit(f'evaluate-known: no forms in {options.corpus}')
    known = prints(program, os.path.join(folder, 'prints-flat'), flat)
    for pdf in flat:
        target = os.path.join(known, name_of(pdf) + '.truth.json')
        if not os.path.exists(target):
            os.symlink(pdf[:-4] + '.truth.json', target)
    table = []
    for kind in options.kinds.split(','):
        files = copies(kind, flat, options.corpus, os.path.join(folder, 'copies'), options.every)
        seen = prints(program, os.path.join(folder, f'prints-{kind}'), files)
        fields = os.path.join(folder, f'fields-{kind}')
        rows = recognised(program, known, seen, fields)
        right = [r for r in rows if is_right(r)]
        wrong = [r for r in rows if r[2] == 'known' and r[3] != name_of(r[0])]
        table.append((f'{kind}: pages recognised, of {len(rows)}', f'{100 * len(right) / max(1, len(rows)):.1f} %', ASKED[kind]))
        table.append((f'{kind}: pages recognised as another form', str(len(wrong)), '0'))
        if kind == 'scan':
            pages = list(carried_pages(files, fields))
            values = overlap(pages)
            if values:
                table.append(('scan: usable F1 of carried fields', f'{usable_f1(pages, options.corpus):.3f}', '0.99'))
                table.append((f'scan: mean IoU of {len(values)} carried fields', f'{sum(values) / len(values):.3f}', '0.90'))
        for row in rows:
            if not is_right(row):
                print(f'{kind}:', *row[:5], row[-1][:300])
        if options.others:
            found = [r for r in recognised(program, known, seen, fields + '-others', others=True) if r[2] == 'known']
            table.append((f'{kind}: pages recognised without their own form', str(len(found)), '0'))
            for row in found:
                print(f'{kind} without its own form:', *row[:5])
    if options.editions:
        for place, kind in enumerate(editions.KINDS):
            made = os.path.join(folder, 'copies', f'edition-{kind}')
            if not glob.glob(os.path.join(made, '*.pdf')):
                subprocess.run([sys.executable, os.path.join(HERE, 'editions.py'), made, kind, str(EDITIONS), *flat[place::len(editions.KINDS)]],
                               check=True)
            scans = os.path.join(folder, 'copies', f'edition-{kind}-scan')
            os.makedirs(scans, exist_ok=True)
            files = sorted(glob.glob(os.path.join(made, '*.pdf')))
            for path in files:
                target = os.path.join(scans, os.path.basename(path))
                if not os.path.exists(target):
                    variants.printed(path, target, os.path.basename(path), 1.0)
            for what, where in (('', files), (' scanned', sorted(glob.glob(os.path.join(scans, '*.pdf'))))):
                seen = prints(program, os.path.join(folder, f'prints-{kind}{what.strip()}'), where)
                rows = recognised(program, known, seen, os.path.join(folder, f'fields-{kind}{what.strip()}'))
                outcomes = collections.Counter(r[2] for r in rows)
                table.append((f'edition, {kind}{what}: applied silently, of {len(rows)}', str(outcomes['known']), '0'))
                table.append((f'edition, {kind}{what}: told as an edition', str(outcomes['edition']), ''))
                for row in rows:
                    if row[2] != 'edition':
                        print(f'edition {kind}{what}:', *row[:5])
    if options.lookup:
        run = subprocess.run([program, 'lookup', str(options.lookup), known, known], check=True, capture_output=True, text=True)
        print(run.stdout)
    print('| what | figure | asked |\n|---|---|---|')
    for row in table:
        print('| ' + ' | '.join(row) + ' |')


if __name__ == '__main__':
    main()
