// The name of a document, and the client, tags and notes by which people find it.

import { APIError, fetchJSON } from "./api.mjs";
import { ask, labelled, tell } from "./dialog.mjs";
import { element } from "./dom.mjs";

/** Asks for the name and details of a document, and saves them; resolves to what was saved, or to null. */
export async function editCase(id) {
    const [known, { groups }] = await Promise.all([fetchJSON("GET", `/documents/${id}/case`), fetchJSON("GET", "/me/groups")]);
    const group = known.group ?? "";
    const suffix = known.fileName.match(/\.[^.]*$/)?.[0] ?? "";
    const boxes = {
        client: element("input", { id: "case-client", type: "text", value: known.client, maxLength: 200, autocomplete: "off" }),
        fileName: element("input", {
            id: "case-name", type: "text", value: known.fileName.slice(0, known.fileName.length - suffix.length),
            maxLength: 190, required: true, autocomplete: "off",
        }),
        tags: element("input", { id: "case-tags", type: "text", value: known.tags.join(", "), maxLength: 1100, autocomplete: "off" }),
        notes: element("textarea", { id: "case-notes", rows: 5, value: known.notes, maxLength: 10000 }),
    };
    const owner = groups.length === 0 ? null : element("select", { id: "case-group" },
        ...["", ...groups].map((name) => element("option", { value: name, selected: name === group }, name ? `Group ${name}` : "Only me")));
    const problem = element("p", { class: "notice bad", role: "alert", hidden: true });
    let saved = null;
    await ask({
        title: "Details of the document",
        content: [
            labelled("Client or case", boxes.client), labelled("Name of the document", boxes.fileName),
            labelled("Tags, separated by commas", boxes.tags), labelled("Notes", boxes.notes),
            ...(owner ? [labelled("Who sees it", owner)] : []), problem,
        ],
        actions: [{ label: "Save", value: true, kind: "primary" }, { label: "Cancel", value: false }],
        check: async (isSaving) => {
            if (!isSaving) return true;
            if (!boxes.fileName.reportValidity()) return false;
            const json = {
                client: boxes.client.value, fileName: boxes.fileName.value + suffix,
                tags: boxes.tags.value.split(",").map((tag) => tag.trim()).filter(Boolean), notes: boxes.notes.value,
            };
            if (owner && owner.value !== group) json.group = owner.value;
            try {
                saved = await fetchJSON("PATCH", `/documents/${id}/case`, { json, version: known.version });
                return true;
            } catch (error) {
                if (!(error instanceof APIError)) throw error;
                // What was typed stays in the dialog.
                problem.textContent = error.message;
                problem.hidden = false;
                return false;
            }
        },
    });
    return saved;
}

/** Adds a document with the same form, values and details, and opens its page. */
export async function duplicate(id) {
    try {
        const { documentId } = await fetchJSON("POST", `/documents/${id}/duplicate`);
        location.assign(`/documents/${documentId}`);
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        await tell("The document was not duplicated", error.message);
    }
}
