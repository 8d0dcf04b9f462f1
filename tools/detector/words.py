"""What the words around a candidate tell: a logistic regression over which words stand where. See WordEvidence.swift."""
import collections
import struct

import numpy as np
from scipy import sparse
from sklearn.linear_model import LogisticRegression

# NearbyWords.Place
PLACES = ('left', 'right', 'above', 'below', 'inner')
NAMES = [place + 'Words' for place in PLACES] + ['words', 'knownWords']
BOX = 2  # Candidate.Kind.box
# The number of issuers on whose forms a word stands at a place before it has a weight.
LEAST_ISSUERS = 3
# The inverse of the strength of the regularisation.
FREEDOM = 0.1


def hashed(word, place, is_box):
    value = 0x811c9dc5
    for byte in bytes([is_box, place]) + word.encode():
        value = (value ^ byte) * 0x01000193 & 0xffffffff
    return value


def hashes(document):
    """Returns for each candidate the hashes of its words, each with the number of its place; computed once."""
    if not hasattr(document, 'word_hashes'):
        known = {}
        document.word_hashes = []
        for c in document.candidates:
            found = {}
            for place, words in enumerate(c['words']):
                for word in words:
                    key = (word, place, c['kind'] == BOX)
                    if key not in known:
                        known[key] = hashed(*key)
                    found.setdefault(known[key], place)
            document.word_hashes.append(found)
    return document.word_hashes


class Words:
    """The weights of words, learnt from documents."""

    def __init__(self, documents, weights):
        issuers = collections.defaultdict(set)
        self.places = {}
        for d in documents:
            for found in hashes(d):
                self.places.update(found)
                for value in found:
                    issuers[value].add(d.issuer if d.truth else 'none')
        self.columns = {v: i for i, v in enumerate(sorted(v for v, s in issuers.items() if len(s) >= LEAST_ISSUERS))}
        x = sparse.vstack([self.matrix(d) for d in documents])
        y = np.concatenate([d.usable for d in documents])
        fitted = LogisticRegression(C=FREEDOM, solver='liblinear').fit(
            x, y, sample_weight=np.concatenate([weights(d) for d in documents]))
        self.weights = fitted.coef_[0].astype(np.float32)
        self.place = np.array([self.places[v] for v in self.columns])

    def matrix(self, document):
        rows, columns = [], []
        for i, found in enumerate(hashes(document)):
            for value in found:
                if value in self.columns:
                    rows.append(i)
                    columns.append(self.columns[value])
        return sparse.csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(hashes(document)), len(self.columns)))

    def features(self, document):
        """Returns the features that WordEvidence.swift computes, one row a candidate."""
        x = self.matrix(document)
        evidence = [x @ np.where(self.place == place, self.weights, 0) for place in range(len(PLACES))]
        return np.column_stack([*evidence, x @ self.weights, np.asarray(x.sum(axis=1)).ravel()])

    def blob(self):
        return struct.pack('<H', len(self.columns)) + b''.join(
            struct.pack('<If', value, self.weights[i]) for value, i in self.columns.items())
