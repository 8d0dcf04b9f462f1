// The list of accounts, and uploads to them.

import { fetchAccounts, fetchAnswer, pageOf } from "./account-api.mjs";
import { accountState, isWorking } from "./account-states.mjs";
import { uploadFiles } from "./account-uploads.mjs";
import { announce } from "./announce.mjs";
import { APIError } from "./api.mjs";
import { element, keepingFocus } from "./dom.mjs";
import { acceptDrops } from "./drop-zone.mjs";
import { countText, dayText, moneyText } from "./figures.mjs";
import { mayChange } from "./may-change.mjs";

const list = document.getElementById("accounts");
const uploads = document.getElementById("uploads");

// MARK: The list

/** Sums by account; those of an account are asked for when its figures are others. */
const sums = new Map();
const titles = new Map();
let timer = 0;
/** The number of calls; only the last one goes on. */
let calls = 0;

async function refresh() {
    clearTimeout(timer);
    const call = ++calls;
    let wait = 2000;
    try {
        const accounts = await fetchAccounts();
        await Promise.all(accounts.filter(({ as_of: asOf }) => asOf).map(loadSum));
        if (call !== calls) return;
        keepingFocus(() => show(accounts));
        if (!accounts.some(isWorking)) return;
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        if (!error.isTemporary) return list.replaceChildren(element("p", { class: "notice bad", role: "alert" }, error.message));
        wait = 5000;
    }
    if (call === calls) timer = setTimeout(refresh, wait);
}

async function loadSum({ name, updated_at: version, is_current: isCurrent }) {
    const key = `${version} ${isCurrent}`;
    if (sums.get(name)?.key === key) return;
    try {
        sums.set(name, { key, summary: await fetchAnswer("/portfolio/summary", name) });
    } catch (error) {
        // It was deleted, or is being analysed.
        if (!(error instanceof APIError)) throw error;
    }
}

function show(accounts) {
    document.getElementById("empty").hidden = accounts.length > 0;
    const columns = ["Account", "State", "As of", "Files", "Total value"];
    list.replaceChildren(...(accounts.length === 0 ? [] : [element("table", { class: "documents", role: "table" },
        element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...columns.map((title) => element("th", {
            scope: "col", role: "columnheader", class: title === "Total value" || title === "Files" ? "figure" : "",
        }, title)))),
        element("tbody", { role: "rowgroup" }, ...accounts.map(row)))]));
}

function row(account) {
    const { name, status, as_of: asOf, files } = account;
    const [title, badge] = accountState(status);
    if ((titles.get(name) ?? title) !== title) announce(`${name}: ${title}`);
    titles.set(name, title);
    const summary = asOf ? sums.get(name)?.summary : undefined;
    const refused = files.filter(({ problems }) => problems.length > 0).length;
    const cell = (head, ...content) => element("td", {
        "data-label": head, role: "cell", class: head === "Total value" || head === "Files" ? "figure" : "",
    }, ...content);
    return element("tr", { role: "row" },
        element("th", { scope: "row", role: "rowheader" }, element("a", { href: pageOf(name), "data-key": `account-${name}` }, name)),
        cell("State", element("span", { class: `badge ${badge}` }, title),
            summary?.is_incomplete ? element("span", { class: "badge warn" }, "incomplete") : null,
            refused ? element("a", { class: "badge bad", href: `${pageOf(name)}#files-title` }, `${countText(refused, "file")} refused`) : null),
        cell("As of", asOf ? dayText(asOf) : "–"),
        cell("Files", files.length.toLocaleString("en")),
        cell("Total value", summary ? `${moneyText(summary.total_value)} ${summary.currency}` : "–"));
}

// MARK: Uploads

const form = document.getElementById("upload");
const input = document.getElementById("file");
const name = document.getElementById("name");
if (mayChange) takeUploads();
refresh();

function takeUploads() {
    form.addEventListener("submit", (event) => event.preventDefault());
    input.addEventListener("change", () => start([...input.files]));
    acceptDrops(document.getElementById("drop-veil"), start);
    // A quick hand chooses files before this script runs.
    start([...input.files]);
}

async function start(files) {
    if (files.length === 0) return;
    const arrived = await uploadFiles(files, name.value.trim(), uploads);
    input.value = "";
    // A refusal stays until it is dismissed: the other page would come without it.
    if (arrived.length === 1 && !uploads.querySelector(".failed")) return location.assign(pageOf(arrived[0]));
    if (arrived.length > 0) await refresh();
}
