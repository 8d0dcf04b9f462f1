import assert from "node:assert/strict";
import test from "node:test";

import { allowedMove, between, meet, minimumSide, moved, percentages, resized } from "../../../../Sources/Forms/CFormsAssets/Files/geometry.mjs";

const page = { width: 600, height: 800 };
const field = { id: "A", page: 0, x: 100, y: 200, width: 50, height: 20 };

test("a rectangle is placed by percentages of its page", () => {
    assert.deepEqual(percentages(field, page), {
        left: `${(100 / 600) * 100}%`, top: "25%", width: `${(50 / 600) * 100}%`, height: "2.5%",
    });
});

test("a rectangle drawn in any direction is the same, and stays on the page", () => {
    const expected = { x: 10, y: 20, width: 30, height: 40 };
    assert.deepEqual(between({ x: 10, y: 20 }, { x: 40, y: 60 }, page), expected);
    assert.deepEqual(between({ x: 40, y: 60 }, { x: 10, y: 20 }, page), expected);
    assert.deepEqual(between({ x: -5, y: 790 }, { x: 40, y: 900 }, page), { x: 0, y: 790, width: 40, height: 10 });
});

test("rectangles meet if they share more than an edge", () => {
    assert.ok(meet(field, { x: 149, y: 219, width: 10, height: 10 }));
    assert.ok(!meet(field, { x: 150, y: 200, width: 10, height: 10 }));
});

test("a group stops at the edge as one", () => {
    const other = { ...field, x: 10 };
    assert.deepEqual(allowedMove([field, other], { dx: -40, dy: 5 }, () => page), { dx: -10, dy: 5 });
    assert.deepEqual(allowedMove([field, other], { dx: 1000, dy: 1000 }, () => page), { dx: 450, dy: 580 });
});

test("a field beyond the edge can come back, but not go further", () => {
    const outside = { ...field, x: 580 };
    assert.deepEqual(allowedMove([outside], { dx: 10, dy: 0 }, () => page), { dx: 0, dy: 0 });
    assert.deepEqual(allowedMove([outside], { dx: -40, dy: 0 }, () => page), { dx: -40, dy: 0 });
});

test("cells and baseline move with their field", () => {
    const comb = { ...field, combEdges: [100, 125, 150], baseline: 215 };
    const result = moved(comb, { dx: 7.25, dy: -3 });
    assert.deepEqual(result.combEdges, [107.25, 132.25, 157.25]);
    assert.equal(result.baseline, 212);
    assert.deepEqual([result.x, result.y], [107.25, 197]);
});

test("a resized field stretches its cells and keeps the distance of its baseline from the lower edge", () => {
    const comb = { ...field, combEdges: [100, 125, 150], baseline: 215 };
    const wider = resized(comb, "e", { dx: 50, dy: 99 }, page);
    assert.deepEqual([wider.x, wider.width, wider.height], [100, 100, 20]);
    assert.deepEqual(wider.combEdges, [100, 150, 200]);
    const lower = resized(comb, "s", { dx: 0, dy: 10 }, page);
    assert.equal(lower.baseline, 225);
});

test("a field cannot become smaller than the minimum, nor leave the page", () => {
    const small = resized(field, "nw", { dx: 500, dy: 500 }, page);
    assert.deepEqual([small.width, small.height], [minimumSide, minimumSide]);
    assert.deepEqual([small.x + small.width, small.y + small.height], [150, 220]);
    const large = resized(field, "se", { dx: 5000, dy: 5000 }, page);
    assert.deepEqual([large.x + large.width, large.y + large.height], [600, 800]);
});
