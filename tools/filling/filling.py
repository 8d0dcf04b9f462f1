"""Fills forms by Formwright and by other programs and measures where their values stand. See tools/evaluate-filling."""
import argparse
import collections
import csv
import glob
import json
import os
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '../detector'))

from evaluate import load_scorer  # noqa: E402
from fillers import Formwright, cleared, decrypted, formats, named_as_in, peers  # noqa: E402
from issuers import Issuers, base  # noqa: E402
from keys import half  # noqa: E402
from measure import Blank, box_of, is_comb, measure  # noqa: E402
from outside import Comparison  # noqa: E402
from pdfium import render  # noqa: E402
from raster import ink  # noqa: E402
from values import Value, choose  # noqa: E402

SCRIPTS = {'Latin': 'Łódźřü', 'Cyrillic': 'Москва', 'Greek': 'Αθήνα', 'Arabic': 'أخبار', 'Hebrew': 'שלום',
           'Devanagari': 'नमस्ते', 'Bengali': 'বাংলা', 'Thai': 'สวัสดี', 'Chinese': '北京市', 'Japanese': 'ひらがな',
           'Korean': '서울시'}
# Pixels that a character adds at 150 dpi, at least.
VISIBLE = 4


def arguments():
    parser = argparse.ArgumentParser(prog='tools/evaluate-filling', description='see tools/evaluate-filling --help')
    parser.add_argument('--program', required=True)
    parser.add_argument('--corpus', required=True)
    parser.add_argument('--keys', required=True)
    parser.add_argument('--only')
    parser.add_argument('--variant', choices=('acro', 'flat', 'all'), default='all')
    parser.add_argument('--list', action='store_true')
    parser.add_argument('--filler', default=Formwright.name)
    parser.add_argument('--outside', action='store_true')
    parser.add_argument('--keep')
    parser.add_argument('--json')
    return parser.parse_args()


def select(options, variant):
    """Returns the forms with a truth: those with an AcroForm, or the flat ones."""
    found = {}
    for part in ('dev', 'dev2'):
        for truth in sorted(glob.glob(os.path.join(options.corpus, part, '*.truth.json'))):
            name = os.path.basename(truth).removesuffix('.truth.json')
            path = truth.replace('.truth.json', '.acro.pdf' if variant == 'acro' else '.pdf')
            if not name.endswith('.scan') and os.path.exists(path) and (not options.only or name in options.only.split(',')):
                found[name] = (path, truth)
    return found


def closed(keys):
    """Returns a test for documents that must not be looked at one by one: those of issuers that are set aside or unseen, and
    those whose keys are."""
    with open(keys, encoding='utf-8', newline='') as file:
        unseen = {row['form'] for row in csv.DictReader(file) if half(row['form']) == 'unseen'}
    issuers = Issuers()
    return lambda path: base(path) in unseen or issuers.use(path) != Issuers.TRAINING


def union(a, b):
    x, y = min(a['x'], b['x']), min(a['y'], b['y'])
    return dict(page=a['page'], x=x, y=y, width=max(a['x'] + a['width'], b['x'] + b['width']) - x,
                height=max(a['y'] + a['height'], b['y'] + b['height']) - y)


def detected(program, path, truth, score):
    """Returns the values for those detected fields of a flat form that are true, each with its place in the truth; the number
    of fields of the truth that can be filled; and the names of the fields by id."""
    found = score.clean({'fields': program.inspect(path)}, path)
    pairs = [(truth[i], found[j]) for i, j, _ in score.match(truth, found, 'usable')]
    writable = ('text', 'multiline', 'checkbox', 'radio')
    expected = sum(t['type'] in writable for t in truth)
    fields, kinds, places, answered = [], {}, {}, set()
    for place, field in pairs:
        box = field['type'] == 'checkbox'
        # A question takes one answer.
        group = field.get('group') or {}
        if box and group.get('exclusive'):
            if group['name'] in answered:
                continue
            answered.add(group['name'])
        if place['type'] in writable and box == (place['type'] in ('checkbox', 'radio')) and field['type'] != 'signature':
            # An id is a key for one box of a question. A comb gets all its characters, whether it was seen as one or not.
            limit = None if box else place['maxLen'] if place.get('comb') else field.get('maxLength') or place.get('maxLen')
            fields.append(dict(place, name=field['id'], export='Yes', maxLen=limit, room=union(place, field),
                               cellsSeen=bool(field.get('combEdges')) and field.get('maxLength') == limit))
            kinds[field['id']] = field['type'] if field['type'] in ('number', 'date') else 'text'
            places[field['id']] = field['name']
    return choose(fields, kinds), expected, places


def add(total, figures):
    for key, value in figures.items():
        total[key] = total.get(key, 0) + value


def darkness(filler, form, before, field, text, folder):
    """Returns how much ink a text puts into a field, or None if the filler refuses it."""
    output = os.path.join(folder, 'script.pdf')
    try:
        filler(form, [Value(field['name'], 'text', text, [field])], output)
    except Exception:  # noqa: BLE001: a peer that fails has not shown it
        return None
    return ink(before, render(output, field['page'], 150), box_of(field))[0]


def writing_systems(path, truth, fillers, folder):
    """Returns the writing systems of which each filler shows a word in a wide field: its first and last character both
    add ink, and it looks like neither question marks nor the font's sign for what it lacks."""
    field = max((f for f in truth if f['type'] == 'text' and not f['comb'] and not f['maxLen'] and f['page'] == 0
                 and f['height'] > 11), key=lambda f: f['width'])
    form = decrypted(path, os.path.join(folder, 'decrypted.pdf'))
    before = render(form, field['page'], 150)
    result = {}
    for filler in fillers:
        shown = []
        for script, text in SCRIPTS.items():
            whole, without_first, without_last, question, private = (
                darkness(filler, form, before, field, t, folder)
                for t in (text, text[1:], text[:-1], '?' * len(text), '\ue000' * len(text)))
            if (whole and without_first is not None and without_last is not None and whole - without_first > VISIBLE
                    and whole - without_last > VISIBLE and whole not in (question, private)):
                shown.append(script)
        result[filler.name] = shown
    return result


def share(part, whole):
    return f'{part:,} of {whole:,} ({part / whole:.1%})' if whole else '-'


ROWS = (
    ('documents', lambda f: f"{f['documents']}"),
    ('documents that it could not fill', lambda f: f"{f['failed']}"),
    ('keys found', lambda f: share(f['keysFound'], f['keys'])),
    ('values refused', lambda f: f"{f['refused']:,}"),
    ('values in their field', lambda f: share(f['inField'], f['tokens'])),
    ('wholly inside it', lambda f: share(f['inside'], f['tokens'])),
    ('over print', lambda f: share(f['overPrint'], f['tokens'])),
    ('combs known as such', lambda f: share(f['combsSeen'], f['combs'])),
    ('comb characters centred', lambda f: share(f['combsCentred'], f['combCharacters'])),
    ('marks drawn', lambda f: share(f['marksDrawn'], f['marks'])),
    ('marks centred', lambda f: share(f['marksCentred'], f['marks'])),
    ('marks in other boxes', lambda f: f"{f['strayMarks']:,}"),
    ('font sizes per document', lambda f: f"{f['sizes'] / max(1, f['documents'] - f['failed']):.1f}"),
    ('fields of a flat form that are found', lambda f: share(f['foundFields'], f['truthFields'])),
    ('writing systems', lambda f: f"{len(f['scripts'])} of {len(SCRIPTS)}" if 'scripts' in f else '-'),
)


def table(columns):
    """Prints a Markdown table of the figures by column."""
    print('| what | ' + ' | '.join(columns) + ' |')
    print('|---|' + '---|' * len(columns))
    for title, cell in ROWS:
        print(f'| {title} | ' + ' | '.join(cell(figures) for figures in columns.values()) + ' |')


def report(name, problems):
    for kind, value, field, detail in problems:
        shown = value.text if value.kind != 'mark' else value.option
        print(f"{name} p{field['page'] + 1} {kind}: {field.get('title', value.name)} = {shown}, at {field['x']:.0f} "
              f"{field['y']:.0f}, {field['width']:.0f} x {field['height']:.0f}: {detail}")


class Evaluation:
    """Fills forms and adds up the figures of each column of the table."""

    def __init__(self, options, score, folder):
        self.options, self.score, self.folder = options, score, folder
        self.is_closed = closed(options.keys)
        self.program = Formwright(options.program, folder)
        self.fillers = [self.program, *peers(folder)]
        self.totals, self.documents, self.problems = {}, collections.defaultdict(dict), []

    def path(self, name):
        return os.path.join(self.folder, name)

    def truth(self, path):
        with open(path, encoding='utf-8') as file:
            return self.score.clean(json.load(file), path)

    def fill(self, filler, column, name, form, blank, values, **known):
        """Fills a form and measures it. What is known of a closed document goes into the totals only."""
        total = self.totals.setdefault(column, dict(documents=0, failed=0, foundFields=0, truthFields=0))
        output, is_closed = self.path('filled.pdf'), self.is_closed(name)
        try:
            found = filler(form, values, output, **known)
            figures, wrong = measure(blank, output, values, found, getattr(filler, 'refused', {}))
        except Exception as error:  # noqa: BLE001: one document must not end the run
            print(f'{base(name)}: {column}: {type(error).__name__}' + ('' if is_closed else f': {error}'), file=sys.stderr)
            add(total, dict(nothing(values), documents=1, failed=1))
            return
        add(total, dict(figures, documents=1))
        if is_closed:
            return
        title = os.path.basename(name).removesuffix('.pdf')
        self.documents[title][column] = figures
        if filler.name == self.options.filler:
            self.problems.append((title, wrong))
        if self.options.keep:
            os.makedirs(self.options.keep, exist_ok=True)
            shutil.move(output, os.path.join(self.options.keep, f'{title}.{filler.name}.pdf'))

    def forms_with_widgets(self):
        forms = select(self.options, 'acro')
        for path, truth_path in forms.values():
            plain = decrypted(path, self.path('plain.pdf'))
            values = choose(named_as_in(plain, self.truth(truth_path)), formats(plain))
            blank = Blank(cleared(plain, self.path('blank.pdf')))
            for filler in self.fillers:
                self.fill(filler, filler.name, path, path if filler is self.program else plain, blank, values)
        opened = [form for form in forms.values() if not self.is_closed(form[0])]
        if opened:
            # A small file is filled sooner.
            path, truth_path = min(opened, key=lambda form: os.path.getsize(form[0]))
            for filler, shown in writing_systems(path, self.truth(truth_path), self.fillers, self.folder).items():
                self.totals[filler]['scripts'] = shown

    def flat_forms(self):
        column = 'Formwright, flat forms'
        for path, truth_path in select(self.options, 'flat').values():
            values, expected, names = detected(self.program, path, self.truth(truth_path), self.score)
            for value in values:
                for field in value.widgets:
                    field['title'] = names[value.name]
            self.fill(self.program, column, path, path, Blank(path), values, inspected=True)
            add(self.totals[column], dict(foundFields=len(values), truthFields=expected))


def nothing(values):
    """Returns the figures of a form that could not be filled: all its values are missing."""
    texts, marks = [v for v in values if v.kind != 'mark'], [v for v in values if v.kind == 'mark']
    combs = [f['maxLen'] for v in texts for f in v.widgets if is_comb(v, f)]
    return dict(keys=len(values), keysFound=0, refused=0, tokens=sum(len(v.widgets) for v in texts), inField=0, inside=0,
                overPrint=0, combs=len(combs), combsSeen=0, combCharacters=sum(combs), combsCentred=0,
                marks=sum(len(v.widgets) for v in marks), marksDrawn=0, marksCentred=0, strayMarks=0, sizes=0)


def main():
    options = arguments()
    if options.outside:
        with tempfile.TemporaryDirectory() as folder:
            sys.exit(0 if Comparison(options, folder).run() else 1)
    with tempfile.TemporaryDirectory() as folder:
        evaluation = Evaluation(options, load_scorer(options.corpus), folder)
        if len(evaluation.fillers) < 4:
            print('pdftk-java is not installed: its column is left out', file=sys.stderr)
        if options.variant != 'flat':
            evaluation.forms_with_widgets()
        if options.variant != 'acro':
            evaluation.flat_forms()
    if not evaluation.totals:
        sys.exit('no forms are left')
    table(evaluation.totals)
    for column, figures in evaluation.totals.items():
        if 'scripts' in figures:
            print(f"\n{column} does not show: " + (', '.join(s for s in SCRIPTS if s not in figures['scripts']) or 'none'))
    if options.list:
        print()
        for name, wrong in evaluation.problems:
            report(name, wrong)
    if options.json:
        with open(options.json, 'w', encoding='utf-8') as file:
            json.dump(dict(totals=evaluation.totals, documents=evaluation.documents), file, ensure_ascii=False, indent=1)


if __name__ == '__main__':
    main()
