// Filled copies of a form: uploads with progress, copies that are being read, checking their cells, and deleting them.

import { announce } from "./announce.mjs";
import { answerStateClass, answerStateTitle } from "./answer-states.mjs";
import { checkCells } from "./answer-cells.mjs";
import { APIError, fetchJSON, send } from "./api.mjs";
import { ask, tell } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { acceptDrops } from "./drop-zone.mjs";
import { Upload } from "./upload.mjs";

// MARK: Uploads

const form = document.getElementById("upload");
if (form) takeUploads();

function takeUploads() {
    const input = document.getElementById("file");
    const uploads = document.getElementById("uploads");
    const toList = element("p", { hidden: true },
        element("a", { class: "button", href: location.pathname }, "Show the uploaded copies in the list"));
    uploads.after(toList);
    for (const node of document.querySelectorAll(".with-script")) node.hidden = false;
    const address = `/api/v1${form.getAttribute("action")}`;
    const start = async (files) => {
        if (files.length === 0) return;
        const group = document.getElementById("upload-group")?.value;
        const query = group ? `?${new URLSearchParams({ group })}` : "";
        const waiting = files.map((file) => new Upload(file.name, address + query, [file]));
        uploads.append(...waiting.map((upload) => upload.node));
        uploads.scrollIntoView({ block: "nearest" });
        form.reset();
        let arrived = 0;
        for (const upload of waiting) if (await upload.run(() => location.pathname)) arrived += 1;
        // A refusal stays until it is dismissed: the list would come without it.
        if (arrived > 0 && uploads.querySelector(".failed")) toList.hidden = false;
        else if (arrived > 0) location.assign(location.pathname);
    };
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        start([...input.files]);
    });
    // With a script, choosing files is enough.
    form.querySelector("button[type=submit]").hidden = true;
    input.addEventListener("change", () => start([...input.files]));
    acceptDrops(document.getElementById("drop-veil"), start);
    // A quick hand chooses files before this script runs.
    start([...input.files]);
}

// MARK: The list

const table = document.querySelector("table[data-form]");
const rows = new Map([...document.querySelectorAll("tr[data-id]")].map((row) => [row.dataset.id, row]));
const path = (id) => `/forms/${table.dataset.form}/answers/${id}`;

/** Shows how far a copy is read. */
function show({ id, fileName, state, cells, doubtful, failure }) {
    const row = rows.get(id);
    if (!row) return;
    if (row.dataset.state !== state) announce(`${fileName}: ${answerStateTitle(state)}`);
    row.dataset.state = state;
    const badge = row.querySelector(".badge:not(.group)");
    badge.textContent = answerStateTitle(state);
    badge.className = `badge ${answerStateClass(state)}`;
    row.querySelector(".cells").textContent = cells ?? "";
    row.querySelector(".doubtful").textContent = doubtful ?? "";
    row.querySelector(".problem").textContent = failure?.message ?? "";
    mark(row);
}

/** Offers what can be done with a copy in its state. */
function mark(row) {
    row.querySelector(".check").hidden = row.dataset.state !== "read";
    const doubtful = row.querySelector(".doubtful");
    doubtful.classList.toggle("some", Number(doubtful.textContent) > 0);
}

for (const [id, row] of rows) {
    mark(row);
    row.querySelector(".check").addEventListener("click", () => attempt("The copy cannot be shown", async () => {
        const saved = await checkCells(path(id));
        if (!saved) return;
        show(saved);
        announce("The corrections are saved.");
    }));
    const button = row.querySelector(".delete");
    if (!button) continue;
    button.hidden = false;
    button.addEventListener("click", () => attempt("The copy was not deleted", () => remove(id, row)));
}

async function attempt(title, action) {
    try {
        await action();
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        await tell(title, error.message);
    }
}

async function remove(id, row) {
    const answer = await ask({
        title: `Delete “${row.querySelector(".file-name").textContent}”?`,
        content: [element("p", {}, "Its values and all corrections are removed from the table.")],
        actions: [{ label: "Delete", value: true, kind: "danger" }, { label: "Keep", value: false }],
    });
    if (!answer) return;
    await send("DELETE", path(id));
    location.reload();
}

// One request for all of them, as long as one is being read.
async function refresh() {
    if (![...rows.values()].some((row) => row.dataset.state === "reading")) return;
    try {
        const { answers } = await fetchJSON("GET", `/forms/${table.dataset.form}/answers${table.dataset.query}`);
        answers.forEach(show);
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
    }
    setTimeout(refresh, 1500);
}
setTimeout(refresh, 700);
