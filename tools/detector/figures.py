"""The figures by which found fields are compared with the truth: over all fields, and by issuer."""
import collections


def counts_of(score, pairs, join=False):
    """Returns the scorer's counts of each criterion for documents, given as pairs of true and found fields by name.

    With `join`, rows of cells for one character each count as one field.
    """
    if join:
        pairs = {name: tuple(map(score.join_cells, pair)) for name, pair in pairs.items()}
    return {name: {c: score.count(*pair, c) for c in score.CRITERIA} for name, pair in pairs.items()}


def prf(score, counts, criterion):
    """Returns precision, recall and F1 over the fields of some documents."""
    return score.prf(*(sum(c[criterion][key] for c in counts) for key in ('tp', 'predicted', 'truth')))


def by_issuer(score, issuers, counts):
    """Returns the micro-averaged figures of each issuer's documents; `issuers` are those of the documents, by name."""
    groups = collections.defaultdict(list)
    for name, one in counts.items():
        groups[issuers[name]].append(one)
    result = {}
    for issuer, documents in sorted(groups.items()):
        usable, iou = prf(score, documents, 'usable'), prf(score, documents, 'iou')
        result[issuer] = dict(documents=len(documents), usable=usable['f1'], precision=usable['precision'],
                              recall=usable['recall'], iou=iou['f1'])
    return result


def summary(score, issuers, counts):
    """Returns the usable F1 over all fields, and its mean over issuers."""
    usable = [f['usable'] for f in by_issuer(score, issuers, counts).values()]
    return {'micro': prf(score, counts.values(), 'usable')['f1'], 'issuers': sum(usable) / len(usable)}
