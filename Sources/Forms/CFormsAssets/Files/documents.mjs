// The list of forms: uploads with progress, forms being worked on, and deleting.

import { announce } from "./announce.mjs";
import { APIError, fetchJSON, send } from "./api.mjs";
import { ask, tell } from "./dialog.mjs";
import { element, localTime } from "./dom.mjs";
import { acceptDrops } from "./drop-zone.mjs";
import { mayChange } from "./may-change.mjs";
import { stateClass, stateTitle } from "./states.mjs";
import { uploadForms } from "./form-upload.mjs";

for (const node of document.querySelectorAll("time")) localTime(node);

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
    const uploaded = await uploadForms(files, uploads);
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

// MARK: Deleting

for (const [id, row] of mayChange ? rows : []) {
    const button = row.querySelector(".delete");
    button.hidden = false;
    button.addEventListener("click", () => remove(id, row));
}

async function remove(id, row) {
    const name = row.querySelector("a").textContent;
    const answer = await ask({
        title: `Delete “${name}”?`,
        content: [Object.assign(document.createElement("p"), {
            textContent: "The form, the values typed for it and the filled form are deleted. This cannot be undone.",
        })],
        actions: [{ label: "Delete", value: true, kind: "danger" }, { label: "Keep", value: false }],
    });
    if (!answer) return;
    try {
        await send("DELETE", `/documents/${id}`);
    } catch (error) {
        return void tell("The form was not deleted", error.message);
    }
    const next = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    rows.delete(id);
    announce(`${name} is deleted.`);
    if (!next) return location.assign("/");
    next.querySelector("a").focus();
}
