"""What the detector considered on known pages, and what of it is right."""
import glob
import importlib.util
import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

import numpy as np

BOX = 2  # Candidate.Kind.box


def load_scorer(corpus):
    spec = importlib.util.spec_from_file_location('score', os.path.join(corpus, 'score.py'))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Document:
    """One PDF: its truth, the candidates, their features, and for each whether a value put there lands in a field
    (usable) and how well its box fits (overlap)."""

    def __init__(self, score, name, trace, truth, weight=1.0):
        self.name, self.truth, self.weight = name, truth, weight
        self.pages = trace['pages']
        self.feature_names = trace['featureNames']
        self.candidates = trace['candidates']
        for c in self.candidates:
            c['type'] = 'checkbox' if c['kind'] == BOX else 'text'
        n = len(self.candidates)
        self.features = np.array([c['features'] for c in self.candidates], dtype=np.float32).reshape(
            n, len(self.feature_names))
        self.usable, self.overlap = np.zeros(n), np.zeros(n)
        for overlap, _, i, j in score.candidates(truth, self.candidates, 'usable'):
            if (self.candidates[j]['kind'] == BOX) == (score.group(truth[i]['type']) == 'checkbox'):
                self.usable[j] = 1
                self.overlap[j] = max(self.overlap[j], overlap)


def trace(program, files, folder):
    """Runs detector-trace on all files, several at a time."""
    os.makedirs(folder, exist_ok=True)
    groups = [files[i::4 * os.cpu_count()] for i in range(4 * os.cpu_count())]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for job in [pool.submit(subprocess.run, [program, folder, *g], check=True) for g in groups if g]:
            job.result()


def read(score, files, folder, prefix='', weight=1.0):
    """The documents of some PDFs; where a truth file stands beside the PDF it is read, else there are no fields."""
    documents = {}
    for path in files:
        name = os.path.basename(path)[:-4]
        with open(os.path.join(folder, name + '.trace.json'), encoding='utf-8') as file:
            traced = json.load(file)
        truth_path = path[:-4] + '.truth.json'
        truth = []
        if os.path.exists(truth_path):
            with open(truth_path, encoding='utf-8') as file:
                truth = score.clean(json.load(file), name)
        documents[prefix + name] = Document(score, prefix + name, traced, truth, weight)
    return documents


def pdfs(folder):
    return sorted(f for f in glob.glob(os.path.join(folder, '*.pdf')) if not f.endswith('.acro.pdf'))
