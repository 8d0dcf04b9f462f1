// What a document's page shows before its fields are known.

import { announce } from "./announce.mjs";
import { fetchJSON, send } from "./api.mjs";
import { element } from "./dom.mjs";
import { follow } from "./follow.mjs";
import { mayChange } from "./may-change.mjs";
import { progressBar } from "./progress.mjs";
import { remedyOf, stateTitle, stepText } from "./states.mjs";

/** Shows a document's progress, or why it failed, until its fields are known; returns whether they were not at first. */
export async function showWork(id, container, onState) {
    let hasWorked = false;
    let hasWaited = false;
    for (;;) {
        const detail = await fetchJSON("GET", `/documents/${id}`);
        onState(detail.document.status);
        if (detail.pages.length) {
            if (hasWorked) announce(stateTitle(detail.document.status));
            break;
        }
        hasWaited = true;
        container.hidden = false;
        if (detail.document.status === "processing") {
            hasWorked = true;
            await showProgress(id, container);
        } else await showChoice(id, container, detail);
    }
    container.hidden = true;
    container.replaceChildren();
    return hasWaited;
}

async function showProgress(id, container) {
    const progress = progressBar("Progress");
    progress.show("Waiting …");
    container.replaceChildren(element("h2", {}, "Finding the fields"), progress.node,
        element("p", { class: "muted" }, "You can close this page; the work goes on."));
    await follow(id, (step) => progress.show(stepText(step), step.total ? step.completed / step.total : undefined));
}

/** A document that waits for somebody: uploaded by an app, or failed. */
function showChoice(id, container, { document: { status }, failure }) {
    return new Promise((resolve) => {
        const problem = element("p", { class: "error", role: "alert" });
        const start = async (action) => {
            try {
                await send("POST", `/documents/${id}/${action}`);
                resolve();
            } catch (error) {
                problem.textContent = error.message;
            }
        };
        const isFailed = status === "failed";
        if (isFailed) announce(`The form could not be read. ${failure?.message ?? ""}`);
        const remedy = isFailed ? remedyOf(failure?.code) : undefined;
        const [action, label] = isFailed ? ["retry", "Try again"] : ["process", "Find the fields"];
        const button = remedy || !mayChange ? null
            : element("button", { type: "button", class: "primary", onclick: () => start(action) }, label);
        container.replaceChildren(
            element("h2", {}, isFailed ? "The form could not be read" : "The fields have not been looked for yet"),
            element("p", {}, isFailed ? (failure?.message ?? "") : mayChange
                ? "It takes a few seconds, or minutes for long scans." : "Your role is to see and download, so somebody else must do it."),
            ...(remedy && mayChange ? [element("p", {}, remedy)] : []), problem, element("div", { class: "buttons" }, button,
                element("a", { class: remedy ? "button primary" : "button", href: "/" }, "All documents")));
    });
}
