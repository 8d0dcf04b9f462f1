// The page of one account: its figures, its files and its statement.

import { deleteAccount, fetchAnswer, fetchReconciliation, fetchState, removeFile } from "./account-api.mjs";
import { accountState, isWorking } from "./account-states.mjs";
import { uploadFiles } from "./account-uploads.mjs";
import { analysisView } from "./analysis-view.mjs";
import { announce } from "./announce.mjs";
import { APIError } from "./api.mjs";
import { brokerView } from "./broker-view.mjs";
import { allocationChart, valueChart } from "./chart-views.mjs";
import { ask, tell } from "./dialog.mjs";
import { element, keepingFocus } from "./dom.mjs";
import { acceptDrops } from "./drop-zone.mjs";
import { countText, dayText } from "./figures.mjs";
import { filesView, problemList } from "./files-view.mjs";
import { gainsView } from "./gains-view.mjs";
import { holdingsView, lotsView } from "./holdings-view.mjs";
import { mayChange } from "./may-change.mjs";
import { statementForm } from "./statement-view.mjs";
import { summaryView } from "./summary-view.mjs";
import { tradesView } from "./trades-view.mjs";

const { name } = document.getElementById("account").dataset;
const node = (id) => document.getElementById(id);
const fill = (id, content) => node(id).replaceChildren(...content.filter((child) => child !== null));

// MARK: State

const showStatement = statementForm(name, node("statement"), watch);
let timer = 0;
let lastTitle = null;
let lastFiles = null;
/** The files whose figures the page shows. */
let shown = null;
/** The number of calls of `watch`; only the last one goes on. */
let calls = 0;

/** Shows the state of the account and its figures, again while work on it is in progress. */
async function watch() {
    clearTimeout(timer);
    const call = ++calls;
    let wait = 1500;
    try {
        const state = await fetchState(name);
        if (call !== calls) return;
        showState(state);
        if (!state.as_of) hideFigures();
        const version = JSON.stringify([state.as_of, state.is_current, state.files]);
        if (state.as_of && !(isWorking(state) && shown) && shown !== version) {
            const figures = await fetchAll();
            if (call !== calls) return;
            showFigures(state, figures);
            shown = version;
        }
        if (!isWorking(state)) return;
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        if (!error.isTemporary) return showError(error);
        wait = 5000;
    }
    if (call === calls) timer = setTimeout(watch, wait);
}

function showState(state) {
    const [title, badge] = accountState(state.status);
    node("state").textContent = title;
    node("state").className = `badge ${badge}`;
    if (lastTitle !== null && lastTitle !== title) announce(`${name}: ${title}`);
    lastTitle = title;
    if (state.title) fill("heading", [state.title, element("span", { class: "heading-name" }, ` ${name}`)]);
    keepingFocus(() => fill("notices", notices(state)));
    const files = JSON.stringify(state.files);
    // What has not changed stays as the user has opened it.
    if (files !== lastFiles) keepingFocus(() => fill("files", filesView(state.files, mayChange ? remove : null)));
    lastFiles = files;
    showStatement(state);
}

function notices(state) {
    const refused = state.files.filter(({ problems }) => problems.length > 0).length;
    const isComputing = isWorking(state) && state.status !== "filling";
    const notice = (kind, ...content) => element("div", { class: `notice ${kind}` }, ...content);
    return [
        isComputing ? notice("", element("p", {},
            `${countText(state.files.length, "file")} being worked on. ${state.as_of ? "Until then, the figures are those of earlier files. " : ""}`
            + "You can close this page; the work goes on.")) : null,
        state.status === "failed" ? notice("bad", element("p", {},
            state.as_of ? "The account failed with its newest files. The figures are those of earlier files." : "The account could not be computed."),
            problemList(state.problems, false)) : null,
        refused ? notice("warn", element("p", {}, `${countText(refused, "file was", "files were")} refused, and nothing of ${refused === 1 ? "it" : "them"} counts. `,
            element("a", { href: "#files-title" }, "See the errors"))) : null,
    ];
}

function showError(error) {
    fill("notices", [element("p", { class: "notice bad", role: "alert" }, error.message)]);
}

// MARK: Figures

const answer = (path, parameters) => fetchAnswer(path, name, parameters);

const fetchAll = () => Promise.all([
    answer("/portfolio/holdings"), answer("/portfolio/lots"), answer("/portfolio/gains"), answer("/portfolio/performance"),
    answer("/trades"), answer("/analysis/smart"), fetchReconciliation(name),
]);

function showFigures(state, [holdings, lots, gains, performance, trades, analysis, reconciliation]) {
    const { portfolio_summary: summary } = holdings;
    markIncomplete(summary.is_incomplete);
    node("scope").textContent = `All amounts in ${summary.currency}, unless another currency is named. Computed from `
        + `${countText(state.files.length, "file")} up to ${dayText(summary.as_of)}; not advice.`;
    node("omitted").hidden = !summary.is_incomplete;
    keepingFocus(() => {
        fill("summary", summaryView(summary, performance));
        fill("value-chart", valueChart(performance));
        fill("allocation-chart", allocationChart(holdings.holdings));
        fill("holdings", holdingsView(holdings));
        fill("lots", lotsView(lots));
        fill("gains", gainsView(gains, (year) => answer("/portfolio/gains", { year })));
        fill("trades", tradesView(trades, (parameters) => answer("/trades", parameters)));
        fill("analysis", analysisView(analysis, summary.currency));
        fill("broker", brokerView(reconciliation));
    });
    for (const section of document.querySelectorAll(".with-figures")) section.hidden = false;
}

function hideFigures() {
    node("scope").textContent = "";
    node("omitted").hidden = true;
    for (const section of document.querySelectorAll(".with-figures")) section.hidden = true;
    shown = null;
}

/** Heads everything that is made of the account as incomplete, or not. */
function markIncomplete(isIncomplete) {
    for (const heading of document.querySelectorAll(".with-figures h2")) {
        heading.querySelector(".mark")?.remove();
        if (isIncomplete) heading.append(element("span", { class: "mark" }, " ", element("span", { class: "badge warn" }, "incomplete")));
    }
}

// MARK: Files

const input = node("file");
const receive = async (files) => {
    if (files.length === 0) return;
    const arrived = await uploadFiles(files, name, node("uploads"));
    input.value = "";
    if (arrived.length > 0) await watch();
};
if (mayChange) takeUploads();

function takeUploads() {
    node("upload").addEventListener("submit", (event) => event.preventDefault());
    input.addEventListener("change", () => receive([...input.files]));
    acceptDrops(node("drop-veil"), receive);
    // A quick hand chooses files before this script runs.
    receive([...input.files]);
}

async function remove(file) {
    const answer = await ask({
        title: `Remove “${file}”?`,
        content: [element("p", {}, "The account is computed again without the files of this name. Their bytes stay stored until the account is deleted.")],
        actions: [{ label: "Remove", value: true, kind: "danger" }, { label: "Keep", value: false }],
    });
    if (!answer) return;
    try {
        await removeFile(name, file);
    } catch (error) {
        return void tell("The file was not removed", error.message);
    }
    await watch();
    announce(`${file} is removed.`);
    // The button that had the focus is gone.
    if (document.activeElement === document.body) node("files-title").focus();
}

// MARK: Deleting

node("delete")?.addEventListener("click", async () => {
    const answer = await ask({
        title: `Delete “${name}”?`,
        content: [
            element("p", {}, "The account, its files, its figures and its statements are deleted. This cannot be undone."),
            element("p", {}, "What remains: files in the folders they came from, statements that were downloaded or delivered to a folder, "
                + "backups, and who used the account in the log of accesses."),
        ],
        actions: [{ label: "Delete", value: true, kind: "danger" }, { label: "Keep", value: false }],
    });
    if (!answer) return;
    clearTimeout(timer);
    try {
        await deleteAccount(name);
    } catch (error) {
        return void tell("The account was not deleted", error.message);
    }
    location.assign("/accounts");
});

watch();
