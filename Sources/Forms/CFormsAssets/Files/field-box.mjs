// A field as it is corrected: a button over the page, with handles while it alone is selected.

import { element, setAttribute } from "./dom.mjs";
import { isDoubtful, labelOf, spokenField } from "./describe.mjs";

const corners = ["nw", "n", "ne", "e", "se", "s", "sw", "w"];

/** Makes the element of a field. */
export function fieldBox(form, selection, field) {
    const name = element("span", { class: "field-name", "aria-hidden": "true" });
    const node = element("button", { type: "button", class: "field" }, name);
    node.dataset.id = field.id;
    node.dataset.key = `box ${field.id}`;
    return {
        node,
        update(field) {
            const isSelected = selection.has(field.id);
            setAttribute(node, "aria-label", spokenField(field, form.position(field.id), form.fields.length));
            setAttribute(node, "aria-pressed", isSelected ? "true" : "false");
            node.dataset.type = field.type;
            node.classList.toggle("doubtful", isDoubtful(field));
            if (name.textContent !== labelOf(field)) name.textContent = labelOf(field);
            const hasHandles = isSelected && selection.size === 1;
            node.classList.toggle("resizable", hasHandles);
            if (hasHandles && node.childElementCount === 1) node.append(...corners.map(handle));
            else if (!hasHandles) while (node.childElementCount > 1) node.lastElementChild.remove();
        },
    };
}

// For the pointer only: the keyboard resizes with Alt and the arrow keys.
function handle(edges) {
    const node = element("span", { class: `handle ${edges}`, "aria-hidden": "true" });
    node.dataset.edges = edges;
    return node;
}
