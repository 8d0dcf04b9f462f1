"""The figures by which found fields are compared with the truth: over all fields, and as a mean over issuers."""
import collections


def figures(score, documents, found, join=False):
    """Returns for each criterion of the scorer the figures of some documents.

    `issuers` is the mean over issuers of the F1 of all fields of their documents. With `join`, rows of cells for one
    character each count as one field.
    """
    counts = {}
    for d in documents:
        truth, fields = d.truth, found[d.name]
        if join:
            truth, fields = score.join_cells(truth), score.join_cells(fields)
        counts[d.name] = {c: score.count(truth, fields, c) for c in score.CRITERIA}
    result = {}
    for criterion in score.CRITERIA:
        total = score.summary(counts, criterion)
        by_issuer = collections.defaultdict(list)
        for d in documents:
            by_issuer[d.issuer].append(counts[d.name][criterion])
        means = [score.prf(*(sum(c[key] for c in some) for key in ('tp', 'predicted', 'truth')))['f1']
                 for some in by_issuer.values()]
        result[criterion] = {
            'micro': total['micro']['f1'], 'precision': total['micro']['precision'], 'recall': total['micro']['recall'],
            'issuers': sum(means) / len(means), 'text': total['groups']['text']['f1'],
            'checkbox': total['groups']['checkbox']['f1'], 'labels': total['label_accuracy'] or 0}
    return result
