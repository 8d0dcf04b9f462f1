// The form as a list of inputs beside the pages, with a summary of what is wrong.

import { element, revealInside } from "./dom.mjs";
import { shownValue, valueInputs } from "./value-control.mjs";
import { about, count } from "./describe.mjs";

/** Lists controls page by page; `onFocus(control)` is called when the cursor comes into one. */
export class ValueList {
    #controls;
    #values;
    #entries = new Map();
    #summary = element("div", { class: "error-summary", tabIndex: -1, hidden: true, "aria-labelledby": "error-title" });
    #progress = element("p", { class: "muted small" });
    #search;

    constructor(controls, values, onFocus) {
        this.#controls = controls;
        this.#values = values;
        this.#search = element("input", {
            type: "search", id: "value-search", placeholder: "Label", oninput: () => this.#filter(), "data-key": "value-search",
        });
        const pages = [];
        for (const control of controls) {
            const entry = this.#entry(control, onFocus);
            this.#entries.set(control.id, entry);
            if (pages.at(-1)?.page !== control.page) pages.push({ page: control.page, nodes: [] });
            pages.at(-1).nodes.push(entry.node);
        }
        this.node = element("div", { class: "value-list" }, this.#summary,
            element("div", { class: "filter" },
                element("span", {}, element("label", { htmlFor: "value-search" }, "Find"), this.#search)),
            this.#progress,
            ...pages.map(({ page, nodes }) =>
                element("section", { class: "group" }, element("h3", {}, `Page ${page + 1}`), ...nodes)));
        this.update(null);
        this.showErrors();
    }

    /** Shows a control's value, or all if the id is null. */
    update(id) {
        if (id === null) for (const { update } of this.#entries.values()) update();
        else this.#entries.get(id)?.update();
        const given = this.#controls.filter((control) => shownValue(control, this.#values) !== "").length;
        this.#progress.textContent = `${given} of ${count(this.#controls.length, "field")} filled in`;
    }

    /** Shows what is wrong, at the fields and in the summary. */
    showErrors() {
        for (const { update } of this.#entries.values()) update();
        const wrong = this.#controls.filter(({ id }) => this.#values.error(id) !== undefined);
        this.#summary.hidden = wrong.length === 0;
        this.#summary.replaceChildren(
            element("h3", { id: "error-title" }, wrongText(wrong.map(({ id }) => this.#values.isMissing(id)))),
            element("ul", {}, ...wrong.map((control) => element("li", {}, element("a", {
                href: `#value-${control.id}`, onclick: (event) => {
                    event.preventDefault();
                    this.focus(control.id);
                },
            }, about(control.title, this.#values.error(control.id)))))));
    }

    /** Moves the focus to the summary. */
    focusErrors() {
        this.#summary.scrollIntoView({ block: "nearest" });
        this.#summary.focus();
    }

    /** Moves the focus to a control, with its label in view. */
    focus(id) {
        const entry = this.#entries.get(id);
        if (!entry) return;
        entry.node.hidden = false;
        entry.node.scrollIntoView({ block: "center" });
        entry.inputs[0].focus({ preventScroll: true });
    }

    /** Brings a control into view. */
    reveal(id) {
        const [entry, panel] = [this.#entries.get(id), this.node.closest(".panel")];
        if (entry && panel) revealInside(panel, entry.node);
    }

    #filter() {
        const text = this.#search.value.trim().toLowerCase();
        for (const control of this.#controls) {
            this.#entries.get(control.id).node.hidden = text !== "" && !control.title.toLowerCase().includes(text);
        }
        for (const group of this.node.querySelectorAll(".group")) {
            group.hidden = ![...group.querySelectorAll(".value-entry")].some(({ hidden }) => !hidden);
        }
    }

    #entry(control, onFocus) {
        const { inputs, list, picture, update } = valueInputs(control, this.#values, { prefix: "value" });
        const hint = control.hint ? element("span", { class: "hint", id: `hint-${control.id}` }, control.hint) : null;
        const error = element("span", { class: "error", id: `error-${control.id}` });
        const node = element("div", { class: `value-entry ${control.kind}`, onfocusin: () => onFocus(control) },
            ...this.#labelled(control, inputs, hint, error), list, picture);
        return {
            node, inputs,
            update: () => {
                update();
                const message = this.#values.error(control.id) ?? "";
                if (error.textContent !== message) error.textContent = message;
                error.hidden = message === "";
                node.classList.toggle("wrong", message !== "");
            },
        };
    }

    #labelled(control, inputs, hint, error) {
        const title = control.isRequired ? `${control.title} (required)` : control.title;
        if (control.kind === "question") {
            // Of buttons that go on and off together the first stands for all.
            const choices = inputs.filter((_, index) => control.options.indexOf(control.options[index]) === index).map((input) =>
                element("span", { class: "choice" }, input, element("label", { htmlFor: input.id }, input.value)));
            const clear = element("button", {
                type: "button", class: "quiet small", onclick: () => this.#values.set(control.id, ""),
            }, "No answer", element("span", { class: "hidden-text" }, ` to ${control.title}`));
            return [element("fieldset", {}, element("legend", {}, title), hint, error, ...choices, clear)];
        }
        const [input] = inputs;
        const label = element("label", { htmlFor: input.id }, title);
        if (control.kind === "flag") return [error, element("span", { class: "choice" }, input, label), hint];
        return [label, hint, error, input];
    }
}

/** What is wrong, in numbers; for each field whether it is only empty. */
function wrongText(areMissing) {
    const missing = areMissing.filter(Boolean).length;
    const unusable = areMissing.length - missing;
    const parts = [];
    if (unusable) parts.push(`${count(unusable, "value")} cannot be used`);
    if (missing) parts.push(`${count(missing, "required field is", "required fields are")} empty`);
    return parts.join(", ");
}
