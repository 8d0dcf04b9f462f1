"""Geometry of quadrilaterals, given as four corners in clockwise order."""
import numpy as np


def area(polygon):
    x, y = np.asarray(polygon, float).T
    return abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def common(a, b):
    """Returns the part of a convex polygon that is within another one (Sutherland and Hodgman)."""
    result = [tuple(p) for p in a]
    for i in range(len(b)):
        (x1, y1), (x2, y2) = b[i], b[(i + 1) % len(b)]

        def side(p):
            return (x2 - x1) * (p[1] - y1) - (y2 - y1) * (p[0] - x1)

        clipped = []
        for j, p in enumerate(result):
            q = result[(j + 1) % len(result)]
            if side(p) >= 0:
                clipped.append(p)
            if (side(p) >= 0) != (side(q) >= 0):
                t = side(p) / (side(p) - side(q))
                clipped.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
        result = clipped
        if len(result) < 3:
            return []
    return result


def iou(a, b):
    shared = common(a, b)
    both = area(shared) if shared else 0
    return both / (area(a) + area(b) - both)


def homography(source, target):
    """Returns the matrix that takes four points to four others."""
    rows, right = [], []
    for (x, y), (u, v) in zip(source, target):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    return np.append(np.linalg.solve(np.array(rows, float), np.array(right, float)), 1).reshape(3, 3)


def moved(matrix, points):
    p = np.column_stack([np.asarray(points, float), np.ones(len(points))]) @ matrix.T
    return p[:, :2] / p[:, 2:]
