// The page on which a portfolio is put together.

import { ContentFiles } from "./content-files.mjs";
import { LinkEntries, TextEntries } from "./content-entries.mjs";
import { APIError } from "./api.mjs";
import { element } from "./dom.mjs";
import { acceptDrops } from "./drop-zone.mjs";
import { filesOf } from "./dropped-folders.mjs";
import { editionOf, keepEdition } from "./kept-edition.mjs";
import { fetchContents, makePortfolio, pageOf } from "./portfolio-api.mjs";
import { fitted } from "./portfolio-edition.mjs";
import { droppedWorks, linkProblem, parseLinks, portfolioRequest } from "./portfolio-request.mjs";

const node = (id) => document.getElementById(id);
const form = node("portfolio");
/** The portfolio whose content this one begins with. */
const from = new URLSearchParams(location.search).get("from");
const place = `formwright.portfolio.${from ?? "new"}`;
const names = ["title", "subtitle", "category", "email", "phone", "url"];

/** What cannot be entered here, of the portfolio that this one begins with. */
let passed = {};

const files = new ContentFiles(node("files"), changed);
const links = new LinkEntries(node("links"), node("add-link"), changed);
const texts = new TextEntries(node("texts"), node("add-text"), changed);

// MARK: What was entered

function values() {
    const { title, subtitle, category, email, phone, url } = Object.fromEntries(names.map((name) => [name, node(name).value]));
    return { ...passed, passed, title, subtitle, category, contact: { email, phone, url }, files: files.values, links: links.values, texts: texts.values };
}

function show({ title, subtitle, category, contact, files: uploads, links: addresses, texts: written, passed: rest }) {
    passed = rest ?? {};
    Object.entries({ title, subtitle, category, ...contact }).forEach(([name, value]) => (node(name).value = value ?? ""));
    files.restore(uploads);
    addresses.forEach((link) => links.add(link));
    written.forEach((text) => texts.add(text));
}

/** Keeps what was entered for this tab, and says to which works files can belong. */
function changed() {
    if (isStarting) return;
    sessionStorage.setItem(place, JSON.stringify(values()));
    const works = new Set(files.values.map(({ work }) => work.trim()).filter((work) => work));
    node("works").replaceChildren(...[...works].map((work) => element("option", { value: work })));
    node("files-head").hidden = files.count === 0;
}

let isStarting = true;

async function start() {
    const kept = sessionStorage.getItem(place);
    if (kept) show(JSON.parse(kept));
    else if (from) show(contentOf(await fetchContents(from, true)));
    isStarting = false;
    form.addEventListener("input", changed);
    changed();
    // A quick hand chooses files before this script runs.
    for (const input of [node("file"), node("camera")]) choose(input);
}

/** What a portfolio is made of, as it is entered here. */
function contentOf({ title, subtitle, category, language, contact, metrics, inputs, works, book_edition: made, own_edition: own }) {
    const usable = inputs.filter(({ status }) => status !== "failed");
    const titles = new Map(works.map((work) => [work.folder, work.title]));
    const given = (input) => ({
        name: input.name, title: input.title ?? "", work: titles.get(input.work) ?? input.work ?? "", description: input.description,
        caption: input.caption, alt_text: input.alt_text, date: input.date, cover: input.is_cover,
    });
    const of = (kind) => usable.filter((input) => input.kind === kind);
    return {
        title, subtitle, category, contact, passed: { language, metrics, edition: made ?? own },
        files: of("file").map((input) => ({ path: input.file_path, ...given(input) })),
        links: of("link").map((input) => ({ url: input.url, ...given(input) })),
        texts: of("text").map((input) => ({ text: input.text, ...given(input) })),
    };
}

// MARK: Files

function choose(input) {
    if (input.files.length > 0) files.add([...input.files].map((file) => ({ file, work: "" })));
    input.value = "";
}

for (const input of [node("file"), node("camera")]) input.addEventListener("change", () => choose(input));
addEventListener("beforeunload", (event) => {
    if (files.isSending) event.preventDefault();
});
acceptDrops(node("drop-veil"), async (dropped, entries) => {
    if (!entries.some((entry) => entry.isDirectory)) return files.add(dropped.map((file) => ({ file, work: "" })));
    const { files: found, title } = droppedWorks(await filesOf(entries));
    if (title && node("title").value === "") node("title").value = title;
    const isLinks = ({ file, work }) => work === "" && file.name.toLowerCase() === "links.txt";
    for (const { file } of found.filter(isLinks)) parseLinks(await file.text()).forEach((link) => links.add(link));
    files.add(found.filter((entry) => !isLinks(entry)));
});

// MARK: Making it

const button = form.querySelector("button[type=submit]");

form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const problem = findProblem();
    complain(problem?.text ?? "");
    if (problem) return problem.input.focus();
    button.disabled = true;
    const label = button.textContent;
    try {
        button.textContent = "Waiting for the uploads …";
        await files.arrived();
        button.textContent = "Being made …";
        const request = portfolioRequest(values());
        if (request.inputs.length === 0) throw new APIError(422, "no_content", "There is nothing yet that the portfolio could show: add a file, a link or a text.");
        const id = await makePortfolio(request);
        // What was changed on the page of the old one holds for the new one, too.
        if (from) keepEdition(id, fitted(editionOf(from) ?? passed.edition ?? {}, request.inputs.flatMap(({ name, work }) => [name, work])));
        sessionStorage.removeItem(place);
        location.assign(pageOf(id));
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        complain(error.message);
        button.disabled = false;
        button.textContent = label;
        button.focus();
    }
});

function findProblem() {
    if (node("title").value.trim() === "") return { text: "The portfolio needs a title, such as your name.", input: node("title") };
    for (const input of form.querySelectorAll("input[type=url]")) {
        const text = linkProblem(input.value);
        if (text) return { text, input };
    }
    return null;
}

function complain(text) {
    node("problem").textContent = text;
    node("title").setAttribute("aria-invalid", String(text !== "" && node("title").value.trim() === ""));
}

start().catch((error) => {
    if (!(error instanceof APIError)) throw error;
    complain(error.message);
});
