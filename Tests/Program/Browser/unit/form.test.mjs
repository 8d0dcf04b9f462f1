import assert from "node:assert/strict";
import test from "node:test";

import { chosenOption, controlsOf } from "../../../../Sources/Forms/CFormsAssets/Files/controls.mjs";
import { confirmed, newField, retyped } from "../../../../Sources/Forms/CFormsAssets/Files/corrections.mjs";
import { differenceText, incompleteText, isDoubtful, spokenField } from "../../../../Sources/Forms/CFormsAssets/Files/describe.mjs";
import { patched } from "../../../../Sources/Forms/CFormsAssets/Files/form.mjs";

const field = (id, values = {}) => ({
    id, name: id, page: 0, x: 0, y: 0, width: 10, height: 10, type: "text", label: `Label ${id}`, confidence: 1, ...values,
});

test("a change replaces, removes and adds fields, new ones where they lie", () => {
    const fields = [field("a", { y: 10 }), field("b", { y: 30 }), field("c", { page: 1, y: 5 })];
    const result = patched(fields, { upsert: [field("b", { y: 31 }), field("n", { y: 20 })], delete: ["a"] });
    assert.deepEqual(result.map(({ id, y }) => [id, y]), [["n", 20], ["b", 31], ["c", 5]]);
    assert.deepEqual(patched(fields, { upsert: [field("n", { y: 99 })] }).map(({ id }) => id), ["a", "b", "n", "c"]);
});

test("a question is one control with an option for each choice, and goes by its first", () => {
    const group = { name: "q", label: "Are you married?", exclusive: true };
    const controls = controlsOf([
        field("a"), field("b", { type: "checkbox", group, option: "Yes" }),
        field("c", { type: "checkbox", group, option: "No", defaultValue: "true" }), field("d", { type: "checkbox" }),
    ]);
    assert.deepEqual(controls.map(({ id, kind }) => [id, kind]), [["a", "text"], ["b", "question"], ["d", "flag"]]);
    assert.deepEqual(controls[1].options, ["Yes", "No"]);
    assert.equal(controls[1].label, "Are you married?");
    assert.equal(controls[1].initial, "No");
});

test("a control shows what the form already holds, and hints at what is expected", () => {
    const [choice, date, number, limited] = controlsOf([
        field("a", { options: ["x", "y"], defaultValue: "y" }), field("b", { type: "date", placeholder: "MM/DD/YYYY" }),
        field("c", { type: "number" }), field("d", { maxLength: 5 }),
    ]);
    assert.deepEqual([choice.kind, choice.initial], ["choice", "y"]);
    assert.equal(date.hint, "As MM/DD/YYYY.");
    assert.match(number.hint, /number/);
    assert.equal(limited.hint, "At most 5 characters.");
});

test("an option is named exactly, or else alone; signs count", () => {
    const [list] = controlsOf([field("a", { options: ["A+", "A-", "< 18", ">= 18", "Ohio", "ohio ", "Iowa"] })]);
    for (const [value, option] of [
        ["A-", "A-"], ["a-", "A-"], [">=18", ">= 18"], ["Ohio", "Ohio"], ["ohio ", "ohio "], ["OHIO", undefined], ["iowa", "Iowa"],
        ["A", undefined], ["", undefined],
    ]) assert.equal(chosenOption(list, value), option, value);
});

test("options that are shown alike go by their export values, as does what the form holds", () => {
    const [branch] = controlsOf([field("a", {
        options: ["Main St", "Main St", "High St"], exportValues: ["a1", "a2", "a3"], defaultValue: "a3",
    })]);
    assert.deepEqual([branch.options, branch.initial], [["a1", "a2", "High St"], "High St"]);
    assert.deepEqual(["a2", "a3", "Main St"].map((value) => chosenOption(branch, value)), ["a2", "High St", undefined]);
});

test("buttons with one state have one option, and go by what they export", () => {
    const group = { name: "q", label: "Result", exclusive: true };
    const button = (id, option, state) => field(id, { type: "checkbox", evidence: "widget", group, option, state });
    const [sheets] = controlsOf([button("a", "Pass"), button("b", "Fail"), button("c", "Pass"), button("d", "Fail")]);
    assert.deepEqual(sheets.options, ["Pass", "Fail", "Pass", "Fail"]);
    const [twice] = controlsOf([button("a", "Yes", "0"), button("b", "Yes", "1"), button("c", "No", "2")]);
    assert.deepEqual(twice.options, ["0", "1", "No"]);
    const [other] = controlsOf([button("a", "x", "0"), button("b", "x", "1"), button("c", "0", "2")].map((one) => ({ ...one, label: one.option })));
    assert.deepEqual(other.options, ["/0", "1", "0"]);
});

test("flags decide on the input: a password, suggestions, no check of the spelling", () => {
    const kinds = controlsOf([
        field("a", { flags: ["password"] }), field("b", { options: ["x"], flags: ["edit"] }), field("c", { options: ["x"] }),
        field("d", { flags: ["doNotSpellCheck"] }),
    ]).map(({ kind, isSpelt }) => [kind, isSpelt]);
    assert.deepEqual(kinds, [["password", true], ["combo", true], ["choice", true], ["text", false]]);
});

test("a screen reader hears type, label, page, place and confidence", () => {
    assert.equal(
        spokenField(field("a", { label: "Name", confidence: 0.62 }), 3, 40),
        "Text field “Name”, page 1, 3 of 40, please check, confidence 62 %");
});

test("a field that a person has confirmed is not doubtful any more", () => {
    assert.ok(isDoubtful(field("a", { confidence: 0.5 })));
    assert.ok(!isDoubtful(confirmed(field("a", { confidence: 0.5 }))));
});

test("a field of another type loses what only its old type had", () => {
    const comb = field("a", { combEdges: [0, 5, 10], maxLength: 2, baseline: 8, fontSize: 9 });
    assert.deepEqual(Object.keys(retyped(comb, "checkbox")).filter((key) => !(key in field("a"))), []);
    assert.deepEqual(retyped(comb, "date").combEdges, [0, 5, 10]);
    const choice = field("b", { type: "checkbox", option: "Yes", group: { name: "q", label: "Q", exclusive: true } });
    assert.equal(retyped(choice, "text").group, undefined);
});

test("a new field has a name and an id that are not in use", () => {
    const fields = [field("a", { name: "p1f1" }), field("b", { name: "p1f3" })];
    const made = newField(0, { x: 1, y: 2, width: 30, height: 12 }, fields);
    assert.equal(made.name, "p1f4");
    assert.match(made.id, /^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/);
    assert.notEqual(made.id, newField(0, { x: 1, y: 2, width: 30, height: 12 }, fields).id);
});

test("refused values are counted, and the rest is said to be saved", () => {
    assert.equal(incompleteText(1), "1 field is not saved: its value cannot be used. All else is saved.");
    assert.equal(incompleteText(2), "2 fields are not saved: their values cannot be used. All else is saved.");
});

test("what was undone is said by label and kind of change", () => {
    const before = [field("a", { label: "Given name" }), field("b"), field("c"), field("d", { confidence: 1 })];
    const after = [field("a", { label: "First name" }), field("b", { x: 5, confidence: 0.5 }), field("e"), field("d", { confidence: 0.5 })];
    assert.equal(differenceText(before.slice(0, 1), after.slice(0, 1)), "“First name” (label)");
    assert.equal(differenceText(before.slice(1, 2), after.slice(1, 2)), "“Label b” (place)");
    assert.equal(differenceText(before, after), "“Label c” (removed), “First name” (label), “Label b” (place) and 2 more");
    assert.equal(differenceText([], [field("d", { label: "" })]), "“d” (added)");
    assert.equal(differenceText(before.slice(3), after.slice(3)), "“Label d” (confidence)");
});
