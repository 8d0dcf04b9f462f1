// The list of forms: uploads with progress, forms being worked on, and deleting.

import { announce } from "./announce.mjs";
import { APIError, fetchJSON, send } from "./api.mjs";
import { duplicate, editCase } from "./case-dialog.mjs";
import { tell } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { acceptDrops } from "./drop-zone.mjs";
import { mayChange } from "./may-change.mjs";
import { stateClass, stateTitle } from "./states.mjs";
import { uploadForms } from "./form-upload.mjs";

// MARK: Uploads

const form = document.getElementById("upload");
const input = document.getElementById("file");
const uploads = document.getElementById("uploads");
const toList = element("p", { hidden: true }, element("a", { class: "button", href: "/" }, "Show the uploaded documents in the list"));
if (mayChange) takeUploads();

function takeUploads() {
    uploads.after(toList);
    input.multiple = true;
    for (const node of document.querySelectorAll(".with-script")) node.hidden = false;
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        start([...input.files]);
    });
    // With a script, choosing a file is enough.
    form.querySelector("button[type=submit]").hidden = true;
    input.addEventListener("change", () => start([...input.files]));
    acceptDrops(document.getElementById("drop-veil"), start);
    // A quick hand chooses a file before this script runs.
    start([...input.files]);
}

async function start(files) {
    if (files.length === 0) return;
    const uploaded = await uploadForms(files, uploads, document.getElementById("upload-group")?.value);
    form.reset();
    if (uploaded.length === 1 && files.length === 1) location.assign(`/documents/${uploaded[0]}`);
    // A refusal stays until it is dismissed: the list would come without it.
    else if (uploaded.length > 0 && uploads.querySelector(".failed")) toList.hidden = false;
    else if (uploaded.length > 0) location.assign("/");
}

// MARK: Forms being worked on

const rows = new Map([...document.querySelectorAll("tr[data-id]")].map((row) => [row.dataset.id, row]));
const isWorking = (row) => row.dataset.status === "processing" || row.dataset.status === "filling";

// One request for all of them: a stream for each would use up the connections that a browser opens to one host.
async function refresh() {
    if (![...rows.values()].some(isWorking)) return;
    try {
        const { documents } = await fetchJSON("GET", "/documents?limit=200");
        for (const { id, fileName, status, pageCount } of documents) {
            const row = rows.get(id);
            if (!row || row.dataset.status === status) continue;
            row.dataset.status = status;
            const badge = row.querySelector(".badge");
            badge.textContent = stateTitle(status);
            badge.className = `badge ${stateClass(status)}`;
            if (pageCount) row.querySelector('[data-label="Pages"]').textContent = pageCount;
            announce(`${fileName}: ${stateTitle(status)}`);
        }
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
    }
    setTimeout(refresh, 2000);
}
setTimeout(refresh, 1000);

// MARK: Actions on one document

for (const [id, row] of mayChange ? rows : []) {
    const menu = row.querySelector(".menu");
    menu.hidden = false;
    const on = (name, action) => menu.querySelector(`.${name}`)?.addEventListener("click", () => {
        menu.open = false;
        menu.querySelector("summary").focus();
        action();
    });
    on("describe", () => describe(id, row));
    on("duplicate", () => duplicate(id));
    on("delete", () => remove(id, row));
}

const closeMenus = (except) => {
    for (const menu of document.querySelectorAll(".menu[open]")) if (menu !== except) menu.open = false;
};
document.addEventListener("click", (event) => closeMenus(event.target.closest(".menu")));
document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    document.activeElement?.closest(".menu[open]")?.querySelector("summary").focus();
    closeMenus();
});

async function describe(id, row) {
    try {
        const details = await editCase(id);
        if (!details) return;
        row.querySelector("a").textContent = details.fileName;
        row.querySelector(".client").textContent = details.client;
        row.querySelector(".group")?.remove();
        if (details.group) {
            row.querySelector("a").after(" ", element("span", { class: "badge group" },
                element("span", { class: "hidden-text" }, "Group "), details.group));
        }
        row.querySelector(".tags").replaceChildren(
            ...details.tags.flatMap((tag) => [element("span", { class: "tag" }, tag), " "]));
        announce("The details are saved.");
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        await tell("The details cannot be shown", error.message);
    }
}

// MARK: Deleting

/** Counts a document that has left the list, or is back. */
function count(change) {
    const node = document.getElementById("count");
    const total = Number.parseInt(node.textContent, 10) + change;
    node.textContent = total === 1 ? "1 document" : `${total} documents`;
}

const undoTime = 10_000;
const deleted = new Map();

/** Hides a document, and deletes it when the time for second thoughts is over. */
function remove(id, row) {
    const name = row.querySelector("a").textContent;
    const notice = element("div", { class: "notice" },
        element("p", {}, `“${name}” is deleted, with its values. `,
            element("button", { type: "button", onclick: () => restore(id) }, "Undo")));
    const next = row.nextElementSibling ?? row.previousElementSibling;
    row.hidden = true;
    count(-1);
    document.getElementById("deleted").append(notice);
    deleted.set(id, { row, notice, timer: setTimeout(() => finish(id), undoTime) });
    notice.querySelector("button").focus();
    if (!next) notice.scrollIntoView({ block: "nearest" });
}

function restore(id) {
    const { row, notice, timer } = deleted.get(id);
    clearTimeout(timer);
    deleted.delete(id);
    row.hidden = false;
    count(1);
    notice.remove();
    row.querySelector("a").focus();
    announce(`${row.querySelector("a").textContent} is back.`);
}

async function finish(id, options) {
    const { row, notice, timer } = deleted.get(id);
    clearTimeout(timer);
    deleted.delete(id);
    try {
        await send("DELETE", `/documents/${id}`, options);
        rows.delete(id);
        row.remove();
        notice.remove();
        if (rows.size === 0) location.assign("/");
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        row.hidden = false;
        count(1);
        notice.remove();
        tell("The form was not deleted", error.message);
    }
}

// Whoever leaves the page has no second thoughts. The next list may be read before the service has deleted them.
addEventListener("pagehide", () => {
    if (deleted.size === 0) return;
    sessionStorage.setItem("deleted", JSON.stringify([...deleted.keys()]));
    for (const id of [...deleted.keys()]) finish(id, { keepalive: true });
});
for (const id of JSON.parse(sessionStorage.getItem("deleted") ?? "[]")) {
    if (!rows.has(id)) continue;
    rows.get(id).remove();
    count(-1);
}
sessionStorage.removeItem("deleted");
