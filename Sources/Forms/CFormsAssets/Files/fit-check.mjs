// Whether values fit into their fields, which only drawing them can tell.

import { sendPatiently } from "./api.mjs";
import { problemsOf } from "./pictures.mjs";

const messages = {
    value_overflow: "This does not fit into the field. Shorten it, or make the field larger under “Check fields”.",
    bad_signature_image: "This picture cannot be used. Choose another one.",
    missing_glyph: "No font of this service has one of these characters.",
};

/** Problems as a preview names them, by field, in words. */
export function problemsInWords(problems) {
    return new Map(problems.map(({ fieldRegionId, code }) => [fieldRegionId, messages[code] ?? "This value cannot be used here."]));
}

/** Draws the pages that have values, as small as possible, and returns what does not fit, by field. */
export async function checkFit(document, controls, values) {
    const pages = new Set(controls.filter(({ id }) => values.get(id)).flatMap(({ fields }) => fields.map(({ page }) => page)));
    const found = new Map();
    for (const page of pages) {
        const path = `/documents/${document}/pages/${page}/preview?width=64`;
        const response = await sendPatiently("POST", path, { json: { values: values.unsent } });
        for (const [id, message] of problemsInWords(problemsOf(response))) found.set(id, message);
    }
    return found;
}
