// Whether values fit into their fields, which only drawing them can tell.

import { send, sendPatiently } from "./api.mjs";
import { problemsOf } from "./pictures.mjs";
import { isPicture } from "./picture-value.mjs";
import { fullness } from "./printed-text.mjs";

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

/** The share of a field above which the service is asked whether a text fits. */
const nearlyFull = 0.75;
const pause = 800;

/**
 * Asks the service about a text that may not fit, when somebody pauses while typing it.
 *
 * Most texts are much shorter than their fields, and nobody is asked about them.
 */
export class FitWatch {
    #document;
    #values;
    #timers = new Map();

    constructor(document, values) {
        this.#document = document;
        this.#values = values;
    }

    /** Looks at a control whose value has changed. */
    changed(control) {
        clearTimeout(this.#timers.get(control.id));
        this.#timers.delete(control.id);
        const text = this.#values.get(control.id) ?? "";
        const [field] = control.fields;
        if (!["text", "combo", "lines"].includes(control.kind) || isPicture(text) || field.combEdges?.length > 1) return;
        if (fullness(field, text, control.kind === "lines") < nearlyFull) return;
        this.#timers.set(control.id, setTimeout(() => this.#ask(control), pause));
    }

    /** Forgets what was to be asked. */
    stop() {
        for (const timer of this.#timers.values()) clearTimeout(timer);
        this.#timers.clear();
    }

    async #ask({ id, fields: [field] }) {
        this.#timers.delete(id);
        if (this.#values.errors.has(id)) return;
        const snapshot = this.#values.snapshot;
        const json = { values: this.#values.inputs([id]) };
        let response;
        try {
            response = await send("POST", `/documents/${this.#document}/pages/${field.page}/preview?width=64`, { json });
        } catch {
            // The PDF is not made before everything was checked.
            return;
        }
        const message = problemsInWords(problemsOf(response)).get(id);
        if (message) this.#values.noteUnfit(new Map([[id, message]]), snapshot);
    }
}
