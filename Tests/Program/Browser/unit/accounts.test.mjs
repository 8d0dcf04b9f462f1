import assert from "node:assert/strict";
import test from "node:test";

const folder = "../../../../Sources/Trading/CTradingAssets/Files/";
const { accountOfFile, isWorking, problemText } = await import(`${folder}account-states.mjs`);
const {
    changeText, countText, dayText, fractionText, moneyText, moreText, negated, parseFigures, percentChangeText, percentText,
    priceText, sharesText,
} = await import(`${folder}figures.mjs`);
const { roundTicks, thinned, timeTicks } = await import(`${folder}scale.mjs`);

test("amounts have two places, gains a sign, prices and shares the places that they have", () => {
    assert.equal(moneyText(1234.5), "1,234.50");
    assert.equal(moneyText(-0.5), "−0.50");
    assert.deepEqual([changeText(3), changeText(0), changeText(-3)], ["+3.00", "0.00", "−3.00"]);
    assert.equal(changeText(negated(0)), "0.00");
    assert.equal(percentChangeText(-12.345), "−12.35\u00A0%");
    assert.deepEqual([percentText(80), fractionText(0.8), fractionText(0.29)], ["80.00\u00A0%", "80.00\u00A0%", "29.00\u00A0%"]);
    assert.equal(percentChangeText(undefined), "–");
    assert.equal(priceText(236.3, "EUR", "USD"), "236.30 EUR");
    assert.equal(priceText(0.00012345, "USD", "USD"), "0.00012345");
    assert.equal(sharesText(10.5), "10.5");
    assert.deepEqual([countText(1, "file"), countText(1234, "file")], ["1 file", "1,234 files"]);
});

test("figures keep all digits of the answer", { skip: parseFigures("12345678901234567.89") === 12345678901234567.89 }, () => {
    const { large, small } = parseFigures('{"large": -12345678901234567.89, "small": 0.1}');
    assert.equal(moneyText(large), "−12,345,678,901,234,567.89");
    assert.equal(changeText(negated(large)), "+12,345,678,901,234,567.89");
    assert.equal(small, 0.1);
});

test("a button for more rows counts them, and says of how many only if others are left", () => {
    assert.equal(moreText(8, 30), "Show 8 more rows");
    assert.equal(moreText(1, 30), "Show 1 more row");
    assert.equal(moreText(1234, 30), "Show 30 more of 1,234 rows");
});

test("times are read in both formats", () => {
    assert.equal(dayText(0), "2001-01-01");
    assert.equal(dayText(757382400), "2025-01-01");
    assert.equal(dayText(-31622400), "2000-01-01");
    assert.equal(dayText("2025-12-31T23:59:59Z"), "2025-12-31");
});

test("a file belongs to the account that its name begins with", () => {
    for (const [name, account] of [
        ["depot.trades.csv", "depot"], ["depot.csv", "depot"], ["a.b.PRICES.CSV", "a.b"], ["depot.account.yml", "depot"],
        ["my depot.columns.yaml", "my depot"], ["depot.QFX", "depot"], ["depot.opinions.json", "depot"], ["x.csv.ofx", "x.csv"],
        ["depot.json", null], [".trades.csv", null], ["notes.txt", null], ["csv", null], [".hidden.csv", null],
    ]) assert.equal(accountOfFile(name), account, name);
});

test("mistakes name their line, and the work on an account has an end", () => {
    assert.equal(problemText({ line: 3, column: 5, message: "No number." }), "Line 3, column 5: No number.");
    assert.equal(problemText({ line: 1234, message: "No number." }), "Line 1,234: No number.");
    assert.equal(problemText({ message: "Too large." }), "Too large.");
    const oversold = { file: "depot.trades.csv", line: 3, message: "Too many." };
    assert.equal(problemText(oversold), "Line 3: Too many.");
    assert.equal(problemText(oversold, false), "depot.trades.csv, line 3: Too many.");
    assert.equal(problemText({ file: "depot.ofx", message: "Lost." }, false), "depot.ofx: Lost.");
    assert.equal(problemText({ line: 3, message: "Lost." }, false), "line 3: Lost.");
    const states = ["imported", "processing", "ready", "filling", "filled", "failed"];
    assert.deepEqual(states.filter((status) => isWorking({ status })), ["imported", "processing", "filling"]);
});

test("an axis has round values that cover the figures", () => {
    assert.deepEqual(roundTicks(3, 97, 5), [0, 20, 40, 60, 80, 100]);
    assert.deepEqual(roundTicks(-30, 30, 3), [-40, -20, 0, 20, 40]);
    for (const [from, to] of [[5, 5], [0, 0], [-7, -7], [1e15, 1.1e15], [0.001, 0.002]]) {
        const ticks = roundTicks(from, to, 5);
        assert.ok(ticks[0] <= from && ticks.at(-1) >= to && ticks.length > 1 && ticks.length < 13, `${ticks}`);
    }
});

test("dates of an axis begin years, months or days, and are not too many", () => {
    const texts = (from, to, count) => timeTicks(Date.parse(from), Date.parse(to), count).map(([, text]) => text);
    assert.deepEqual(texts("2021-06-01", "2024-12-31", 6), ["2022", "2023", "2024"]);
    assert.deepEqual(texts("2025-01-10", "2025-05-20", 6), ["Feb 2025", "Mar 2025", "Apr 2025", "May 2025"]);
    assert.deepEqual(texts("2025-01-01", "2025-01-03", 6), ["Jan 1", "Jan 2", "Jan 3"]);
    for (const [from, to] of [["1900-01-01", "2199-12-31"], ["2025-01-01", "2025-02-28"], ["2020-01-01", "2020-01-01"]]) {
        const count = texts(from, to, 4).length;
        assert.ok(count > 0 && count <= 5, `${from}: ${count}`);
    }
});

test("a long line keeps its ends and its extremes", () => {
    const points = Array.from({ length: 10_000 }, (_, index) => [index, index === 5_000 ? 99 : index === 7_000 ? -99 : Math.sin(index)]);
    const kept = thinned(points, 100);
    assert.ok(kept.length <= 404);
    assert.deepEqual([kept[0], kept.at(-1)], [points[0], points.at(-1)]);
    for (const extreme of [points[5_000], points[7_000]]) assert.ok(kept.includes(extreme));
    assert.deepEqual(thinned(points.slice(0, 5), 100), points.slice(0, 5));
});
