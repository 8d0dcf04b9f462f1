// The page of one document: first the work on it, then the editor.

import { APIError, fetchJSON } from "./api.mjs";
import { offerCase } from "./client-box.mjs";
import { element } from "./dom.mjs";
import { openEditor } from "./editor.mjs";
import { stateClass, stateTitle } from "./states.mjs";
import { offerSharing } from "./sharing.mjs";
import { showWork } from "./work-view.mjs";

const { id } = document.getElementById("document").dataset;
const badge = document.getElementById("state");

function showState(status) {
    badge.textContent = stateTitle(status);
    badge.className = `badge ${stateClass(status)}`;
}

// Whoever waits for the fields can name the client meanwhile.
offerCase({
    id, box: document.getElementById("client"), button: document.getElementById("details"),
    heading: document.getElementById("file-name"),
});

/** Whether the office has the form by now, which the page says by leaving out the button. */
async function isShared() {
    const response = await fetch(`/documents/${id}`);
    return response.ok && !(await response.text()).includes('id="share"');
}

try {
    const hasWorked = await showWork(id, document.getElementById("work"), showState);
    const detail = await fetchJSON("GET", `/documents/${id}`);
    const container = document.getElementById("editor");
    await openEditor(detail, container, showState);
    const share = document.getElementById("share");
    // Before the pages of the form were known, the service could not tell whether the office has it.
    if (share && !(hasWorked && await isShared())) offerSharing(share, detail.document);
} catch (error) {
    const work = document.getElementById("work");
    work.hidden = false;
    work.replaceChildren(element("p", { class: "notice bad", role: "alert" }, error.message),
        element("p", {}, element("button", { type: "button", onclick: () => location.reload() }, "Try again")));
    if (!(error instanceof APIError)) throw error;
}
