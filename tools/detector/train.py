"""Trains the detector's scorer. See tools/train-detector.

A page is scored in two passes, each with two sets of boosted trees: is a candidate usable, and does its box fit? Both see
what the words around it tell, the second one also the first scores of the neighbours. They are trained on evidence of words
and on first scores from models that have not seen the document, since that is the situation on new forms. A model is judged
by the fields that the detector finds with it.
"""
import argparse
import collections
import json
import multiprocessing
import os
import struct

import lightgbm
import numpy as np
from sklearn.isotonic import IsotonicRegression

import candidates as data
import fieldless
import synthetic
from figures import counts_of, summary
from issuers import Issuers
from words import NAMES, Words

CONTEXT = ['own', 'ownExact', 'columnMean', 'rowMean', 'sizeMean', 'lookMean', 'rivalMax', 'pageMean', 'pageTop', 'nearMean',
           'rivalBest', 'gridMean', 'gridRowMean', 'gridColumnMean', 'gridLeast', 'captionNearer', 'captionFarther']
TREES = dict(objective='binary', learning_rate=0.12, num_leaves=31, min_data_in_leaf=15, feature_fraction=0.5,
             extra_trees=True, bagging_fraction=0.8, bagging_freq=1, lambda_l2=2.0, max_bin=127, verbose=-1, seed=7,
             deterministic=True)
ROUNDS = 240
# Each form is also learnt from in another size: all its lengths times one factor, whose logarithm is at most this.
RESIZED = 0.25
LENGTHS = ['width', 'height', 'cellWidth', 'cellHeight', 'upperFree', 'free', 'floorThickness', 'floorLength',
           'isolation', 'ruleBelow', 'pageMargin', 'leftDistance', 'rightDistance', 'aboveDistance', 'belowDistance',
           'belowIndent', 'innerGap', 'labelDistance', 'leftBox', 'rightBox']
# Of the cross-validation, and of the first scores that the second pass is trained on.
FOLDS = 6
INNER_FOLDS = 3
# The same values as in NonMaximumSuppression.swift and ScoreContext.swift.
SHARED = 0.35
CAPTION_REACH = 40
# The same value as FeatureVector.far in Feature.swift.
FAR = 99
MADE_PAGES = 1280
MADE_HELD_OUT = 120
# The share of their weight at which synthetic pages teach how large a field is: issuers' habits differ from ours.
MADE_FIT = 0.3
PARTS = ('dev', 'dev2', 'dev3', 'dev3x')
# 0 weighs candidates alike whoever issued the form; 1 gives each issuer the same weight.
ISSUERS_ALIKE = 0.5


class Trainer:
    def __init__(self, score, program, feature_names):
        self.score = score
        self.program = program
        self.names = feature_names
        # One in the processes of a cross-validation.
        self.threads = 1
        self.lengths = [feature_names.index(n) for n in LENGTHS]
        self.edges = [feature_names.index(n) for n in ('edgeLeft', 'edgeRight', 'edgeTop', 'textLeft', 'textRight')]

    # Models ----------------------------------------------------------------------------------------------------------
    def weights(self, d):
        """Returns the weights of a document's candidates."""
        return np.full(len(d.candidates), d.weight * by_size(d))

    def resized(self, x, generator):
        """Returns the features of a form as if it were printed in another size."""
        x = x.copy()
        lengths = x[:, self.lengths]
        known = (lengths > -1) & (lengths < FAR)
        x[:, self.lengths] = np.where(known, lengths * np.exp(generator.uniform(-RESIZED, RESIZED)), lengths)
        return x

    def pair(self, documents, features):
        generator = np.random.default_rng(TREES['seed'])
        forms = [d for d in documents if d.truth and not d.is_made]
        samples = [(d, features[d.name]) for d in documents]
        samples += [(d, self.resized(features[d.name], generator)) for d in forms]
        x = np.vstack([x for _, x in samples])
        w = np.concatenate([self.weights(d) for d, _ in samples])
        fits = w * np.concatenate([np.full(len(x), MADE_FIT if d.is_made else 1.0) for d, x in samples])
        usable = np.concatenate([d.usable for d, _ in samples])
        exact = np.concatenate([d.overlap >= 0.5 for d, _ in samples]) * 1
        trees = dict(TREES, num_threads=self.threads)
        return [lightgbm.train(trees, lightgbm.Dataset(x, y, weight=v), ROUNDS) for y, v in ((usable, w), (exact, fits))]

    @staticmethod
    def predict(pair, x):
        return [m.predict(x) if len(x) else np.zeros(0) for m in pair]

    def context(self, d, scores):
        """Computes the features of ScoreContext.swift, on the straightened page."""
        usable, exact = scores
        n = len(d.candidates)
        out = np.zeros((n, len(CONTEXT)))
        if not n:
            return out
        u = [c['upright'] for c in d.candidates]
        left, top = np.array([r['x'] for r in u]), np.array([r['y'] for r in u])
        width, height = np.array([r['width'] for r in u]), np.array([r['height'] for r in u])
        right, bottom = left + width, top + height
        kind = np.array([c['kind'] for c in d.candidates])
        page = np.array([c['page'] for c in d.candidates])
        edges = d.features[:, self.edges]
        grid = np.array([c['grid'] or [-1, -1, -1] for c in d.candidates])
        # Boxes and places without a caption have none in common with others.
        numbers = {}
        caption = np.array([numbers.setdefault(c['caption'], len(numbers)) if c['caption'] and c['kind'] != data.BOX else -1
                            for c in d.candidates])
        distance = np.array([c['captionDistance'] for c in d.candidates])
        floor = np.array([c['floor'] for c in d.candidates])
        for number in np.unique(page):
            here = np.where(page == number)[0]
            best = np.sort(usable[here])[::-1][:10].mean()
            for i in here:
                others = here[here != i]
                w = np.minimum(right[others], right[i]) - np.maximum(left[others], left[i])
                h = np.minimum(bottom[others], bottom[i]) - np.maximum(top[others], top[i])
                shared = np.clip(w, 0, None) * np.clip(h, 0, None)
                is_rival = shared > SHARED * np.minimum(width[others] * height[others], width[i] * height[i])
                rivals, free = others[is_rival], others[~is_rival]
                near = free[(abs(bottom[free] - bottom[i]) < 40) & (w[~is_rival] > -60)]
                same = free[kind[free] == kind[i]]
                wide, high = abs(width[same] - width[i]) < 3, abs(height[same] - height[i]) < 2
                looks = high & (edges[same] == edges[i]).all(axis=1)

                alike = free[(caption[free] == caption[i]) & (caption[i] >= 0) & (abs(floor[free] - floor[i]) < CAPTION_REACH)]
                nearer = distance[alike] < distance[i]
                table = free[grid[free, 0] == grid[i, 0]] if grid[i, 0] >= 0 else free[:0]

                def mean(which):
                    return usable[which].mean() if len(which) else -1

                out[i] = [usable[i], exact[i], mean(same[wide & (abs(left[same] - left[i]) < 3)]),
                          mean(same[abs(bottom[same] - bottom[i]) < 3]),
                          mean(same[wide & high]), mean(same[looks]),
                          usable[rivals].max() if len(rivals) else -1, usable[here].mean(), best, mean(near),
                          (usable[rivals] + exact[rivals]).max() / 2 if len(rivals) else -1, mean(table),
                          mean(table[grid[table, 1] == grid[i, 1]]), mean(table[grid[table, 2] == grid[i, 2]]),
                          usable[table].min() if len(table) else -1,
                          usable[alike[nearer]].max() if nearer.any() else -1,
                          usable[alike[~nearer]].max() if len(alike) > nearer.sum() else -1]
        return out

    def fit(self, documents):
        fold = folds_by_issuer(documents, INNER_FOLDS)
        parts = [([d for d in documents if fold[d.issuer] != f], [d for d in documents if fold[d.issuer] == f])
                 for f in range(INNER_FOLDS)]
        features = {}
        for learn, rest in parts:
            words = self.words(learn)
            features |= {d.name: np.hstack([d.features, words.features(d)]) for d in rest}
        first_scores = {}
        for learn, rest in parts:
            pair = self.pair(learn, features)
            first_scores |= {d.name: self.predict(pair, features[d.name]) for d in rest}
        first = self.pair(documents, features)
        both = {d.name: np.hstack([features[d.name], self.context(d, first_scores[d.name])]) for d in documents}
        return self.words(documents), first, self.pair(documents, both)

    def words(self, documents):
        """Returns the weights of words; those of the synthetic pages are ours, and tell nothing."""
        return Words([d for d in documents if not d.is_made], self.weights)

    # Figures ---------------------------------------------------------------------------------------------------------
    def found(self, models, documents):
        """Returns what the detector finds with the models; the confidence of a field is its uncalibrated score."""
        return data.find(self.score, self.program, self.blob(models, []), documents)

    def report(self, title, documents, found):
        pairs, issuers = {d.name: (d.truth, found[d.name]) for d in documents}, {d.name: d.issuer for d in documents}
        counts = counts_of(self.score, pairs)
        usable, iou = self.score.summary(counts, 'usable'), self.score.summary(counts, 'iou')
        strict, joined = (summary(self.score, issuers, some) for some in (counts, counts_of(self.score, pairs, join=True)))
        print(f"{title:<34} usable micro {strict['micro']:.3f} issuers {strict['issuers']:.3f}, combs joined "
              f"{joined['micro']:.3f} {joined['issuers']:.3f} (strict P {usable['micro']['precision']:.3f} R "
              f"{usable['micro']['recall']:.3f}, text {usable['groups']['text']['f1']:.3f}, check boxes "
              f"{usable['groups']['checkbox']['f1']:.3f}, IoU {iou['micro']['f1']:.3f}, labels "
              f"{usable['label_accuracy'] or 0:.3f})", flush=True)

    def false_fields(self, title, documents, found):
        counts = {d.name: len(found[d.name]) for d in documents}
        pages = sum(d.pages for d in documents)
        print(f'{title}: {sum(counts.values())} false fields on {pages} pages,',
              {n: c for n, c in counts.items() if c} or 'none', flush=True)

    def calibration(self, documents, found):
        """Returns points of an increasing function from scores to the share of fields that proved right."""
        xs, ys = [], []
        for d in documents:
            hits = {j for _, j, _ in self.score.match(d.truth, found[d.name], 'usable')}
            xs += [field['confidence'] for field in found[d.name]]
            ys += [j in hits for j in range(len(found[d.name]))]
        xs, ys = np.array(xs), np.array(ys, dtype=float)
        line = IsotonicRegression(y_min=0.02, y_max=0.995, out_of_bounds='clip').fit(xs, ys)
        edges = np.concatenate([np.linspace(xs.min(), 0.9, 7), np.quantile(xs[xs > 0.9], [0.25, 0.5, 0.75, 1])])
        points = []
        for low, high in zip(edges, edges[1:]):
            inside = xs[(xs >= low) & (xs <= high)]
            if len(inside) < 20:
                continue
            x, y = float(inside.mean()), float(line.predict(inside).mean())
            if not points or x > points[-1][0] + 1e-4 and y >= points[-1][1]:
                points.append((x, y))
        return points

    # The model in the format that Swift reads ------------------------------------------------------------------------
    def blob(self, models, calibration):
        words, first, second = models
        out = struct.pack('<H', len(self.names) + len(NAMES) + len(CONTEXT)) + words.blob()
        for model in (*first, *second):
            trees = model.dump_model()['tree_info']
            out += struct.pack('<H', len(trees))
            for tree in trees:
                nodes, leaves = [], []

                def walk(x):
                    if 'leaf_value' in x:
                        leaves.append(x['leaf_value'])
                        return -len(leaves)
                    at = len(nodes)
                    nodes.append(None)
                    left, right = walk(x['left_child']), walk(x['right_child'])
                    nodes[at] = (x['split_feature'], x['threshold'], left, right)
                    return at

                walk(tree['tree_structure'])
                out += struct.pack('<H', len(nodes)) + b''.join(struct.pack('<Bfhh', *n) for n in nodes)
                out += b''.join(struct.pack('<f', v) for v in leaves)
        return out + struct.pack('<H', len(calibration)) + b''.join(struct.pack('<ff', *p) for p in calibration)


def by_size(document):
    """Returns a weight by which documents with many candidates count for more, but not in proportion."""
    return (80 / max(1, len(document.candidates))) ** 0.3


def weigh_issuers(forms):
    """Sets the weights of forms so that an issuer with many does not outvote others."""
    total = collections.Counter()
    for d in forms:
        total[d.issuer] += by_size(d) * len(d.candidates)
    usual = np.median(list(total.values()))
    for d in forms:
        d.weight = (usual / total[d.issuer]) ** ISSUERS_ALIKE


def folds_by_issuer(documents, count):
    """Returns the fold of each issuer: the one with the fewest documents yet, beginning with the largest issuer."""
    sizes = collections.Counter(d.issuer for d in documents)
    filled = [0] * count
    fold = {}
    for name in sorted(sizes, key=lambda n: (-sizes[n], n)):
        fold[name] = filled.index(min(filled))
        filled[fold[name]] += sizes[name]
    return fold


# The folds of a cross-validation, inherited by the processes that work on them.
folds = []


def one_fold(number):
    trainer, learn, test = folds[number]
    return trainer.found(trainer.fit(learn), test)


def cross_validate(trainer, forms, extra):
    """Returns the fields found on each form by a model that has seen no form of its issuer."""
    fold = folds_by_issuer(forms, FOLDS)
    folds[:] = [(trainer, [d for d in forms if fold[d.issuer] != f] + extra, [d for d in forms if fold[d.issuer] == f])
                for f in range(FOLDS)]
    found = {}
    with multiprocessing.get_context('fork').Pool(os.cpu_count()) as pool:
        for part in pool.imap_unordered(one_fold, range(len(folds))):
            found.update(part)
    return found


def report_variants(trainer, title, forms, found):
    for part in sorted({d.part for d in forms}):
        for variant in ('flat', 'scan'):
            some = [d for d in forms if d.part == part and d.name.endswith('.scan') == (variant == 'scan')]
            if some:
                trainer.report(f'{title}, {part} {variant}', some, found)


def write_predictions(folder, found):
    os.makedirs(folder, exist_ok=True)
    for name, fields in found.items():
        with open(os.path.join(folder, name + '.json'), 'w', encoding='utf-8') as file:
            json.dump(fields, file)


def main():
    parser = argparse.ArgumentParser(prog='tools/train-detector', description='see tools/train-detector --help')
    parser.add_argument('--root', required=True)
    parser.add_argument('--program', required=True)
    parser.add_argument('--corpus')
    parser.add_argument('--work')
    parser.add_argument('--folds', action='store_true')
    parser.add_argument('--export', action='store_true')
    options = parser.parse_args()
    corpus = options.corpus or os.path.join(options.root, '../shared/corpus')
    work = options.work or os.path.join(options.root, '.build-train')
    program = options.program
    score = data.load_scorer(corpus)
    issuers = Issuers()

    made, documentation = os.path.join(work, 'made'), os.path.join(work, 'fieldless')
    synthetic.write(made, MADE_PAGES + MADE_HELD_OUT)
    fieldless.fetch_all(documentation)

    def documents(files, name, **how):
        traces = os.path.join(work, 'traces-' + name)
        data.trace(program, files, traces)
        return data.read(score, files, traces, **how)

    files = [f for part in PARTS for f in data.pdfs(os.path.join(corpus, part))]
    forms = documents([f for f in files if issuers.use(f) == Issuers.TRAINING], 'forms', issuers=issuers)
    kept = documents([f for f in files if issuers.use(f) != Issuers.TRAINING], 'kept', issuers=issuers)
    plain = documents(data.pdfs(os.path.join(documentation, 'train')), 'fieldless', prefix='plain-', weight=0.7)
    others = documents(data.pdfs(os.path.join(documentation, 'held-out')), 'held-out', prefix='plain-')
    pages = documents(data.pdfs(made), 'made', weight=0.6)
    extra, held_out = plain + pages[:MADE_PAGES], pages[MADE_PAGES:]
    weigh_issuers(forms)
    trainer = Trainer(score, program, forms[0].feature_names)
    print(f'{len(forms)} forms of {len({d.issuer for d in forms})} issuers, {len(plain)} documents without fields, '
          f'{len(pages)} synthetic pages, {sum(len(d.candidates) for d in forms)} candidates on forms', flush=True)

    if options.folds:
        # Before anything is trained here: LightGBM's threads do not survive a fork.
        found = cross_validate(trainer, forms, extra)
        report_variants(trainer, 'issuer left out', forms, found)
        calibration = trainer.calibration(forms, found)
    trainer.threads = os.cpu_count()
    models = trainer.fit(forms + extra)
    found_kept = trainer.found(models, kept)
    if options.folds:
        # The model of all training forms has seen no issuer that is kept for measuring.
        write_predictions(os.path.join(work, 'folds'), found | found_kept)
    unseen = [d for d in kept if issuers.use(d.path) == Issuers.UNSEEN]
    report_variants(trainer, 'unseen issuers', unseen, found_kept)
    report_variants(trainer, 'training forms', forms, trainer.found(models, forms))
    trainer.report('held-out synthetic pages', held_out, trainer.found(models, held_out))
    trainer.false_fields('training documents', plain, trainer.found(models, plain))
    trainer.false_fields('held-out documents', others, trainer.found(models, others))
    if not options.folds:
        return
    blob = trainer.blob(models, calibration)
    print(f'model: {len(blob)} bytes; calibration', ', '.join(f'{x:.2f}:{y:.2f}' for x, y in calibration))
    if options.export:
        target = os.path.join(options.root, 'Sources/Forms/CScorerModel/scorer-model.bin')
        with open(target, 'wb') as file:
            file.write(blob)


if __name__ == '__main__':
    main()
