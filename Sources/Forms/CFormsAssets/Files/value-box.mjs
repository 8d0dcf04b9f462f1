// A field as it is filled in: its input over the page.

import { element } from "./dom.mjs";
import { valueInputs } from "./value-control.mjs";

/** The size of text on forms, in points, unless the field is lower or asks for another. */
const usualSize = 11;

/**
 * Makes the elements of all controls on pages. Returns {box(field), update(id)}.
 *
 * `onFocus(control)` is called when the cursor comes into one. A question's inputs are made with its first choice, and
 * each lies over its own.
 */
export function valueBoxes(form, controls, values, onFocus) {
    const made = new Map();
    const inputOf = new Map();
    const listOf = new Map();
    const controlOf = new Map();
    for (const control of controls) for (const field of control.fields) controlOf.set(field.id, control);

    function make(control) {
        const { inputs, list, update } = valueInputs(control, values, { prefix: "on-page", label: true });
        if (list) listOf.set(control.id, list);
        control.fields.forEach((field, index) => inputOf.set(field.id, inputs[index]));
        update();
        made.set(control.id, update);
    }

    return {
        box(field) {
            const control = controlOf.get(field.id);
            if (!made.has(control.id)) make(control);
            const input = inputOf.get(field.id);
            const attributes = { class: `value-box ${control.kind}`, onfocusin: () => onFocus(control) };
            const node = element("div", attributes, input, listOf.get(control.id));
            node.dataset.id = field.id;
            return { node, update: (field) => setText(input, control, field, form.pageOf(field)) };
        },
        update(id) {
            if (id === null) for (const update of made.values()) update();
            else made.get(id)?.();
        },
    };
}

/** Sets the size of the text as a share of the page's width, so that it grows with the page. */
function setText(input, control, field, page) {
    if (control.kind === "flag" || control.kind === "question") return;
    // A line with its descenders is half as high again as its size.
    const room = control.kind === "lines" ? usualSize : field.height / 1.5;
    const size = Math.max(5, Math.min(field.fontSize || usualSize, room));
    input.style.fontSize = `${(size / page.width) * 100}cqw`;
    input.style.textAlign = field.alignment ?? "";
    if (field.combEdges?.length > 1 && control.kind === "text") {
        // One character in each cell, as far as a proportional font can.
        const gap = field.width / (field.combEdges.length - 1) - size * 0.55;
        input.style.letterSpacing = `${(gap / page.width) * 100}cqw`;
    }
}
