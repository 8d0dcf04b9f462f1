// The list of portfolios.

import { announce } from "./announce.mjs";
import { APIError } from "./api.mjs";
import { ask, tell } from "./dialog.mjs";
import { element, keepingFocus, localTime } from "./dom.mjs";
import { forgetEdition } from "./kept-edition.mjs";
import { mayChange } from "./may-change.mjs";
import { deletePortfolio, fetchPortfolios, fileAddress, pageOf } from "./portfolio-api.mjs";
import { isWorking, portfolioState } from "./portfolio-states.mjs";

const list = document.getElementById("portfolios");
const states = new Map();
let timer = 0;
/** The number of calls; only the last one goes on. */
let calls = 0;
/** How often “Show more” was pressed. */
let more = 0;

/** Shows the list, again while work on a portfolio is in progress. */
async function refresh() {
    clearTimeout(timer);
    const call = ++calls;
    let wait = 2000;
    try {
        const [portfolios, hasMore] = await fetchAll();
        if (call !== calls) return;
        keepingFocus(() => show(portfolios, hasMore));
        if (!portfolios.some(isWorking)) return;
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        if (!error.isTemporary) return list.replaceChildren(element("p", { class: "notice bad", role: "alert" }, error.message));
        wait = 5000;
    }
    if (call === calls) timer = setTimeout(refresh, wait);
}

async function fetchAll() {
    const all = [];
    let next;
    for (let page = 0; page <= more; page += 1) {
        const answer = await fetchPortfolios(next);
        all.push(...answer.portfolios);
        next = answer.next;
        if (!next) break;
    }
    return [all, Boolean(next)];
}

function show(portfolios, hasMore) {
    document.getElementById("empty").hidden = portfolios.length > 0;
    const columns = ["Portfolio", "State", "Pages", "Changed", ""];
    list.replaceChildren(...(portfolios.length === 0 ? [] : [
        element("table", { class: "documents", role: "table" },
            element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...columns.map((title) =>
                element("th", { scope: "col", role: "columnheader" }, title || element("span", { class: "hidden-text" }, "Actions"))))),
            element("tbody", { role: "rowgroup" }, ...portfolios.map(row))),
        hasMore ? element("p", { class: "paging" }, element("button", { type: "button", "data-key": "more", onclick: () => {
            more += 1;
            refresh();
        } }, "Show more")) : "",
    ]));
}

const titleOf = ({ name }) => name.replace(/\.portfolio$/, "");

function row(portfolio) {
    const { portfolio_id: id, status, pages, updated_at: changed } = portfolio;
    const title = titleOf(portfolio);
    const [state, badge] = portfolioState(status);
    if ((states.get(id) ?? state) !== state) announce(`${title}: ${state}`);
    states.set(id, state);
    const time = element("time", { dateTime: changed });
    localTime(time);
    const cell = (head, ...content) => element("td", { "data-label": head, role: "cell" }, ...content);
    return element("tr", { role: "row" },
        element("th", { scope: "row", role: "rowheader" }, element("a", { href: pageOf(id), "data-key": `portfolio-${id}` }, title)),
        cell("State", element("span", { class: `badge ${badge}` }, state)),
        cell("Pages", pages ? element("a", { href: fileAddress(id, "book.pdf"), "aria-label": `Book of ${title}, ${pages} pages` }, `${pages} (PDF)`) : "–"),
        cell("Changed", time),
        element("td", { class: "row-actions", role: "cell" }, !mayChange ? "" : element("button", {
            type: "button", class: "quiet danger", "data-key": `delete-${id}`, onclick: () => remove(id, title),
        }, "Delete", element("span", { class: "hidden-text" }, ` ${title}`))));
}

async function remove(id, title) {
    if (!(await askToDelete(title))) return;
    try {
        await deletePortfolio(id);
    } catch (error) {
        return void tell("The portfolio was not deleted", error.message);
    }
    forgetEdition(id);
    announce(`${title} is deleted.`);
    await refresh();
    if (document.activeElement === document.body) document.querySelector(".list-head .button").focus();
}

/** Asks whether a portfolio is to be deleted. */
function askToDelete(title) {
    return ask({
        title: `Delete “${title}”?`,
        content: [element("p", {}, "The portfolio, its book and the files that no other portfolio shows are deleted. This cannot be undone.")],
        actions: [{ label: "Delete", value: true, kind: "danger" }, { label: "Keep", value: false }],
    });
}

refresh();
