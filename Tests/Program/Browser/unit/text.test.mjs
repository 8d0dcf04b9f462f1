import assert from "node:assert/strict";
import test from "node:test";

globalThis.navigator ??= { platform: "" };
const { commandOf, pressed, shortcuts } = await import("../../../../Sources/Forms/CFormsAssets/Files/shortcuts.mjs");
const { countRecords, decodeTable, isWorkbook, recogniseTable } = await import("../../../../Sources/Forms/CFormsAssets/Files/table-text.mjs");
const { stepText } = await import("../../../../Sources/Forms/CFormsAssets/Files/states.mjs");

const press = (key, modifiers = {}, matching = []) => ({
    key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers,
    target: { isContentEditable: false, matches: (selector) => matching.includes(selector) },
});

test("keys are named with their modifiers", () => {
    assert.equal(pressed(press("z", { ctrlKey: true })), "Mod+Z");
    assert.equal(pressed(press("Z", { metaKey: true, shiftKey: true })), "Mod+Shift+Z");
    assert.equal(pressed(press("?", { shiftKey: true })), "?");
    assert.equal(pressed(press("ArrowLeft", { altKey: true })), "Alt+ArrowLeft");
    assert.equal(pressed(press("¡", { altKey: true, code: "Digit1" })), "Alt+1");
});

test("letters are commands only outside of inputs and in their mode", () => {
    const inInput = press("n", {}, ["input, textarea, select"]);
    assert.equal(commandOf(press("n"), "check"), "next");
    assert.equal(commandOf(inInput, "check"), undefined);
    assert.equal(commandOf(press("n"), "fill"), undefined);
    assert.equal(commandOf(press("F6", {}, ["input, textarea, select"]), "fill"), "switch");
});

test("Enter edits a field only if a field has the focus", () => {
    assert.equal(commandOf(press("Enter"), "check"), undefined);
    assert.equal(commandOf(press("Enter", {}, [".field"]), "check"), "edit");
});

test("no two commands have the same keys", () => {
    const keys = shortcuts.flatMap(({ keys }) => keys);
    assert.equal(new Set(keys).size, keys.length);
});

test("spreadsheets are recognised by their bytes", () => {
    const bytes = (...values) => new Uint8Array(values).buffer;
    assert.equal(isWorkbook(bytes(0x50, 0x4B, 3, 4, 20)), true);
    assert.equal(isWorkbook(bytes(0xD0, 0xCF, 0x11, 0xE0, 0xA1)), true);
    assert.equal(isWorkbook(new TextEncoder().encode("PK,ZIP\n").buffer), false);
    assert.equal(isWorkbook(bytes()), false);
});

test("records of CSV are counted, whatever stands between quotes", () => {
    assert.equal(countRecords("a,b\n1,2\n"), 2);
    assert.equal(countRecords('a,b\r\n"x\n""y""",2\r\n\r\n , \r\n3,4'), 3);
});

test("a line that names the separator is no record", () => {
    assert.equal(countRecords("sep=;\r\na;b\r\n1;2\r\n"), 2);
    assert.equal(recogniseTable("sep=;\na;b\n1;2\n").rows, 1);
});

test("files in UTF-16 and Windows-1252 are decoded, and that is said", () => {
    const bytes = (...list) => new Uint8Array(list).buffer;
    assert.deepEqual(decodeTable(bytes(0xFF, 0xFE, 0xFC, 0, 0x3B, 0)), { text: "ü;", encoding: "UTF-16" });
    assert.deepEqual(decodeTable(bytes(0xFE, 0xFF, 0, 0xFC)), { text: "ü", encoding: "UTF-16" });
    assert.deepEqual(decodeTable(bytes(0x5A, 0xFC)), { text: "Zü", encoding: "Windows-1252" });
    assert.deepEqual(decodeTable(bytes(0xEF, 0xBB, 0xBF, 0xC3, 0xBC)), { text: "ü", encoding: "UTF-8" });
    assert.deepEqual(decodeTable(bytes()), { text: "", encoding: "UTF-8" });
});

test("tables are recognised as CSV, JSON or JSON Lines", () => {
    assert.deepEqual(recogniseTable("\uFEFFName,Age\nAda,36\n"), { rows: 1, type: "text/csv", text: "Name,Age\nAda,36\n" });
    const lines = recogniseTable('[{"a": 1}, {"a": "x\\ny"}]');
    assert.deepEqual([lines.rows, lines.type, lines.text], [2, "application/jsonl", '{"a":1}\n{"a":"x\\ny"}']);
    assert.equal(recogniseTable('{"a": 1}\n{"a": 2}\n{"a": 3}').rows, 3);
    assert.equal(recogniseTable('{"a": 1}').rows, 1);
});

test("what is no table is refused in words", () => {
    assert.throws(() => recogniseTable("  "), /nothing to read/);
    assert.throws(() => recogniseTable("Name,Age"), /at least one line of values/);
    assert.throws(() => recogniseTable("[1, 2]"), /must be an object/);
    assert.throws(() => recogniseTable("{broken"), /not valid JSON/);
});

test("a step says what is done and how far", () => {
    assert.equal(stepText({ stage: "detect", completed: 2, total: 12 }), "Looking for fields: page 3 of 12");
    assert.equal(stepText({ stage: "compose", completed: 5, total: 5, unit: "row" }), "Writing the values: row 5 of 5");
    assert.equal(stepText({ stage: "rasterise" }), "Drawing the pages …");
});
