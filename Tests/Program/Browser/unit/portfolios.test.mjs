import assert from "node:assert/strict";
import test from "node:test";

const folder = "../../../../Sources/Portfolio/CPortfolioAssets/Files/";
const { canMove, canMoveWork, orderOf, worksOf } = await import(`${folder}arrangement-works.mjs`);
const { fitted, isSame, moved, sent, tidied, withOmitted, withOrder, withShown, withText, withValue } =
    await import(`${folder}portfolio-edition.mjs`);
const { distinctNames, droppedWorks, isMeant, linkProblem, parseLinks, portfolioRequest, workTitle } =
    await import(`${folder}portfolio-request.mjs`);
const { bookText, warningTexts } = await import(`${folder}book-report.mjs`);
const { adviceFor, countText, firstWords, inputName, isWorking, leftOutText, portfolioState, scoreText, sectionTitle } =
    await import(`${folder}portfolio-states.mjs`);

// MARK: Editions

test("an edition that says nothing is empty, and equal editions are the same in any order of their keys", () => {
    assert.deepEqual(tidied({ omit: [], captions: {}, cover: undefined, json: false, page: "" }), {});
    assert.ok(isSame({ captions: { b: "2", a: "1" }, page: "a4" }, { page: "a4", captions: { a: "1", b: "2" } }));
    assert.ok(!isSame({ order: ["a", "b"] }, { order: ["b", "a"] }));
    assert.deepEqual(Object.keys(tidied({ titles: { x: "X" }, cover: "a" })), ["cover", "titles"]);
});

test("a change makes another edition and leaves the old one as it was", () => {
    const edition = Object.freeze({ omit: Object.freeze(["a.jpg"]), cover: "b.jpg" });
    assert.deepEqual(withOmitted(edition, "b.jpg"), { omit: ["a.jpg", "b.jpg"] });
    assert.deepEqual(withOmitted(edition, "a.jpg"), { cover: "b.jpg", omit: ["a.jpg"] });
    assert.deepEqual(withShown(edition, "a.jpg"), { cover: "b.jpg" });
    assert.deepEqual(withValue(edition, "cover", undefined), { omit: ["a.jpg"] });
    assert.deepEqual(edition, { omit: ["a.jpg"], cover: "b.jpg" });
});

test("an empty text leaves a file to the rules", () => {
    const edition = withText({}, "captions", "a.jpg", "  The sea  ");
    assert.deepEqual(edition, { captions: { "a.jpg": "The sea" } });
    assert.deepEqual(withText(edition, "captions", "a.jpg", " \n"), {});
    assert.deepEqual(withText(edition, "altTexts", "a.jpg", "Waves"), { altTexts: { "a.jpg": "Waves" }, captions: { "a.jpg": "The sea" } });
});

test("a new order keeps the places of files that are not shown now", () => {
    assert.deepEqual(withOrder({ order: ["c", "left out", "a"] }, ["a", "b", "c"]).order, ["a", "b", "c", "left out"]);
    assert.deepEqual(moved(["a", "b", "c"], 0, 2), ["b", "c", "a"]);
    assert.deepEqual(moved(["a", "b", "c"], 2, 0), ["c", "a", "b"]);
});

test("what a person has emptied is sent empty, so that the portfolio's own edition does not fill it", () => {
    assert.deepEqual(sent({ cover: "a" }, { omit: ["b"], titles: { c: "C" } }), { cover: "a", omit: [], titles: {} });
    assert.deepEqual(sent({ omit: ["d"] }, { omit: ["b"] }), { omit: ["d"] });
    assert.deepEqual(sent({ cover: "a" }, null), { cover: "a" });
});

test("names that the portfolio does not have are taken out of an edition", () => {
    const edition = { omit: ["a", "gone"], order: ["gone", "b"], cover: "gone", captions: { a: "A", gone: "G" }, titles: { gone: "G" }, page: "a4" };
    assert.deepEqual(fitted(edition, ["a", "b"]), { captions: { a: "A" }, omit: ["a"], order: ["b"], page: "a4" });
});

// MARK: Works

const medium = (input, page = 0) => ({ input, page, is_video: false, alt_text: "" });
const section = {
    section_id: "work",
    blocks: [
        { block_id: "work_001", work: "Coast", title: "The coast", media: [medium(0), medium(1), medium(1, 1), medium(2)] },
        { block_id: "work_004", work: "Coast", text: { input: 3, header: "Notes", text: "Words" } },
        { block_id: "work_005", work: "", media: [medium(4)] },
        { block_id: "work_006", work: null, link: { input: 5, url: "https://a.example", title: "A" } },
        { block_id: "work_007", work: null, link: { input: 6, url: "https://b.example", title: "B" } },
    ],
};
const names = ["0.jpg", "1.tif", "2.jpg", "3.txt", "4.jpg", "link 1", undefined];
const nameOf = (input) => names[input];

test("blocks of one work stand together, and those of none by themselves", () => {
    const works = worksOf(section);
    assert.deepEqual(works.map(({ items }) => items.map(({ input }) => input)), [[0, 1, 2, 3], [4], [5], [6]]);
    assert.deepEqual(works.map(({ title }) => title), ["The coast", undefined, undefined, undefined]);
    assert.equal(works[0].items[1].media.length, 2, "the pages of a file are one item");
    assert.deepEqual(works.map(({ key }) => key), ["Coast", "", 5, 6]);
});

test("figures and the contact are works without items", () => {
    const works = worksOf({ section_id: "action", blocks: [{ block_id: "action_contact", kind: "contact" }] });
    assert.deepEqual(works, [{ work: undefined, title: undefined, blocks: [{ block_id: "action_contact", kind: "contact" }], items: [], key: "action_contact" }]);
});

test("the order of works is that of their files, of those that have names", () => {
    const works = worksOf(section);
    assert.deepEqual(orderOf(works, nameOf), ["0.jpg", "1.tif", "2.jpg", "3.txt", "4.jpg", "link 1"]);
    assert.deepEqual(orderOf(moved(works, 1, 0), nameOf).slice(0, 2), ["4.jpg", "0.jpg"]);
});

test("texts stay under the pictures of their work, and what has no name stays at its place", () => {
    const works = worksOf(section);
    assert.ok(canMove(works[0], 0, 1, nameOf));
    assert.ok(!canMove(works[0], 0, -1, nameOf));
    assert.ok(!canMove(works[0], 2, 1, nameOf), "a picture does not change places with a text");
    assert.ok(canMoveWork(works, 0, 1, nameOf));
    assert.ok(!canMoveWork(works, 2, 1, nameOf), "a link without a name cannot be passed");
    assert.ok(!canMoveWork(works, 3, -1, nameOf));
});

// MARK: Requests

test("a request has what was entered, names of which none occurs twice, and nothing that is empty", () => {
    const request = portfolioRequest({
        title: " Ada ", subtitle: "", category: "Design", contact: { email: "a@example.org", phone: " ", url: "" }, metrics: [],
        files: [{ path: "/uploads/1", name: "a.jpg", title: "", work: "Coast ", cover: false }, { path: "/uploads/2", name: "a.jpg", title: "Two", work: "" }],
        links: [{ url: " https://a.example ", title: "" }, { url: " ", title: "None" }], texts: [{ title: "About", text: "I draw." }, { title: "", text: "" }],
    });
    assert.deepEqual(request, {
        user_id: "", title: "Ada", subtitle: "", category: "Design", contact: { email: "a@example.org" }, metrics: [],
        inputs: [
            { type: "file", file_path: "/uploads/1", name: "a.jpg", work: "Coast" },
            { type: "file", file_path: "/uploads/2", name: "a (2).jpg", title: "Two" },
            { type: "url", url: "https://a.example", name: "link 3" },
            { type: "text", title: "About", text: "I draw.", name: "text 4" },
        ],
    });
});

test("names become distinct before their suffix", () => {
    assert.deepEqual(distinctNames(["a.jpg", "a.jpg", "a (2).jpg", "b", "b", ".x", ".x"]),
        ["a.jpg", "a (2).jpg", "a (2) (2).jpg", "b", "b (2)", ".x", ".x (2)"]);
});

test("folders become works, and what systems leave in them is passed over", () => {
    const entry = (path) => ({ path, file: { name: path.split("/").at(-1) } });
    const dropped = ["Ada.portfolio/cover.jpg", "Ada.portfolio/01 Coast/a.jpg", "Ada.portfolio/01 Coast/deep/b.jpg", "Ada.portfolio/.DS_Store"];
    const { files, title } = droppedWorks(dropped.map(entry));
    assert.equal(title, "Ada");
    assert.deepEqual(files.map(({ file, work }) => [file.name, work]), [["cover.jpg", ""], ["a.jpg", "Coast"], ["b.jpg", "Coast"]]);
    const single = droppedWorks(["Coast/a.jpg", "Coast/b.jpg"].map(entry));
    assert.deepEqual([single.title, ...single.files.map(({ work }) => work)], ["", "Coast", "Coast"]);
    const several = droppedWorks(["Coast/a.jpg", "Town/deep/b.jpg", "c.jpg"].map(entry));
    assert.deepEqual(several.files.map(({ work }) => work), ["Coast", "Town", ""]);
    assert.deepEqual(["a/Thumbs.db", "__MACOSX/a.jpg", "a/.x/b.jpg", "a/@eaDir/b.jpg", "a.txt~", "a.jpg"].map(isMeant), [false, false, false, false, false, true]);
});

test("a work's title is its folder's name without the digits that order it", () => {
    assert.deepEqual(["01 Coast", "2_Town", "12-Hall", "2024", "Coast 3", "3D"].map(workTitle), ["Coast", "Town", "Hall", "2024", "Coast 3", "D"]);
});

test("links are an address in each line, then a title", () => {
    assert.deepEqual(parseLinks("https://a.example My site\r\n\n# a note\n  https://b.example\n"), [
        { url: "https://a.example", title: "My site" }, { url: "https://b.example", title: "" },
    ]);
    assert.equal(linkProblem(""), "");
    assert.equal(linkProblem("https://a.example/x?y"), "");
    for (const wrong of ["a.example", "javascript:alert(1)", "ftp://a.example", "https://"]) assert.notEqual(linkProblem(wrong), "", wrong);
});

// MARK: Words

test("an input is called by its title, its caption, or what was given", () => {
    assert.equal(inputName({ title: "Sea", name: "a.jpg", kind: "file" }), "Sea");
    assert.equal(inputName({ caption: "Waves", name: "a.jpg", kind: "file" }), "Waves");
    assert.equal(inputName({ name: "a.jpg", kind: "file" }), "a.jpg");
    assert.equal(inputName({ name: "link 3", kind: "link", url: "https://a.example" }), "https://a.example");
    assert.equal(inputName({ name: "text 4", kind: "text", text: "I draw\nmaps." }), "I draw maps.");
    assert.equal(inputName({ kind: "file" }), "Without a name");
    assert.equal(firstWords("one two three", 9), "one two…");
    assert.equal(firstWords("one two", 7), "one two");
    assert.equal(firstWords("x".repeat(20), 5), "xxxxx…");
});

test("what is left out says why, and what cannot be used says what helps", () => {
    const nameOfInput = (index) => ["sea.jpg"][index];
    assert.equal(leftOutText({ reason: "omitted" }, nameOfInput), "You left it out.");
    assert.match(leftOutText({ reason: "near_duplicate", of: 0 }, nameOfInput), /“sea.jpg”/);
    assert.match(leftOutText({ reason: "near_duplicate", of: null }, nameOfInput), /a better picture/);
    assert.equal(leftOutText({ reason: "something_new" }, nameOfInput), "It is not shown.");
    assert.match(adviceFor("encrypted"), /without a password/);
    assert.equal(adviceFor("stage_crashed"), "");
});

test("states have titles, and the work on a portfolio has an end", () => {
    assert.deepEqual(["imported", "processing", "ready", "filling", "filled", "failed"].map((status) => isWorking({ status })),
        [true, true, false, true, false, false]);
    assert.deepEqual(portfolioState("failed"), ["Failed", "bad"]);
    assert.equal(sectionTitle("credibility"), "About & Links");
    assert.equal(scoreText(0.6789), "68 of 100");
    assert.deepEqual([countText(1, "page"), countText(1200, "page")], ["1 page", "1,200 pages"]);
});

test("a report says how large the book is, and which pictures are coarse", () => {
    assert.equal(bookText({ pages: 9, size: 3_240_000, ppi: 220 }), "9 pages, 3.2 MB, pictures of at most 220 pixels per inch.");
    assert.equal(bookText({ pages: 1, size: 900, ppi: 72 }), "1 page, 0.1 MB, pictures of at most 72 pixels per inch.");
    assert.equal(bookText({ pages: 300, size: 1_234_000_000, ppi: 300 }), "300 pages, 1,234 MB, pictures of at most 300 pixels per inch.");
    const nameOfInput = (input) => ["sea.jpg", "plan.pdf"][input];
    const coarse = { code: "low_resolution", input: 0, page: 3, ppi: 96 };
    assert.deepEqual(warningTexts({ warnings: ["The assistant did not answer."], book: { warnings: [coarse, { code: "new_kind", input: 1, page: 2 }] } }, nameOfInput), [
        "The assistant did not answer.", "“sea.jpg” on page 3 has only 96 pixels per inch where it stands, and may look coarse in print.",
        "“plan.pdf” on page 2: new kind.",
    ]);
    const many = warningTexts({ book: { warnings: Array(12).fill(coarse) } }, nameOfInput);
    assert.equal(many.length, 11);
    assert.equal(many.at(-1), "2 more warnings in the report.");
    assert.deepEqual(warningTexts({}, nameOfInput), []);
});
