// The cells of a filled copy in a dialog: the doubtful ones first, each with its picture and a box to correct it.

import { APIError, fetchJSON } from "./api.mjs";
import { doubtText } from "./answer-states.mjs";
import { ask } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { mayChange } from "./may-change.mjs";

/** Shows the cells of a copy at a path of the API. Returns the copy if corrections were saved, or else null. */
export async function checkCells(path) {
    const { answer, cells } = await fetchJSON("GET", path);
    const boxes = cells.map((cell, index) => cellBox(cell, index));
    const doubtful = boxes.filter(({ cell }) => cell.isDoubtful);
    const others = boxes.filter(({ cell }) => !cell.isDoubtful);
    const problem = element("p", { class: "notice bad", role: "alert", hidden: true });
    const content = [
        element("p", { class: "muted" }, doubtful.length === 0
            ? "No cell is doubtful."
            : `${doubtful.length === 1 ? "1 cell is" : `${doubtful.length} cells are`} doubtful.`
            + (mayChange ? " Saving confirms all values, including those that you did not change." : "")),
        element("ul", { class: "answer-cells" }, ...doubtful.map(({ node }) => node)),
    ];
    if (others.length > 0) {
        content.push(element("details", { class: "answer-rest", open: doubtful.length === 0 },
            element("summary", {}, doubtful.length === 0 ? "All cells" : "The other cells"),
            element("ul", { class: "answer-cells" }, ...others.map(({ node }) => node))));
    }
    content.push(problem);
    let saved = null;
    const save = async (value) => {
        if (!value) return true;
        const changes = boxes.filter(({ cell, input }) => cell.isDoubtful || input.value !== cell.value);
        if (changes.length === 0) return true;
        try {
            const json = Object.fromEntries(changes.map(({ cell, input }) => [cell.field, input.value]));
            ({ answer: saved } = await fetchJSON("PATCH", path, { json, version: answer.version }));
            return true;
        } catch (error) {
            if (!(error instanceof APIError)) throw error;
            problem.textContent = error.message;
            problem.hidden = false;
            problem.scrollIntoView({ block: "nearest" });
            return false;
        }
    };
    await ask({
        title: answer.fileName, wide: true, content, check: save,
        actions: mayChange
            ? [{ label: "Save", value: true, kind: "primary" }, { label: "Cancel", value: false }]
            : [{ label: "Close", value: false, kind: "primary" }],
    });
    return saved;
}

function cellBox(cell, index) {
    const id = `cell-${index}`;
    const input = mayChange ? inputOf(cell, id) : null;
    const notes = [
        cell.isDoubtful ? doubtText(cell.reason) : null, cell.isCorrected ? "Corrected or confirmed by a person." : null,
    ].filter((note) => note);
    const note = notes.length > 0 ? element("p", { id: `${id}-note`, class: "note small" }, notes.join(" ")) : null;
    if (input && note) input.setAttribute("aria-describedby", note.id);
    const node = element("li", { class: cell.isDoubtful ? "doubtful" : "" },
        input ? element("label", { htmlFor: id }, cell.label) : element("p", { class: "label" }, cell.label),
        cell.pictureUrl ? element("img", { src: cell.pictureUrl, alt: `The field “${cell.label}” in the copy` }) : null,
        input ?? element("p", { class: "value" }, cell.value || "–"), note);
    return { cell, node, input };
}

function inputOf(cell, id) {
    if (cell.options) {
        const options = cell.options.includes(cell.value) ? cell.options : [...cell.options, cell.value];
        return element("select", { id }, ...options.map((value) =>
            element("option", { value, selected: value === cell.value }, value || "none")));
    }
    if (cell.value.includes("\n")) return element("textarea", { id, value: cell.value, maxLength: 10000 });
    return element("input", { id, type: "text", value: cell.value, maxLength: 10000, autocomplete: "off" });
}
