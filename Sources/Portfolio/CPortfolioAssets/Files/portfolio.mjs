// The page of a portfolio: where everything stands, what a person wants otherwise, and the book.

import { announce } from "./announce.mjs";
import { APIError } from "./api.mjs";
import { arrangementView } from "./arrangement-view.mjs";
import { bookForm } from "./book-form.mjs";
import { bookText, warningTexts } from "./book-report.mjs";
import { filesView, pagesView } from "./book-view.mjs";
import { ask, tell } from "./dialog.mjs";
import { element, keepingFocus, whenReleased } from "./dom.mjs";
import { EditionHistory } from "./edition-history.mjs";
import { forgetEdition } from "./kept-edition.mjs";
import { leftOutView } from "./left-out-view.mjs";
import { mayChange } from "./may-change.mjs";
import { deletePortfolio, fetchArrangement, fetchContents, fetchReport, makeBook, tryAgain } from "./portfolio-api.mjs";
import { fitted, sent } from "./portfolio-edition.mjs";
import { countText, inputName, isWorking, portfolioState } from "./portfolio-states.mjs";
import { progressBar } from "./progress.mjs";

const { id } = document.getElementById("portfolio").dataset;
const node = (name) => document.getElementById(name);
const fill = (name, content) => node(name).replaceChildren(...content.filter((child) => child !== null));

const history = new EditionHistory(id, changed);
const showOptions = mayChange ? bookForm(node("options"), history) : () => {};
const progress = progressBar("Work on the portfolio");

/** What the portfolio is made of; null until it is known. */
let contents = null;
let arrangement = null;
let lastState = null;
/** The number of the fill whose pages are shown. */
let shownBook = null;
let isAwaited = false;
let timer = 0;
/** The numbers of calls; only the last one goes on. */
let [watches, drawings] = [0, 0];

// MARK: State

/** Shows the state of the portfolio, again while work on it is in progress. */
async function watch() {
    clearTimeout(timer);
    const call = ++watches;
    let wait = 1500;
    try {
        const answer = await fetchContents(id);
        if (call !== watches) return;
        await take(answer);
        if (!isWorking(answer)) return;
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        if (!error.isTemporary) return fill("notices", [element("p", { class: "notice bad", role: "alert" }, error.message)]);
        wait = 5000;
    }
    if (call === watches) timer = setTimeout(watch, wait);
}

async function take(answer) {
    const isFirst = contents === null || !contents.has_arrangement;
    contents = answer;
    const [title, badge] = portfolioState(answer.status);
    node("state").textContent = title;
    node("state").className = `badge ${badge}`;
    if (lastState !== null && lastState !== title) announce(title);
    lastState = title;
    node("subtitle").textContent = [answer.subtitle, answer.category].filter((part) => part).join(" · ");
    fill("notices", notices(answer));
    if (answer.has_arrangement && isFirst) {
        history.begin(answer.book_edition ?? answer.own_edition ?? {}, answer.has_book ? answer.book_edition ?? {} : null);
        // A reader sees the book, and has no edition of it to be arranged.
        if (mayChange) await draw();
        for (const section of document.querySelectorAll(".when-arranged")) section.hidden = false;
    }
    history.made = answer.has_book ? answer.book_edition ?? {} : null;
    showBar();
    if (answer.has_arrangement) await showBook(answer);
}

function notices(answer) {
    const notice = (kind, ...content) => element("div", { class: `notice ${kind}` }, ...content);
    if (answer.status === "failed") {
        return [notice("bad", element("p", {}, `${answer.has_arrangement ? "The book could not be made" : "The portfolio could not be made"}: ${answer.failure.message}`),
            mayChange ? element("p", {}, element("button", { type: "button", onclick: again, "data-key": "again" }, "Try again")) : "")];
    }
    if (!isWorking(answer)) return [];
    const done = answer.inputs.filter(({ status }) => status !== "waiting").length;
    const isFilling = answer.status === "filling";
    const isReading = !isFilling && done < answer.inputs.length;
    progress.show(isFilling ? "The book is being made." : isReading ? `${done} of ${countText(answer.inputs.length, "part")} looked at` : "Being arranged",
        isReading ? done / answer.inputs.length : undefined);
    return [notice("", progress.node, element("p", {}, "You can close this page; the work goes on."))];
}

async function again() {
    try {
        await tryAgain(id);
    } catch (error) {
        return void tell("The work was not begun", error.message);
    }
    await watch();
}

// MARK: The arrangement

/** Shows where everything stands by the edition of the page. */
async function draw() {
    const call = ++drawings;
    let answer;
    try {
        answer = await fetchArrangement(id, sent(history.edition, contents.own_edition));
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        if (call !== drawings) return;
        if (error.code === "malformed_portfolio" && !isFitted()) return draw();
        node("arrangement-problem").textContent = error.message;
        return;
    }
    if (call !== drawings) return;
    node("arrangement-problem").textContent = "";
    arrangement = answer;
    whenReleased(() => keepingFocus(() => {
        const portfolio = { contents, arrangement, history };
        fill("sections", arrangementView(portfolio));
        const leftOut = leftOutView(portfolio);
        fill("left-out", leftOut);
        node("left-out-card").hidden = leftOut.length === 0;
        showOptions(history.edition);
        showBar();
    }));
}

/** Whether the edition has only names of the portfolio; what else was kept in this tab goes. */
function isFitted() {
    const names = [...contents.inputs.map(({ name }) => name), ...contents.works.map(({ folder }) => folder)];
    const edition = fitted(history.edition, names.filter((name) => name));
    if (JSON.stringify(edition) === JSON.stringify(history.edition)) return true;
    history.edition = edition;
    return false;
}

async function changed(what) {
    const before = document.activeElement;
    const entry = before.closest("li");
    const neighbour = (entry?.nextElementSibling ?? entry?.previousElementSibling)?.querySelector("[data-key]")?.dataset.key;
    showBar();
    await draw();
    // What was left out took its button with it.
    if (document.activeElement === document.body && before !== document.body) {
        const next = neighbour === undefined ? null : document.querySelector(`[data-key="${CSS.escape(neighbour)}"]`);
        (next ?? node("arrangement-title")).focus({ preventScroll: true });
    }
    announce(node("arrangement-problem").textContent || what);
}

function showBar() {
    if (!mayChange) return;
    const isFilling = contents?.status === "filling";
    node("undo").setAttribute("aria-disabled", String(history.count === 0));
    node("make").disabled = isFilling || !contents?.has_arrangement || contents.status === "processing";
    node("make").textContent = isFilling ? "Being made …" : "Make the book";
    node("changes").textContent = isFilling ? "" : history.made === null
        ? "There is no book yet." : history.isAhead ? "Your changes are not in the book yet." : "The book is up to date.";
}

node("undo")?.addEventListener("click", undo);
document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches?.("input, textarea, select");
    if (mayChange && (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z" && !isTyping && !document.querySelector("dialog[open]")) {
        event.preventDefault();
        undo();
    }
});

function undo() {
    if (history.undo() === null) announce("There is nothing to undo.");
}

node("start-over")?.addEventListener("click", async () => {
    const answer = await ask({
        title: "Start over?",
        content: [element("p", {}, "Everything stands where the rules put it again, with the captions and titles that came with the files. You can undo this.")],
        actions: [{ label: "Start over", value: true, kind: "danger" }, { label: "Keep the changes", value: false }],
    });
    if (answer) history.apply(contents.own_edition ?? {}, "Everything is as the rules arrange it.");
});

// MARK: The book

node("make")?.addEventListener("click", async () => {
    try {
        await makeBook(id, sent(history.edition, contents.own_edition));
    } catch (error) {
        return void tell("The book was not begun", error.message);
    }
    isAwaited = true;
    announce("The book is being made.");
    await watch();
});

async function showBook(answer) {
    fill("downloads", filesView(answer));
    if (!answer.has_book || answer.status === "filling" || shownBook === answer.edition) return;
    shownBook = answer.edition;
    fill("pages", pagesView(answer));
    fill("report", await reportView());
    if (!isAwaited || answer.status !== "filled") return;
    isAwaited = false;
    announce(`The book is ready: ${countText(answer.pages, "page")}.`);
    node("book-link").focus();
}

/** What the report says of the book, and what it warns of. */
async function reportView() {
    try {
        const report = await fetchReport(id);
        const warnings = warningTexts(report, (input) => inputName(contents.inputs[input]));
        return [
            report.book ? element("p", { class: "muted" }, bookText(report.book)) : null,
            warnings.length === 0 ? null : element("div", { class: "notice warn" },
                element("ul", { class: "problems" }, ...warnings.map((text) => element("li", {}, text)))),
        ];
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        return [];
    }
}

// MARK: Deleting

node("delete")?.addEventListener("click", async () => {
    const title = node("heading").textContent;
    const answer = await ask({
        title: `Delete “${title}”?`,
        content: [element("p", {}, "The portfolio, its book and the files that no other portfolio shows are deleted. This cannot be undone.")],
        actions: [{ label: "Delete", value: true, kind: "danger" }, { label: "Keep", value: false }],
    });
    if (!answer) return;
    clearTimeout(timer);
    watches += 1;
    try {
        await deletePortfolio(id);
    } catch (error) {
        return void tell("The portfolio was not deleted", error.message);
    }
    forgetEdition(id);
    location.assign("/portfolios");
});

watch();
