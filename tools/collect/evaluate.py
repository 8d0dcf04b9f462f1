"""Measures how well filled copies of forms are read back; see tools/evaluate-collect."""
import argparse
import collections
import concurrent.futures
import glob
import hashlib
import json
import os
import re
import subprocess
import sys
import uuid

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, '../known'))

import people
import variants

KINDS = ('acroform', 'flat', 'scan', 'photo')
ASKED = {'acroform': '100 %', 'flat': '99.5 %', 'scan': '95 %', 'photo': '90 %'}
# What a cell should hold.
GROUPS = ('text', 'comb', 'empty', 'ticked', 'unticked')
MOST_PAGES = 2
FIELDS = range(8, 121)


def digest(data):
    return hashlib.sha256(data).hexdigest()


def fields_of(truth):
    """Returns the true fields as formwright inspect prints fields, with names of their own."""
    fields = []
    for number, f in enumerate(truth):
        kind = {'radio': 'checkbox', 'choice': 'text'}.get(f['type'], f['type'])
        field = {'id': str(uuid.uuid5(uuid.NAMESPACE_OID, str(number))).upper(), 'name': f'p{f["page"] + 1}f{number + 1}',
                 'page': f['page'], 'x': f['x'], 'y': f['y'], 'width': f['width'], 'height': f['height'], 'type': kind,
                 'label': f'p{f["page"] + 1}f{number + 1}', 'confidence': 1, 'evidence': 'box', 'readOnly': False, 'required': False}
        cells = f.get('maxLen') or 0
        if f.get('comb') and kind == 'text' and cells > 1:
            field['combEdges'] = [f['x'] + f['width'] * i / cells for i in range(cells + 1)]
            field['maxLength'] = cells
        elif cells and kind == 'text':
            field['maxLength'] = cells
        fields.append(field)
    return fields


def chosen(corpus, count):
    """Returns the forms: pairs of a PDF's path and its true fields."""
    found = []
    for part in ('dev', 'dev2', 'dev3'):
        for path in glob.glob(os.path.join(corpus, part, '*.pdf')):
            name = os.path.basename(path)
            if name.count('.') != 1:
                continue
            with open(path[:-4] + '.truth.json', encoding='utf-8') as file:
                truth = json.load(file)
            if len(truth) in FIELDS and variants.pages_of(path) <= MOST_PAGES:
                found.append((digest(name.encode()), path, truth))
    return [(path, truth) for _, path, truth in sorted(found, key=lambda form: form[0])[:count]]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 47):
        raise RuntimeError(f'{command[1]}: {done.stderr.strip()}')
    return done


class Form:
    """A form with its copies."""

    def __init__(self, path, truth, options):
        self.path = path
        self.name = os.path.basename(path)[:-4]
        self.program = options.program
        self.folder = os.path.join(options.folder, 'copies', self.name)
        os.makedirs(self.folder, exist_ok=True)
        self.fields = fields_of(truth)
        self.known = self.described(path, self.fields, 'fields.json')
        self.people = [people.answers(self.name, n, self.fields) for n in range(options.people)]
        self.page = min(f['page'] for f in self.fields)

    def file(self, name):
        return os.path.join(self.folder, name)

    def described(self, path, fields, name):
        """Writes fields as the output of formwright inspect --json."""
        with open(path, 'rb') as file:
            data = file.read()
        target = self.file(name)
        with open(target, 'w', encoding='utf-8') as file:
            json.dump({'document': {'fileName': os.path.basename(path), 'mimeType': 'application/pdf', 'sha256': digest(data),
                                    'pageCount': variants.pages_of(path), 'warnings': []}, 'pages': [], 'fields': fields}, file)
        return target

    def flat(self, number):
        target = self.file(f'{number}.flat.pdf')
        if not os.path.exists(target):
            own = self.file(f'{number}.own.pdf')
            with open(self.file(f'{number}.json'), 'w', encoding='utf-8') as file:
                json.dump(self.people[number], file)
            run(self.program, 'fill', self.path, '--fields', self.known, '--values', file.name, '--overflow', 'shrink', '-o', own)
            subprocess.run(['pdftocairo', '-pdf', own, target], check=True, capture_output=True)
        return target

    def scan(self, number):
        target = self.file(f'{number}.scan.pdf')
        if not os.path.exists(target):
            variants.printed(self.flat(number), target, f'{self.name} {number}', 1.0)
        return target

    def photo(self, number):
        target = self.file(f'{number}.photo.jpg')
        if not os.path.exists(target):
            variants.photographed(self.flat(number), target, self.name, number, self.page + 1)
        return target

    def fillable(self):
        target = self.file('fillable.pdf')
        if not os.path.exists(target):
            run(self.program, 'fillable', self.path, '--fields', self.known, '-o', target)
        return target

    def acroform(self, number):
        from pypdf import PdfReader, PdfWriter
        target = self.file(f'{number}.acroform.pdf')
        if not os.path.exists(target):
            writer = PdfWriter(clone_from=PdfReader(self.fillable()))
            for page in writer.pages:
                values = {}
                for note in page.get('/Annots') or []:
                    widget = note.get_object()
                    value = self.people[number].get(str(widget.get('/T')))
                    if value is not None:
                        on = [s for s in (widget.get('/AP') or {}).get('/N', {}) if s != '/Off']
                        values[str(widget['/T'])] = on[0] if widget.get('/FT') == '/Btn' and on else value
                if values:
                    writer.update_page_form_field_values(page, values, auto_regenerate=False)
            writer.write(target)
        return target

    def copies(self, kind):
        return [getattr(self, kind)(number) for number in range(len(self.people))]

    def read(self, kind):
        """Returns outcomes: tuples of group, what is wanted, what was read, whether it is marked as doubtful, and the field."""
        copies = self.copies(kind)
        table, cells = self.file(f'{kind}.jsonl'), self.file(f'{kind}.cells.jsonl')
        form = [self.fillable()] if kind == 'acroform' else [self.path, '--fields', self.known]
        done = run(self.program, 'collect', *copies, '--form', *form, '--cells', cells, '--no-template', '-o', table)
        with open(table, encoding='utf-8') as file:
            rows = {row['File']: row for row in map(json.loads, file)}
        with open(cells, encoding='utf-8') as file:
            details = {(d['file'], d['field']): d for d in map(json.loads, file)}
        outcomes = []
        for copy, wanted in zip(copies, self.people):
            for field in self.fields:
                if field['type'] == 'signature' or kind == 'photo' and field['page'] != self.page:
                    continue
                value = wanted.get(field['name'])
                if field['type'] == 'checkbox':
                    group, value = ('ticked', 'yes') if value else ('unticked', 'no')
                elif value is None:
                    group, value = 'empty', ''
                else:
                    group = 'comb' if 'combEdges' in field else 'text'
                detail = details.get((copy, field['name']))
                got = rows[copy].get(field['name'], '') if copy in rows else None
                outcomes.append((group, value, got, bool(detail and detail['isDoubtful']), copy, field['name'],
                                 detail['reason'] if detail else 'unread'))
        return outcomes, len(copies) - len(rows), done.stderr


def folded(text):
    return re.sub(r'\s+', ' ', text).strip()


def is_right(outcome):
    return outcome[2] is not None and folded(outcome[1]) == folded(outcome[2])


def share(part, whole):
    return f'{100 * part / whole:.1f} % of {whole}' if whole else '–'


def lines(kind, outcomes, unread, copies):
    """Returns the rows of a kind's table: a name and a figure."""
    groups = collections.defaultdict(list)
    for outcome in outcomes:
        groups[outcome[0]].append(is_right(outcome))
    values = groups['text'] + groups['comb']
    read = [o for o in outcomes if o[2] is not None]
    wrong = [o for o in read if not is_right(o)]
    right = [o for o in read if is_right(o)]
    yield 'copies read', share(copies - unread, copies)
    yield 'cells with a value', share(sum(values), len(values))
    for group in GROUPS:
        yield f'cells: {group}', share(sum(groups[group]), len(groups[group]))
    yield 'wrong cells of copies read that are marked', share(sum(o[3] for o in wrong), len(wrong))
    yield 'right cells that are marked', share(sum(o[3] for o in right), len(right))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--corpus', required=True)
    parser.add_argument('--program', required=True)
    parser.add_argument('--folder', required=True)
    parser.add_argument('--forms', type=int, default=20)
    parser.add_argument('--people', type=int, default=10)
    parser.add_argument('--kinds', default=','.join(KINDS))
    parser.add_argument('--wrong')
    options = parser.parse_args()
    forms = [Form(path, truth, options) for path, truth in chosen(options.corpus, options.forms)]
    tables = []
    wrong = []
    for kind in options.kinds.split(','):
        # A photo takes a gigabyte while it is made.
        with concurrent.futures.ProcessPoolExecutor(1 if kind == 'photo' else os.cpu_count()) as pool:
            jobs = [pool.submit(getattr(form, kind), n) for form in forms for n in range(options.people)]
            for job in jobs:
                try:
                    job.result()
                except Exception as error:
                    print(f'{kind}: {error}', file=sys.stderr)
        figures = []
        for aside in (False, True):
            outcomes, unread, copies = [], 0, 0
            for place, form in enumerate(forms):
                if (place % 3 == 2) != aside:
                    continue
                try:
                    found, missing, said = form.read(kind)
                except RuntimeError as error:
                    print(f'{kind}: {form.name}: {error}', file=sys.stderr)
                    continue
                for line in said.splitlines():
                    if 'not read' in line:
                        print(f'{kind}: {form.name}: {line}', file=sys.stderr)
                outcomes += found
                unread += missing
                copies += options.people
            wrong += [(kind, 'aside' if aside else 'use', *o) for o in outcomes if not is_right(o)]
            figures.append(list(lines(kind, outcomes, unread, copies)))
        for (name, use), (_, aside) in zip(*figures):
            tables.append((kind, name, use, aside, ASKED[kind] if name == 'cells with a value' else ''))
        print(f'done: {kind}', file=sys.stderr, flush=True)
    if options.wrong:
        with open(options.wrong, 'w', encoding='utf-8') as file:
            for row in wrong:
                file.write('\t'.join(str(x).replace('\n', ' ') for x in row) + '\n')
    print(f'{len(forms)} forms, {sum(1 for i in range(len(forms)) if i % 3 == 2)} of them set aside; {options.people} people each\n')
    print('| copy | what | in use | set aside | asked |\n|---|---|---|---|---|')
    for row in tables:
        print('| ' + ' | '.join(row) + ' |')


if __name__ == '__main__':
    main()
