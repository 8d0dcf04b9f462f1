// The name, edition and state of a form of the office, and who sees it.

import { fetchJSON } from "./api.mjs";
import { ask, labelled } from "./dialog.mjs";
import { element } from "./dom.mjs";

const states = [["current", "Ready for use"], ["draft", "Draft: fields still being checked"], ["retired", "No longer in use"]];

/**
 * Asks for the name, edition and state of a form, and for the groups that see it if the user is in any.
 *
 * Resolves to {name, edition, state, groups}, to "delete", or to null if the dialog was closed.
 */
export async function askTitle({ title, name, edition = "", state = "current", groups = [], action, note, mayDelete = false }) {
    const { groups: own } = await fetchJSON("GET", "/me/groups");
    const choices = [...new Set([...groups, ...own])].sort();
    const boxes = choices.map((group) => element("input", { type: "checkbox", value: group, checked: groups.includes(group) }));
    const seenBy = element("fieldset", {}, element("legend", {}, "Shown to these groups only; to everybody if none is chosen"),
        ...boxes.map((box) => element("label", { class: "choice" }, box, ` ${box.value}`)));
    const nameBox = element("input", { id: "form-name", type: "text", value: name, maxLength: 200, required: true });
    const editionBox = element("input", { id: "form-edition", type: "text", value: edition, maxLength: 50 });
    const stateBox = element("select", { id: "form-state" },
        ...states.map(([value, text]) => element("option", { value, selected: value === state }, text)));
    const answer = await ask({
        title,
        content: [
            ...(note ? [element("p", {}, note)] : []), labelled("Name", nameBox), labelled("Edition, such as 01/2026 (optional)", editionBox),
            labelled("State", stateBox), ...(choices.length > 0 ? [seenBy] : []),
        ],
        actions: [
            { label: action, value: "save", kind: "primary" }, { label: "Cancel", value: null },
            ...(mayDelete ? [{ label: "Delete…", value: "delete", kind: "danger" }] : []),
        ],
        check: (value) => value !== "save" || nameBox.reportValidity(),
    });
    if (answer !== "save") return answer;
    const chosen = choices.length > 0 ? { groups: boxes.filter((box) => box.checked).map((box) => box.value) } : {};
    return { name: nameBox.value, edition: editionBox.value, state: stateBox.value, ...chosen };
}
