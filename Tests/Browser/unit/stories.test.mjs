import assert from "node:assert/strict";
import test from "node:test";

const {
    ageText, agoText, characterCount, initialOf, inkOn, lengthProblem, pathOf, today,
} = await import("../../../Sources/StorytellingResources/Files/story-text.mjs");

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
