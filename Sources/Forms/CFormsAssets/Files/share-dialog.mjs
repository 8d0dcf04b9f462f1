// The name, edition and state of a form that everybody can use.

import { ask, labelled } from "./dialog.mjs";
import { element } from "./dom.mjs";

const states = [["current", "Ready for use"], ["draft", "Draft: fields still being checked"], ["retired", "No longer in use"]];

/**
 * Asks for the name, edition and state of a form.
 *
 * Resolves to {name, edition, state}, to "delete", or to null if the dialog was closed.
 */
export async function askTitle({ title, name, edition = "", state = "current", action, note, mayDelete = false }) {
    const nameBox = element("input", { id: "form-name", type: "text", value: name, maxLength: 200, required: true });
    const editionBox = element("input", { id: "form-edition", type: "text", value: edition, maxLength: 50 });
    const stateBox = element("select", { id: "form-state" },
        ...states.map(([value, text]) => element("option", { value, selected: value === state }, text)));
    const answer = await ask({
        title,
        content: [
            ...(note ? [element("p", {}, note)] : []), labelled("Name", nameBox), labelled("Edition, such as 01/2026 (optional)", editionBox),
            labelled("State", stateBox),
        ],
        actions: [
            { label: action, value: "save", kind: "primary" }, { label: "Cancel", value: null },
            ...(mayDelete ? [{ label: "Delete…", value: "delete", kind: "danger" }] : []),
        ],
        check: (value) => value !== "save" || nameBox.reportValidity(),
    });
    if (answer !== "save") return answer;
    return { name: nameBox.value, edition: editionBox.value, state: stateBox.value };
}
