// The office's forms: changing their names and states, deleting them, and the history of their fields.

import { APIError, fetchJSON, send } from "./api.mjs";
import { ask, tell } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { askTitle } from "./share-dialog.mjs";

for (const item of document.querySelectorAll(".shared-forms li")) {
    for (const [name, action] of [["change", change], ["history", showHistory]]) {
        const button = item.querySelector(`.${name}`);
        if (!button) continue;
        button.hidden = false;
        button.addEventListener("click", () => attempt(() => action(item.dataset)));
    }
}

// What is chosen applies at once: whoever starts a form means the group that they see.
for (const choice of document.querySelectorAll("#state, #group")) choice.addEventListener("change", () => choice.form.requestSubmit());

async function attempt(action) {
    try {
        await action();
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        await tell("The form was not changed", error.message);
    }
}

async function change({ id, version, name, edition, state, groups, mayDelete }) {
    const answer = await askTitle({
        title: `Change “${name}”`, name, edition, state, groups: groups.split(" ").filter(Boolean), action: "Save", mayDelete: mayDelete !== undefined,
    });
    if (answer === "delete") return remove(id, name);
    if (!answer) return;
    await send("PATCH", `/forms/${id}`, { json: answer, version });
    location.reload();
}

async function remove(id, name) {
    const answer = await ask({
        title: `Delete “${name}” for everybody?`,
        content: [element("p", {}, "Documents that were started from it stay, and so do the corrected fields. To keep the form "
            + "out of use without deleting it, change its state to “No longer in use”.")],
        actions: [{ label: "Delete", value: true, kind: "danger" }, { label: "Keep", value: false }],
    });
    if (!answer) return;
    await send("DELETE", `/forms/${id}`);
    location.reload();
}

async function showHistory({ id, name }) {
    const { versions } = await fetchJSON("GET", `/forms/${id}/history`);
    const rows = versions.map(({ version, user, time }) => element("tr", {},
        element("th", { scope: "row" }, `${version}`),
        element("td", {}, time ? new Date(time).toLocaleString() : "not known"),
        element("td", {}, user === undefined ? "not known" : user || "without login")));
    const head = ["Version", "Time", "User"].map((title) => element("th", { scope: "col" }, title));
    await ask({
        title: `Corrections of “${name}”`,
        content: rows.length === 0
            ? [element("p", {}, "Nobody has corrected its fields.")]
            : [element("p", {}, "Undo in “Check fields”, in any document of the form, restores the version before."),
                element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows))],
        actions: [{ label: "Close", value: true, kind: "primary" }],
    });
}
