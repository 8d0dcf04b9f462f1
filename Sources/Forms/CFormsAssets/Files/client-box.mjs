// The client of an open document, at the top of its page.

import { announce } from "./announce.mjs";
import { APIError, fetchJSON } from "./api.mjs";
import { tell } from "./dialog.mjs";
import { editCase } from "./case-dialog.mjs";
import { keepTyped, typedBefore } from "./keep-typed.mjs";

/** Makes the box with the client save what is typed, and the button open all details. */
export function offerCase({ id, box, button, heading }) {
    if (!box) return;
    box.disabled = false;
    button.hidden = false;
    const typed = `formwright.client.${id}`;
    let saved = box.value;
    const show = (details) => {
        saved = details.client;
        box.value = details.client;
        heading.textContent = details.fileName;
        heading.title = details.fileName;
    };
    const save = async () => {
        const client = box.value.trim();
        if (client === saved) return;
        try {
            const { version } = await fetchJSON("GET", `/documents/${id}/case`);
            const details = await fetchJSON("PATCH", `/documents/${id}/case`, { json: { client }, version });
            // Meanwhile, somebody may have gone on typing.
            if (box.value.trim() === client) show(details);
            keepTyped(typed, null);
            announce("The client is saved.");
        } catch (error) {
            if (!(error instanceof APIError)) throw error;
            await tell("The client was not saved", error.message);
        }
    };
    box.addEventListener("input", () => keepTyped(typed, box.value));
    box.addEventListener("change", save);
    // From before a reload, while the cursor was in the box.
    const left = typedBefore(typed);
    if (left !== null) {
        box.value = left;
        save();
    }
    button.addEventListener("click", async () => {
        try {
            const details = await editCase(id);
            if (details) show(details);
        } catch (error) {
            if (!(error instanceof APIError)) throw error;
            await tell("The details cannot be shown", error.message);
        }
    });
}
