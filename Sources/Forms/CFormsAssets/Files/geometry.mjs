// Rectangles on pages: points from the top-left corner of the page as displayed. Pure functions.

/** The shortest side of a field, in points. */
export const minimumSide = 4;

/** A length as the service keeps it: in thousandths of a point. */
const rounded = (value) => Math.round(value * 1000) / 1000;

/** Where a rectangle lies on a page, as percentages for CSS. */
export function percentages({ x, y, width, height }, page) {
    const share = (part, whole) => `${(part / whole) * 100}%`;
    return {
        left: share(x, page.width), top: share(y, page.height),
        width: share(width, page.width), height: share(height, page.height),
    };
}

/** The rectangle between two points, kept on the page. */
export function between(a, b, page) {
    const clampX = (x) => Math.min(Math.max(x, 0), page.width);
    const clampY = (y) => Math.min(Math.max(y, 0), page.height);
    const [left, right] = [clampX(Math.min(a.x, b.x)), clampX(Math.max(a.x, b.x))];
    const [top, bottom] = [clampY(Math.min(a.y, b.y)), clampY(Math.max(a.y, b.y))];
    return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether two rectangles meet. */
export function meet(a, b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** The part of a move that all fields can make: a group stops at the edge of its page as one. */
export function allowedMove(fields, { dx, dy }, pageOf) {
    let [left, right, up, down] = [-Infinity, Infinity, -Infinity, Infinity];
    for (const field of fields) {
        const page = pageOf(field);
        left = Math.max(left, -field.x);
        right = Math.min(right, page.width - field.x - field.width);
        up = Math.max(up, -field.y);
        down = Math.min(down, page.height - field.y - field.height);
    }
    // A field that lies beyond the edge may stay there, but not go further.
    const clamp = (value, low, high) => Math.min(Math.max(value, Math.min(low, 0)), Math.max(high, 0));
    return { dx: clamp(dx, left, right), dy: clamp(dy, up, down) };
}

/** A field at another place, with its cells, its baseline and its lines. */
export function moved(field, { dx, dy }) {
    const result = { ...field, x: rounded(field.x + dx), y: rounded(field.y + dy) };
    if (field.combEdges) result.combEdges = field.combEdges.map((edge) => rounded(edge + dx));
    if (field.baseline !== undefined) result.baseline = rounded(field.baseline + dy);
    if (field.lines) {
        result.lines = field.lines.map((line) => ({ ...line, x: rounded(line.x + dx), y: rounded(line.y + dy) }));
    }
    return result;
}

/**
 * A field whose edges were moved: `edges` is a combination of n, e, s and w. It stays on the page and keeps its minimum
 * size. Cells are stretched; a baseline keeps its distance from the lower edge; lines are lost.
 */
export function resized(field, edges, { dx, dy }, page) {
    let [left, top] = [field.x, field.y];
    let [right, bottom] = [field.x + field.width, field.y + field.height];
    if (edges.includes("w")) left = Math.min(Math.max(left + dx, 0), right - minimumSide);
    if (edges.includes("e")) right = Math.max(Math.min(right + dx, page.width), left + minimumSide);
    if (edges.includes("n")) top = Math.min(Math.max(top + dy, 0), bottom - minimumSide);
    if (edges.includes("s")) bottom = Math.max(Math.min(bottom + dy, page.height), top + minimumSide);
    return placed(field, { x: left, y: top, width: right - left, height: bottom - top });
}

/** A field in another rectangle. */
export function placed(field, { x, y, width, height }) {
    const result = { ...field, x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) };
    if (field.combEdges) {
        result.combEdges = field.combEdges.map((edge) => rounded(x + ((edge - field.x) / field.width) * width));
    }
    if (field.baseline !== undefined) {
        result.baseline = rounded(y + height - (field.y + field.height - field.baseline));
    }
    delete result.lines;
    return result;
}
