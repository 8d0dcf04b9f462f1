// Sharing the form of a document with the office.

import { announce } from "./announce.mjs";
import { APIError, fetchJSON } from "./api.mjs";
import { tell } from "./dialog.mjs";
import { askTitle } from "./share-dialog.mjs";

/** Makes a button share the form of a document; the button is nil if the office has the form. */
export function offerSharing(button, { id, fileName }) {
    if (!button) return;
    button.hidden = false;
    button.addEventListener("click", () => share(button, id, fileName));
}

async function share(button, id, fileName) {
    try {
        const form = await askTitle({
            title: "Share the blank form with the office", name: fileName.replace(/\.[^.]*$/, ""), action: "Share",
            note: "Others can then start from the blank form, with the fields as corrected here. Values are not shared.",
        });
        if (!form) return;
        await fetchJSON("POST", "/forms", { json: { documentId: id, ...form } });
        button.hidden = true;
        announce("The form is shared.");
        await tell("The form is shared", "It is on the page “Forms”. Corrections of its fields now apply for everybody.");
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        // The page was opened before the pages of the form were known.
        if (error.code === "form_shared") button.hidden = true;
        await tell("The form was not shared", error.message);
    }
}
