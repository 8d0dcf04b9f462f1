"""The candidates that the detector considers on known pages, which of them are right, and what it finds with a model."""
import glob
import importlib.util
import json
import os
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from issuers import base

BOX = 2  # Candidate.Kind.box


def load_scorer(corpus):
    spec = importlib.util.spec_from_file_location('score', os.path.join(corpus, 'score.py'))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Document:
    """One PDF: its true fields, the candidates, their features, and for each candidate whether a value put there lands in
    a field (usable) and how well its box fits (overlap)."""

    # The share of the best overlap with a field from which another candidate for it counts as usable too. A stack of rows
    # lies on each of them, and a row in a field of several lines, but neither is a reading of the other.
    LEAST_SHARE = 0.4

    def __init__(self, score, name, path, traces, trace, truth, issuer, weight=1.0):
        self.name, self.path, self.traces, self.truth, self.weight = name, path, traces, truth, weight
        self.issuer = issuer
        # Whether the page is synthetic.
        self.is_made = name.startswith('made-')
        # The folder of the corpus.
        self.part = os.path.basename(os.path.dirname(os.path.abspath(path)))
        self.pages = trace['pages']
        self.feature_names = trace['featureNames']
        self.candidates = trace['candidates']
        for c in self.candidates:
            c['type'] = 'checkbox' if c['kind'] == BOX else 'text'
        n = len(self.candidates)
        self.features = np.array([c['features'] for c in self.candidates], dtype=np.float32).reshape(
            n, len(self.feature_names))
        self.usable, self.overlap = np.zeros(n), np.zeros(n)
        hits = [(overlap, i, j) for overlap, _, i, j in score.candidates(truth, self.candidates, 'usable')
                if (self.candidates[j]['kind'] == BOX) == (score.group(truth[i]['type']) == 'checkbox')]
        best = {}
        for overlap, i, _ in hits:
            best[i] = max(overlap, best.get(i, 0))
        for overlap, i, j in hits:
            self.usable[j] = max(self.usable[j], overlap >= self.LEAST_SHARE * best[i])
            self.overlap[j] = max(self.overlap[j], overlap)


def trace(program, files, folder):
    """Runs detector-trace on all files, several at a time."""
    os.makedirs(folder, exist_ok=True)
    groups = [files[i::4 * os.cpu_count()] for i in range(4 * os.cpu_count())]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for job in [pool.submit(subprocess.run, [program, 'candidates', folder, *g], check=True) for g in groups if g]:
            job.result()


def read(score, files, folder, issuers=None, prefix='', weight=1.0):
    """Returns the documents of some PDFs; a PDF without a truth file beside it has no fields.

    Without `issuers` each document counts as one issuer's.
    """
    documents = []
    for path in files:
        name = os.path.basename(path)[:-4]
        with open(os.path.join(folder, name + '.trace.json'), encoding='utf-8') as file:
            traced = json.load(file)
        truth_path = path[:-4] + '.truth.json'
        truth = []
        if os.path.exists(truth_path):
            with open(truth_path, encoding='utf-8') as file:
                truth = score.clean(json.load(file), name)
        issuer = issuers.of(path) if issuers else prefix + base(path)
        documents.append(Document(score, prefix + name, path, folder, traced, truth, issuer, weight))
    return documents


def find(score, program, model, documents):
    """Returns the fields that the detector finds with a model (the bytes that `Scorer` reads), by document name."""
    found = {}
    with tempfile.NamedTemporaryFile(suffix='.model') as file:
        file.write(model)
        file.flush()
        for folder in sorted({d.traces for d in documents}):
            files = [d.path for d in documents if d.traces == folder]
            subprocess.run([program, 'fields', file.name, folder, *files], check=True)
    for d in documents:
        path = os.path.join(d.traces, os.path.basename(d.path)[:-4] + '.fields.json')
        with open(path, encoding='utf-8') as file:
            found[d.name] = score.clean(json.load(file), path)
    return found


def pdfs(folder):
    """Returns the PDFs of a folder that have no widgets."""
    return sorted(f for f in glob.glob(os.path.join(folder, '*.pdf')) if not f.endswith('.acro.pdf'))
