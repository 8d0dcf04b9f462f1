import assert from "node:assert/strict";
import test from "node:test";

const files = "../../../../Sources/Families/CFamiliesAssets/Files";
const {
    ageText, agoText, beginning, characterCount, excerpt, hasOwnTitle, initialOf, inkOn, lengthProblem, listTitle, nameOf, newID, pathOf,
    periodText, today,
} = await import(`${files}/story-text.mjs`);
const { searchAddress, searchFilters, searchOf } = await import(`${files}/story-search.mjs`);

test("characters are counted as people see them, without white space at the ends", () => {
    assert.equal(characterCount("  sun \n"), 3);
    assert.equal(characterCount("👨‍👩‍👧‍👦 e\u0301"), 3);
    assert.equal(characterCount("क्षि"), 1);
});

test("a story has 20 to 10,000 characters, a comment 1 to 500, a title up to 200", () => {
    assert.match(lengthProblem("story", "a".repeat(19)), /at least 20 characters; there are 19/);
    assert.equal(lengthProblem("story", "a".repeat(20)), null);
    assert.equal(lengthProblem("story", "👩‍🚀".repeat(10_000)), null);
    assert.match(lengthProblem("story", "a".repeat(10_001)), /at most 10,000 characters; there are 10,001/);
    assert.equal(lengthProblem("comment", "  "), "Write something first.");
    assert.equal(lengthProblem("comment", "a".repeat(500)), null);
    assert.notEqual(lengthProblem("comment", "a".repeat(501)), null);
    assert.equal(lengthProblem("title", ""), null);
    assert.notEqual(lengthProblem("title", "a".repeat(201)), null);
});

test("a child is months old before it is two years old", () => {
    assert.deepEqual([0, 1, 23, 24, 59].map(ageText), ["0 months old", "1 month old", "23 months old", "Age 2", "Age 4"]);
    assert.deepEqual([ageText(null), ageText(undefined), ageText(-1)], [null, null, null]);
});

test("how long ago a moment was", () => {
    const now = Date.parse("2026-01-31T12:00:00Z");
    const ago = (moment) => agoText(moment, now);
    assert.equal(ago("2026-01-31T11:59:55.123456+00:00"), "just now");
    // The service's clock may be ahead.
    assert.equal(ago("2026-01-31T12:05:00Z"), "just now");
    assert.equal(ago("2026-01-31T11:58:00Z"), "2 minutes ago");
    assert.equal(ago("2026-01-31T09:00:00Z"), "3 hours ago");
    assert.equal(ago("2026-01-29T12:00:00Z"), "2 days ago");
    assert.equal(ago("2023-01-01T12:00:00Z"), "3 years ago");
});

test("today is the day in the reader's zone", () => {
    assert.equal(today(new Date(2026, 0, 5, 23, 59)), "2026-01-05");
    assert.equal(today(new Date(2026, 11, 31, 0, 0)), "2026-12-31");
});

test("the sign of a child can be read on its colour", () => {
    assert.equal(inkOn("#FFFFFF"), "#000000");
    assert.equal(inkOn("#FFEB3B"), "#000000");
    assert.equal(inkOn("#000080"), "#ffffff");
    assert.equal(initialOf(" élodie"), "É");
    assert.equal(initialOf(""), "?");
});

test("a signed address leads to the page's own origin", () => {
    assert.equal(pathOf("http://127.0.0.1:8080/storage/v1/object/sign/x?token=a.b"), "/storage/v1/object/sign/x?token=a.b");
    assert.equal(pathOf(null), null);
});

test("a text is cut between words, and only if it is too long", () => {
    assert.equal(beginning("The sun is smiling.", 19), "The sun is smiling.");
    assert.equal(beginning("The sun is smiling, because it can.", 20), "The sun is smiling…");
    assert.equal(beginning("Supercalifragilistic", 5), "Super…");
    assert.equal(beginning("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 2), "👨‍👩‍👧‍👦👨‍👩‍👧‍👦…");
    assert.match(beginning("美亜は海と大きな魚を描きました。とても楽しそうに笑っていました。", 18), /^美亜は海と大きな魚を描きました.*…$/);
});

test("the beginning of a story has few characters and few lines", () => {
    assert.deepEqual(excerpt("One line."), { text: "One line.", isWhole: true });
    assert.deepEqual(excerpt("a\n\nb\nc", { lines: 2 }), { text: "a\nb…", isWhole: false });
    const { text, isWhole } = excerpt("word ".repeat(1000));
    assert.equal(isWhole, false);
    assert.match(text, /^(word )+word…$/);
    assert.ok(excerpt("海".repeat(1000)).text.length < 150);
});

test("a title that only begins the story is not one of its own", () => {
    const story = "Mia said the sun is smiling\nbecause it is her birthday.";
    assert.equal(hasOwnTitle({ title: story.slice(0, 50), story }), false);
    assert.equal(hasOwnTitle({ title: "A happy sun", story }), true);
    assert.equal(hasOwnTitle({ title: "Old picture", story: null }), true);
    assert.equal(nameOf({ title: story.slice(0, 50), story }), "Mia said the sun is smiling because it is her…");
    assert.equal(nameOf({ title: "A happy sun", story }), "A happy sun");
    assert.equal(listTitle(story.slice(0, 50)), "Mia said the sun is smiling because it is her…");
    assert.equal(listTitle("A happy sun"), "A happy sun");
});

test("the days of a book", () => {
    assert.equal(periodText("2026-03-12", "2026-03-12"), new Date("2026-03-12T12:00").toLocaleDateString(undefined, { dateStyle: "long" }));
    assert.match(periodText("2025-01-01", "2026-03-12"), /2025.*2026/);
    assert.equal(periodText("then", "now"), "then – now");
});

test("an ID is a random UUID", () => {
    assert.match(newID(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.notEqual(newID(), newID());
});

test("what is searched for is in the address, and what it means in the filters", () => {
    assert.equal(searchAddress({ text: " ", child: "" }), "#/");
    const asked = { text: "a & b", child: "c" };
    assert.deepEqual(searchOf(searchAddress(asked).split("?")[1]), asked);
    assert.deepEqual(searchOf(undefined), { text: "", child: "" });
    assert.deepEqual(searchFilters({ text: "", child: "" }), {});
    assert.deepEqual(searchFilters({ text: "sun", child: "c" }), {
        child_id: "eq.c", and: '(or(title.ilike."*sun*",story.ilike."*sun*"))',
    });
    // What means something in a pattern is a letter like others; a quoted backslash is two.
    assert.equal(searchFilters({ text: '1%_*"', child: "" }).and.slice(4, 36), 'title.ilike."*1\\\\%\\\\__\\"*",story');
    assert.equal(searchFilters({ text: "a ".repeat(20), child: "" }).and.match(/or\(/g).length, 8);
});
