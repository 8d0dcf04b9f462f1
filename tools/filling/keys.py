"""Runs keys that people write on their forms and tells which field each of them found. See tools/evaluate-keys."""
import argparse
import collections
import csv
import hashlib
import json
import os
import subprocess
import sys
import tempfile

from key_ways import HTTP, Batch, Fill, Watch
from raster import ink, render

OUTCOMES = ('right', 'asked', 'tie', 'unknown', 'told', 'silent', 'refused', 'misled', 'undetected')
LANGUAGES = {'de': 'German', 'es': 'Spanish', 'fr': 'French'}
UNKNOWN_FIELD, AMBIGUOUS_FIELD, MAPPING_NEEDED = 31, 32, 209
# Keys are placed by hand, and detected fields can be smaller than the blank.
SLACK = 2
# The characters of a key that every warning about it has.
NAMED = 40


def arguments():
    parser = argparse.ArgumentParser(prog='tools/evaluate-keys', description='see tools/evaluate-keys --help')
    parser.add_argument('--program', required=True)
    parser.add_argument('--corpus', required=True)
    parser.add_argument('--keys', required=True)
    parser.add_argument('--way', choices=('fill', 'batch', 'watch', 'http'), default='fill')
    parser.add_argument('--half', choices=('seen', 'unseen', 'all'), default='seen')
    parser.add_argument('--list', action='store_true')
    parser.add_argument('--only')
    parser.add_argument('--json')
    return parser.parse_args()


def half(form):
    return 'seen' if int(hashlib.sha256(form.encode()).hexdigest(), 16) % 2 == 0 else 'unseen'


def language(form):
    return LANGUAGES.get(form.split('-')[0], 'English')


def locate(corpus, row):
    name = row['form'] + ('.acro.pdf' if row['variant'] == 'acro' else '.pdf')
    for part in ('dev', 'dev2'):
        path = os.path.join(corpus, part, name)
        if os.path.exists(path):
            return path
    sys.exit(f'{name} is not in {corpus}')


def places(row):
    """Returns the page (from 0), x and y of each right place."""
    also = [place.split(':') for place in row['also'].split(';') if place]
    return [(int(page) - 1, float(x), float(y)) for page, x, y in [(row['page'], row['x'], row['y']), *also]]


def contains(field, place):
    page, x, y = place
    return (field['page'] == page and field['x'] - SLACK <= x <= field['x'] + field['width'] + SLACK
            and field['y'] - SLACK <= y <= field['y'] + field['height'] + SLACK)


def proposals(message, fields):
    """Returns the fields that a message proposes, `(name, page 2 …)`, in its order."""
    found = {}
    for field in fields:
        for end in (',', ')'):
            at = message.find(f"({field['name']}, page {field['page'] + 1}{end}")
            if at >= 0:
                found.setdefault(at, field)
    return [found[at] for at in sorted(found)]


class Form:
    """A document with its fields as detected, and its blank pages as far as they were needed."""

    def __init__(self, program, path, folder):
        self.program, self.path, self.folder = program, path, folder
        self.listing = os.path.join(folder, os.path.basename(path) + '.json')
        run = subprocess.run([program, 'inspect', path, '--json', '--no-template'], capture_output=True, text=True)
        if run.returncode:
            sys.exit(f'{path}: {run.stderr}')
        with open(self.listing, 'w', encoding='utf-8') as file:
            file.write(run.stdout)
        self.fields = json.loads(run.stdout)['fields']
        self.pages = {}

    def marked(self, output, field):
        """Tells whether the filled form has a mark in a box."""
        page = field['page']
        if page not in self.pages:
            self.pages[page] = render(self.path, page, 100)
        box = (field['x'], field['y'], field['width'], field['height'])
        count, _ = ink(self.pages[page], render(output, page, 100), box)
        return count > 0.03 * box[2] * box[3] * self.pages[page].scale ** 2


def judge(way, form, row):
    """Returns the outcome of a key, whether the right field is among the first three proposals, and what was filled or
    proposed."""
    right = [f for f in form.fields if any(contains(f, place) for place in places(row))]
    ids, names = {f['id'] for f in right}, {f['name'] for f in right}
    status, filled, message, output = way(form, row)
    if filled:
        labels = [f"{entry['label']} ({entry['name']}, {entry['match']})" for entry in filled]
        hits = [entry for entry in filled if entry['id'] in ids]
        if hits and len(filled) > 1 and len({f['name'] for f in filled}) == 1:
            # All boxes of a question are reported; only the mark tells which option was chosen.
            boxes = [f for f in right if f['type'] == 'checkbox' and f['id'] in {entry['id'] for entry in hits}]
            if boxes and output and not any(form.marked(output, box) for box in boxes):
                hits = []
        if hits:
            return 'right', None, labels
        # A warning names the beginning of a long key.
        told = all(any(row['key'][:NAMED] in warning for warning in entry['warnings']) for entry in filled)
        return 'told' if told else 'silent', None, labels
    if status == MAPPING_NEEDED:
        return 'asked', None, [message.strip()]
    if status in (UNKNOWN_FIELD, AMBIGUOUS_FIELD):
        proposed = proposals(message, form.fields)
        shown = any(f['name'] in names for f in proposed[:3])
        labels = [f"{f['label']} ({f['name']})" for f in proposed[:3]]
        if status == AMBIGUOUS_FIELD and row['ambiguous'] == 'yes' and any(f['name'] in names for f in proposed):
            return 'right', None, labels
        if not right:
            return 'undetected', None, labels
        return 'tie' if status == AMBIGUOUS_FIELD else 'unknown', shown, labels
    if not right:
        return 'undetected', None, [message.strip()]
    meant = names | {f['label'] for f in right} | {f['group']['label'] for f in right if f.get('group', {}).get('label')}
    named = any(f'({name})' in message or f'"{name}"' in message for name in meant)
    return 'refused' if named else 'misled', None, [message.strip()]


def summary(results):
    count = collections.Counter(outcome for _, outcome, *_ in results)
    asked = [shown for _, _, shown, _ in results if shown is not None]
    return dict(keys=len(results), outcomes={o: count[o] for o in OUTCOMES}, refusals=len(asked), among3=sum(asked))


def line(title, figures):
    n = figures['keys']
    cells = [f"{figures['outcomes'][o] / n:11.1%}" for o in OUTCOMES]
    among = f"{figures['among3'] / figures['refusals']:.1%}" if figures['refusals'] else '-'
    return f"{title:<26}{n:5d}" + ''.join(cells) + f'{among:>10}'


def groups(results):
    """Yields a title and the results of each group that is printed. Ambiguous keys are counted apart."""
    clear = [r for r in results if r[0]['ambiguous'] == 'no']
    yield 'all', clear
    for which in ('seen', 'unseen'):
        yield which, [r for r in clear if half(r[0]['form']) == which]
    for variant in ('flat', 'acro'):
        yield variant, [r for r in clear if r[0]['variant'] == variant]
    for name in ('English', *LANGUAGES.values()):
        yield name, [r for r in clear if language(r[0]['form']) == name]
    yield 'ambiguous', [r for r in results if r[0]['ambiguous'] == 'yes']
    for form in sorted({r[0]['form'] for r in results}):
        yield '  ' + form, [r for r in clear if r[0]['form'] == form]


def main():
    options = arguments()
    # Commands run in other folders.
    options.program = os.path.abspath(options.program)
    with open(options.keys, encoding='utf-8', newline='') as file:
        rows = [row for row in csv.DictReader(file) if options.half in ('all', half(row['form']))]
    if options.only:
        rows = [row for row in rows if row['form'] in options.only.split(',')]
    if not rows:
        sys.exit('no keys are left')
    results, forms = [], {}
    with tempfile.TemporaryDirectory() as folder:
        way = {'fill': Fill, 'batch': Batch, 'watch': lambda: Watch(rows),
               'http': lambda: HTTP(options.program, folder)}[options.way]()
        for row in rows:
            path = locate(options.corpus, row)
            if path not in forms:
                forms[path] = Form(options.program, path, folder)
            results.append((row, *judge(way, forms[path], row)))
        if options.way == 'http':
            way.close()
    table = [(title, summary(group)) for title, group in groups(results) if group]
    print(f"{'':<26}{'keys':>5}" + ''.join(f'{o:>11}' for o in OUTCOMES) + f"{'among 3':>10}")
    for title, figures in table:
        print(line(title, figures))
    if options.list:
        for row, outcome, shown, labels in results:
            if outcome != 'right':
                mark = '' if shown is None else ' +3' if shown else ' -3'
                print(f"\n{row['form']} p{row['page']} {outcome}{mark}: {row['key']!r} = {row['value']!r}")
                for label in labels[:5]:
                    print(f'    {label[:200]}')
    if options.json:
        with open(options.json, 'w', encoding='utf-8') as file:
            json.dump(dict(figures={title.strip(): figures for title, figures in table},
                           keys=[dict(row, outcome=outcome, among3=shown, found=labels)
                                 for row, outcome, shown, labels in results]), file, ensure_ascii=False, indent=1)


if __name__ == '__main__':
    main()
