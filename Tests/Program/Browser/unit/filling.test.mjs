import assert from "node:assert/strict";
import test from "node:test";

import { controlsOf } from "../../../../Sources/Forms/CFormsAssets/Files/controls.mjs";
import { inkFrame, inkScale, inkWidth } from "../../../../Sources/Forms/CFormsAssets/Files/ink.mjs";
import { fromWire, isPicture, pictureKind, wireValue } from "../../../../Sources/Forms/CFormsAssets/Files/picture-value.mjs";
import { firstLine, ruleDistance, sizeOf } from "../../../../Sources/Forms/CFormsAssets/Files/printed-text.mjs";

const field = (id, values = {}) => ({
    id, name: id, page: 0, x: 0, y: 0, width: 100, height: 15, type: "text", label: `Label ${id}`, confidence: 1, ...values,
});

test("equal labels are told apart by their section, or else by their number", () => {
    const controls = controlsOf([
        field("a", { label: "Phone", section: "Employer" }), field("b", { label: "Phone", section: "Spouse" }),
        field("c", { label: "Phone", section: "Spouse" }), field("d", { label: "Phone" }), field("e", { section: "Spouse" }),
    ]);
    assert.deepEqual(controls.map(({ title }) => title), [
        "Phone – Employer", "Phone – Spouse (1 of 2)", "Phone – Spouse (2 of 2)", "Phone", "Label e",
    ]);
    assert.ok(controls.slice(0, 4).every(({ label }) => label === "Phone"));
});

test("a picture is a value of its own in the API, and a text that resembles one stays text", () => {
    const picture = "data:image/png;base64,iVBORw0KGgo=";
    assert.deepEqual(wireValue(picture), { picture: "iVBORw0KGgo=" });
    assert.equal(fromWire({ picture: "iVBORw0KGgo=" }), picture);
    assert.equal(fromWire({ picture: "/9j/4AAQ" }), "data:image/jpeg;base64,/9j/4AAQ");
    for (const text of ["", "Ada", "data:image/svg+xml;base64,AAAA", "data:image/png;base64,no picture"]) {
        assert.ok(!isPicture(text));
        assert.equal(fromWire(wireValue(text)), text);
    }
});

test("signatures and large fields take pictures", () => {
    const large = { width: 72, height: 90 };
    assert.equal(pictureKind(field("a", { type: "signature" })), "signature");
    assert.equal(pictureKind(field("a", { ...large, label: "Passport photo" })), "photo");
    assert.equal(pictureKind(field("a", { ...large, type: "multiline" })), "any");
    for (const values of [{}, { ...large, type: "date" }, { ...large, combEdges: [0, 9] }, { ...large, options: ["a"] }]) {
        assert.equal(pictureKind(field("a", values)), undefined);
    }
});

test("ink is trimmed to its frame, enlarged to a limit, and as wide as the pen presses", () => {
    const strokes = [[{ x: 10, y: 20 }, { x: 60, y: 40 }], [{ x: 30, y: 10 }]];
    assert.deepEqual(inkFrame(strokes), { x: 6, y: 6, width: 58, height: 38 });
    assert.equal(inkFrame([]), null);
    assert.equal(inkScale({ width: 58, height: 38 }), 3);
    assert.equal(inkScale({ width: 2400, height: 100 }), 0.5);
    assert.ok(inkWidth({ pressure: 0.1 }) < inkWidth({}) && inkWidth({}) < inkWidth({ pressure: 1 }));
});

test("text on ruled lines has the distance of the rules", () => {
    const lines = [0, 1, 2].map((place) => ({ x: 0, y: 100 + 20 * place, width: 300, height: 20 }));
    const ruled = field("a", { y: 100, height: 60, lines });
    assert.equal(ruleDistance(ruled), 20);
    assert.ok(firstLine(ruled, 11) > 0 && firstLine(ruled, 11) < 20);
    assert.equal(ruleDistance(field("b")), undefined);
    assert.equal(sizeOf(field("b", { height: 9 }), false), 6);
    assert.equal(sizeOf(field("b", { height: 60 }), true), 11);
});
