"""Runs `formwright inspect --json` on a corpus in parallel and scores its output. See tools/evaluate."""
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

from pictures import draw


def arguments():
    parser = argparse.ArgumentParser(prog='tools/evaluate', description='see tools/evaluate --help')
    parser.add_argument('--program', required=True)
    parser.add_argument('--default-corpus', required=True)
    parser.add_argument('--corpus')
    parser.add_argument('--forms')
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


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def calibration(score, folder, predictions, names):
    """For each tenth of reported confidence: the fields, their mean confidence, and the share that is right (usable)."""
    bins = collections.defaultdict(list)
    for name in names:
        truth, found = read(score, folder, predictions, name)
        hits = {j for _, j, _ in score.match(truth, found, 'usable')}
        for j, field in enumerate(found):
            confidence = field.get('confidence', 1.0)
            bins[min(9, int(confidence * 10))].append((confidence, j in hits))
    return {k: (len(v), sum(c for c, _ in v) / len(v), sum(h for _, h in v) / len(v)) for k, v in sorted(bins.items())}


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


def main():
    options = arguments()
    corpus = options.corpus or options.default_corpus
    score = load_scorer(corpus)
    dev = os.path.join(corpus, 'dev')
    folder = options.forms or (dev if os.path.isdir(dev) else corpus)
    only = set(options.only.split(',')) if options.only else None
    result = {}
    status = 0
    with tempfile.TemporaryDirectory() as predictions:
        for variant in ('flat', 'scan') if options.variant == 'all' else (options.variant,):
            names = [n for n in score.names(folder, variant) if not only or n in only or n.removesuffix('.scan') in only]
            if not names:
                continue
            started, spent = time.monotonic(), children_seconds()
            pages = {}
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                jobs = {n: pool.submit(inspect, options.program, os.path.join(folder, n + '.pdf'),
                                       os.path.join(predictions, n + '.json')) for n in names}
                for name, job in jobs.items():
                    pages[name], error = job.result()
                    if error:
                        print(f'{name}: {error}', file=sys.stderr)
                        status = 1
            wall, cpu = time.monotonic() - started, children_seconds() - spent
            total = max(1, sum(pages.values()))
            scores = score.evaluate(folder, predictions, variant, None, only)
            print(f'{variant}: {len(names)} documents, {total} pages')
            print(score.table(scores))
            print('worst documents (usable F1, precision, recall, predicted/truth)')
            worst = sorted(scores['per_document'].items(), key=lambda item: item[1]['usable']['f1'])[:10]
            for name, figures in worst:
                u = figures['usable']
                print(f"  {name:<34} {u['f1']:.3f} {u['precision']:.3f} {u['recall']:.3f}  {u['predicted']}/{u['truth']}")
            print('confidence: fields, mean confidence, share right')
            table = calibration(score, folder, predictions, names)
            for k, (n, mean, right) in table.items():
                print(f'  {k / 10:.1f}-{(k + 1) / 10:.1f}  {n:5d}  {mean:.2f}  {right:.2f}')
            count, false = blank_pages(score, folder, predictions, names, pages)
            print(f'pages without fields: {count}, false fields on them: {false}')
            print(f'seconds per page: {cpu / total:.3f} CPU, {wall / total:.3f} wall\n')
            scores.update(calibration=table, seconds={'cpu': cpu / total, 'wall': wall / total},
                          blankPages={'pages': count, 'fields': false})
            result[variant] = scores
            if options.pictures:
                os.makedirs(options.pictures, exist_ok=True)
                for name in names:
                    truth, found = read(score, folder, predictions, name)
                    matches = score.match(truth, found, 'usable')
                    for page in range(pages[name]):
                        draw(os.path.join(folder, name + '.pdf'), page, truth, found, matches,
                             os.path.join(options.pictures, f'{name}-{page + 1}.png'))
    if options.json:
        with open(options.json, 'w', encoding='utf-8') as file:
            json.dump(result, file, indent=1)
    sys.exit(status)


if __name__ == '__main__':
    main()
