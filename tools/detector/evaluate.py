"""Runs `formwright inspect --json` on forms in parallel, or reads what was found on them, and scores it. See
tools/evaluate."""
import argparse
import collections
import concurrent.futures
import importlib.util
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

from figures import by_issuer, counts_of, summary
from issuers import Issuers, base
from labels import printed_labels
from pictures import draw

WORST = 30


def arguments():
    parser = argparse.ArgumentParser(prog='tools/evaluate', description='see tools/evaluate --help')
    parser.add_argument('--program', required=True)
    parser.add_argument('--default-corpus', required=True)
    parser.add_argument('--corpus')
    parser.add_argument('--parts', default='dev,dev2,dev3')
    parser.add_argument('--forms')
    parser.add_argument('--predictions')
    parser.add_argument('--set-aside', action='store_true')
    parser.add_argument('--variant', choices=('flat', 'scan', 'all'), default='all')
    parser.add_argument('--only')
    parser.add_argument('--pictures')
    parser.add_argument('--json')
    return parser.parse_args()


def load_scorer(corpus):
    spec = importlib.util.spec_from_file_location('score', os.path.join(corpus, 'score.py'))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def inspect(program, pdf, out):
    """Returns the number of pages, or an error."""
    run = subprocess.run([program, 'inspect', pdf, '--json'], capture_output=True, text=True)
    if run.returncode:
        return 0, run.stderr.strip()
    with open(out, 'w', encoding='utf-8') as file:
        file.write(run.stdout)
    return len(json.loads(run.stdout)['pages']), None


def count_pages(_, pdf, found):
    """Returns the number of pages of a form whose fields have been found already, or an error."""
    if not os.path.exists(found):
        return 0, f'{found} is missing'
    run = subprocess.run(['pdfinfo', pdf], capture_output=True, text=True, check=True)
    return int(next(line.split()[1] for line in run.stdout.splitlines() if line.startswith('Pages:'))), None


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def outcomes(score, folder, predictions, names):
    """Returns the confidence of each field found and whether it is right (usable), the least certain first."""
    result = []
    for name in names:
        truth, found = read(score, folder, predictions, name)
        hits = {j for _, j, _ in score.match(truth, found, 'usable')}
        result += [(field.get('confidence', 1.0), j in hits) for j, field in enumerate(found)]
    return sorted(result)


def calibration(fields):
    """For each tenth of reported confidence: the fields, their mean confidence, and the share that is right."""
    bins = collections.defaultdict(list)
    for confidence, right in fields:
        bins[min(9, int(confidence * 10))].append((confidence, right))
    return {k: (len(v), sum(c for c, _ in v) / len(v), sum(h for _, h in v) / len(v)) for k, v in sorted(bins.items())}


def review(fields):
    """For each share of the fields, the least certain first: the share of all false ones among them."""
    errors = sum(not right for _, right in fields)
    return {share: sum(not right for _, right in fields[:round(share * len(fields))]) / max(1, errors)
            for share in (0.05, 0.1, 0.15, 0.2, 0.3, 0.5)}


def by_group(score, forms, counts, joined):
    """Returns the figures of groups of forms: of each folder, without elections, of each language and kind of issuer."""
    groups = collections.defaultdict(list)
    for name in counts:
        form = forms[name]
        part = os.path.basename(os.path.dirname(form.path))
        groups[f'folder {part}'].append(name)
        if form.kind:
            groups[f'kind {form.kind}'].append(name)
            if form.kind != 'elections':
                groups[f'folder {part}, without elections'].append(name)
        if form.language:
            groups[f'language {form.language}'].append(name)
    result = {}
    for group, names in sorted(groups.items()):
        issuers = {n: forms[n].issuer for n in names}
        result[group] = dict(documents=len(names), issuers=len(set(issuers.values())), **{
            title: summary(score, issuers, {n: some[n] for n in names})
            for title, some in (('strict', counts), ('joined', joined))})
    return result


def read(score, folder, predictions, name):
    with open(os.path.join(folder, name + '.truth.json'), encoding='utf-8') as file:
        truth = score.clean(json.load(file), name)
    path = os.path.join(predictions, name + '.json')
    if not os.path.exists(path):
        return truth, []
    with open(path, encoding='utf-8') as file:
        return truth, score.clean(json.load(file), path)


def blank_pages(score, folder, predictions, names, pages):
    """Counts the pages without fields, and the false fields on them."""
    count = false = 0
    for name in names:
        truth, found = read(score, folder, predictions, name)
        with_fields = {t['page'] for t in truth}
        for page in range(pages[name]):
            if page not in with_fields:
                count += 1
                false += sum(1 for f in found if f['page'] == page)
    return count, false


class Form:
    """A form to evaluate: its path without extension, and what the manifest says of it."""

    def __init__(self, path, issuers):
        self.path = path
        self.issuer = issuers.of(path + '.pdf')
        entry = issuers.entry(path + '.pdf')
        self.kind, self.language = entry.get('kind'), entry.get('language')


def select(options, score, corpus):
    """Returns the forms to evaluate, by name."""
    parts = options.parts.split(',')
    folders = [options.forms] if options.forms else [os.path.join(corpus, part) for part in parts]
    only = set(options.only.split(',')) if options.only else None
    issuers, forms = Issuers(), {}
    for folder in filter(os.path.isdir, folders):
        for variant in ('flat', 'scan'):
            for name in score.names(folder, variant):
                path = os.path.join(os.path.abspath(folder), name)
                is_set_aside = issuers.use(path + '.pdf') == Issuers.SET_ASIDE
                if is_set_aside == options.set_aside and (not only or name in only or base(name) in only):
                    forms[name] = Form(path, issuers)
    return forms


def main():
    options = arguments()
    corpus = options.corpus or options.default_corpus
    score = load_scorer(corpus)
    forms = select(options, score, corpus)
    result = {}
    status = 0
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as found_here:
        for name, form in forms.items():
            os.symlink(form.path + '.truth.json', os.path.join(folder, name + '.truth.json'))
        predictions = options.predictions or found_here
        for variant in ('flat', 'scan') if options.variant == 'all' else (options.variant,):
            names = score.names(folder, variant)
            if not names:
                continue
            started, spent = time.monotonic(), children_seconds()
            pages = {}
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                work = count_pages if options.predictions else inspect
                jobs = {n: pool.submit(work, options.program, forms[n].path + '.pdf',
                                       os.path.join(predictions, n + '.json')) for n in names}
                for name, job in jobs.items():
                    pages[name], error = job.result()
                    if error:
                        print(f'{name}: {error}', file=sys.stderr)
                        status = 1
            wall, cpu = time.monotonic() - started, children_seconds() - spent
            total = max(1, sum(pages.values()))
            scores = score.evaluate(folder, predictions, variant, None, None)
            print(f'{variant}: {len(names)} documents of {len({forms[n].issuer for n in names})} issuers, {total} pages')
            print(score.table(scores))
            print('by issuer: documents, usable F1, precision, recall, IoU F1')
            pairs = {n: read(score, folder, predictions, n) for n in names}
            counts, joined = counts_of(score, pairs), counts_of(score, pairs, join=True)
            scores['issuers'] = by_issuer(score, {n: forms[n].issuer for n in names}, counts)
            for issuer, f in scores['issuers'].items():
                print(f"  {issuer[:60]:<60} {f['documents']:3d}  {f['usable']:.3f} {f['precision']:.3f} {f['recall']:.3f}  "
                      f"{f['iou']:.3f}")
            print('usable F1 of groups: documents, issuers; all fields, mean over issuers; the same with combs joined')
            scores['groups'] = by_group(score, forms, counts, joined)
            for group, f in scores['groups'].items():
                print(f"  {group:<42} {f['documents']:3d} {f['issuers']:3d}  {f['strict']['micro']:.3f} "
                      f"{f['strict']['issuers']:.3f}  {f['joined']['micro']:.3f} {f['joined']['issuers']:.3f}")
            scores['printedLabels'] = figures = printed_labels(
                score, [(forms[n].path, *pairs[n]) for n in names])
            print('labels against the tooltips whose words are all printed: share of the tooltips, accuracy, Jaccard')
            for reach, f in figures.items():
                print(f"  {reach:<15} {f['printed']:5d} of {f['tooltips']} ({f['share']:.3f})  {f['accuracy']:.3f}  "
                      f"{f['jaccard']:.3f}")
            print('worst documents (usable F1, precision, recall, predicted/truth)')
            worst = sorted(scores['per_document'].items(), key=lambda item: item[1]['usable']['f1'])[:WORST]
            for name, figures in worst:
                u = figures['usable']
                print(f"  {name:<34} {u['f1']:.3f} {u['precision']:.3f} {u['recall']:.3f}  {u['predicted']}/{u['truth']}")
            print('confidence: fields, mean confidence, share right')
            fields = outcomes(score, folder, predictions, names)
            table = calibration(fields)
            for k, (n, mean, right) in table.items():
                print(f'  {k / 10:.1f}-{(k + 1) / 10:.1f}  {n:5d}  {mean:.2f}  {right:.2f}')
            print('share of the false fields among the least certain')
            curve = review(fields)
            print('  ' + ', '.join(f'{share:.0%}: {part:.2f}' for share, part in curve.items()))
            count, false = blank_pages(score, folder, predictions, names, pages)
            print(f'pages without fields: {count}, false fields on them: {false}')
            if not options.predictions:
                print(f'seconds per page: {cpu / total:.3f} CPU, {wall / total:.3f} wall')
            print()
            scores.update(calibration=table, review=curve, blankPages={'pages': count, 'fields': false},
                          seconds=None if options.predictions else {'cpu': cpu / total, 'wall': wall / total})
            result[variant] = scores
            if options.pictures:
                os.makedirs(options.pictures, exist_ok=True)
                for name in names:
                    truth, found = read(score, folder, predictions, name)
                    matches = score.match(truth, found, 'usable')
                    for page in range(pages[name]):
                        draw(forms[name].path + '.pdf', page, truth, found, matches,
                             os.path.join(options.pictures, f'{name}-{page + 1}.png'))
    if options.json:
        with open(options.json, 'w', encoding='utf-8') as file:
            json.dump(result, file, indent=1)
    sys.exit(status)


if __name__ == '__main__':
    main()
