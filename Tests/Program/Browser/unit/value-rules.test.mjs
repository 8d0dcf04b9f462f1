import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { controlsOf } from "../../../../Sources/Forms/CFormsAssets/Files/controls.mjs";
import { retyped, startingWith } from "../../../../Sources/Forms/CFormsAssets/Files/corrections.mjs";
import { differenceText } from "../../../../Sources/Forms/CFormsAssets/Files/describe.mjs";
import { fit, isMask, valueProblem } from "../../../../Sources/Forms/CFormsAssets/Files/value-rules.mjs";

// ValueRulesTests.swift reads the same file.
const table = JSON.parse(readFileSync(new URL("value-rules.json", import.meta.url), "utf8"));
const field = (values) => ({ id: "a", name: "a", type: "text", label: "A", ...values });
const isFine = (values, text) => valueProblem(field(values), text, { isComplete: true }) === undefined;

test("a page and the service take the same values", () => {
    for (const [mask, text, isTaken] of table.masks) assert.equal(isFine({ mask }, text), isTaken, `${mask}: ${text}`);
    for (const mask of table.notMasks) assert.equal(isMask(mask), false, mask);
    for (const [kind, text, isTaken] of table.formats) assert.equal(isFine({ format: { kind } }, text), isTaken, `${kind}: ${text}`);
    assert.equal(isFine({ format: { kind: "zip" }, evidence: "widget" }, "K1A 0B1"), true);
    for (const [maxLength, text, isTaken] of table.lengths) assert.equal(isFine({ maxLength }, text), isTaken, `${maxLength}: ${text}`);
});

test("what can still become right is not wrong while it is typed", () => {
    assert.equal(fit("AA-9999", "AB-1"), "begun");
    assert.equal(valueProblem(field({ mask: "AA-9999" }), "AB-1"), undefined);
    assert.match(valueProblem(field({ mask: "AA-9999" }), "A1"), /^This must be like AA-9999 \(A is a letter, 9 a digit, \* any character\)\.$/);
    assert.equal(valueProblem(field({ format: { kind: "ssn" } }), "123-4"), undefined);
    assert.match(valueProblem(field({ format: { kind: "ssn" } }), "1234567890"), /9 digits/);
    assert.equal(valueProblem(field({ mask: "A" }), ""), undefined);
});

test("an initial value stands where the document holds none", () => {
    assert.deepEqual(startingWith(field({}), "x"), field({ initialValue: "x", defaultValue: "x" }));
    assert.deepEqual(startingWith(field({ initialValue: "x", defaultValue: "x" }), ""), field({}));
    assert.deepEqual(startingWith(field({ defaultValue: "held" }), "x"), field({ initialValue: "x", defaultValue: "held" }));
});

test("another type loses the rules that only the old one had", () => {
    const ruled = field({ mask: "AA", initialValue: "ab", defaultValue: "ab", required: true });
    assert.deepEqual(retyped(ruled, "checkbox"), field({ type: "checkbox", required: true }));
    assert.equal(retyped(field({ format: { kind: "zip" } }), "date").format, undefined);
    assert.deepEqual(retyped(field({ format: { kind: "date" } }), "date").format, { kind: "date" });
});

test("hints say what is wanted, and undo says that rules changed", () => {
    const [masked, phone] = controlsOf([field({ mask: "AA" }), field({ id: "b", format: { kind: "phone" } })]);
    assert.equal(masked.hint, "Like AA (A is a letter, 9 a digit, * any character).");
    assert.equal(phone.hint, "A telephone number of 7 to 15 digits, such as (555) 555-0142.");
    assert.equal(differenceText([field({ options: ["a"] })], [field({ options: ["b"] })]), "“A” (rules)");
    assert.equal(differenceText([field({ options: ["a"] })], [field({ options: ["a"], label: "B" })]), "“B” (label)");
});

test("a question is required if one of its choices is", () => {
    const group = { name: "q", label: "Q", exclusive: true };
    const [question] = controlsOf([
        field({ type: "checkbox", group }), field({ id: "b", type: "checkbox", group, required: true }),
    ]);
    assert.equal(question.isRequired, true);
});
