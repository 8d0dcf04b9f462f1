// A field as it is filled in: its input over the page.

import { element } from "./dom.mjs";
import { setText } from "./printed-text.mjs";
import { valueInputs } from "./value-control.mjs";

/**
 * Makes the elements of all controls on pages. Returns {box(field), update(id)}.
 *
 * `onFocus(control)` is called when the cursor comes into one, and while `hasSheet()`, `onTap(control)` when one is clicked.
 * A question's inputs are made with its first choice, and each lies over its own.
 */
export function valueBoxes(form, controls, values, { onFocus, hasSheet, onTap }) {
    const made = new Map();
    const pictureOf = new Map();
    const inputOf = new Map();
    const listOf = new Map();
    const controlOf = new Map();
    for (const control of controls) for (const field of control.fields) controlOf.set(field.id, control);

    function make(control) {
        const { inputs, list, picture, update } = valueInputs(control, values, { prefix: "on-page", label: true });
        if (list) listOf.set(control.id, list);
        if (picture) pictureOf.set(control.id, picture);
        control.fields.forEach((field, index) => inputOf.set(field.id, inputs[index]));
        update();
        made.set(control.id, () => {
            update();
            control.fields.forEach((field, index) => {
                const current = form.field(field.id);
                if (current) setText(inputs[index], control, current, form.pageOf(current));
            });
        });
    }

    return {
        box(field) {
            const control = controlOf.get(field.id);
            if (!made.has(control.id)) make(control);
            const input = inputOf.get(field.id);
            // A tap that is taken neither ticks a box nor opens a list on the page.
            const tapped = (event) => hasSheet() && !event.target.closest(".picture-button");
            const attributes = {
                class: `value-box ${control.kind}`, onfocusin: () => onFocus(control),
                onmousedown: (event) => tapped(event) && event.preventDefault(),
                onclick: (event) => {
                    // A key on a box is a click, too, without a count.
                    if (event.detail === 0 || !tapped(event)) return;
                    event.preventDefault();
                    onTap(control);
                },
            };
            const node = element("div", attributes, input, listOf.get(control.id), pictureOf.get(control.id));
            node.dataset.id = field.id;
            return { node, update: (field) => setText(input, control, field, form.pageOf(field)) };
        },
        update(id) {
            if (id === null) for (const update of made.values()) update();
            else made.get(id)?.();
        },
    };
}
