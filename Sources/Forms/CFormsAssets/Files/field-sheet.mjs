// A field at the bottom of a narrow window, while the page above shows where it is.

import { element, setAttribute } from "./dom.mjs";
import { valueInputs } from "./value-control.mjs";

/** Shows one control at a time; `onShow(control)` brings its place into view, and `onClose(control)` ends that. */
export class FieldSheet {
    node = element("section", { class: "field-sheet", hidden: true, "aria-label": "Field" });
    #controls = [];
    #values;
    #actions;
    #control = null;
    #parts = null;
    #error = element("span", { class: "error", id: "sheet-error" });

    constructor(values, actions) {
        this.#values = values;
        this.#actions = actions;
        this.node.addEventListener("keydown", (event) => {
            if (event.key === "Escape") this.close();
        });
        values.addEventListener("change", ({ detail }) => {
            if (detail === null || detail === this.#control?.id) this.#update();
        });
        values.addEventListener("errors", () => this.#update());
    }

    /** The controls in order, of which none is shown any more. */
    set controls(controls) {
        this.#controls = controls;
        this.#control = null;
        this.node.hidden = true;
    }

    /** Shows a control; the cursor goes into it unless it is answered by tapping. */
    show(control) {
        this.#control = control;
        this.#parts = valueInputs(control, this.#values, { prefix: "sheet" });
        const { inputs, list, picture } = this.#parts;
        const title = control.isRequired ? `${control.title} (required)` : control.title;
        const isTapped = ["flag", "question"].includes(control.kind);
        const choices = control.kind === "question" ? control.options.map((option, index) => [inputs[index], option]) : [[inputs[0], title]];
        const answers = isTapped
            ? choices.map(([input, text]) => element("span", { class: "choice" }, input, element("label", { htmlFor: input.id }, text)))
            : [inputs[0], list, picture];
        const place = this.#controls.indexOf(control);
        const step = (text, to) => element("button", {
            type: "button", disabled: !this.#controls[to], onclick: () => this.show(this.#controls[to]),
        }, text);
        this.node.replaceChildren(
            element("div", { class: "sheet-head" },
                isTapped ? element("strong", {}, title) : element("label", { htmlFor: inputs[0].id }, title),
                element("button", { type: "button", class: "quiet", onclick: () => this.close() }, "Done")),
            ...(control.hint ? [element("span", { class: "hint", id: "sheet-hint" }, control.hint)] : []), this.#error,
            element("div", { class: `sheet-answer ${control.kind}` }, ...answers.filter(Boolean)),
            element("div", { class: "buttons" }, step("Previous", place - 1), step("Next", place + 1),
                element("span", { class: "muted small" }, `${place + 1} of ${this.#controls.length}`)));
        this.node.hidden = false;
        this.#update();
        this.#actions.onShow(control);
        if (!isTapped && !inputs[0].hidden) inputs[0].focus({ preventScroll: true });
    }

    /** Ends it. */
    close() {
        if (this.node.hidden) return;
        this.node.hidden = true;
        this.#actions.onClose(this.#control);
        this.#control = null;
    }

    #update() {
        if (!this.#control) return;
        this.#parts.update();
        const message = this.#values.error(this.#control.id) ?? "";
        this.#error.textContent = message;
        this.#error.hidden = message === "";
        // The hint and the error of the panel are hidden with it.
        const ids = [this.#control.hint && "sheet-hint", message && "sheet-error"].filter(Boolean);
        for (const input of this.#parts.inputs) setAttribute(input, "aria-describedby", ids.length ? ids.join(" ") : null);
    }
}
