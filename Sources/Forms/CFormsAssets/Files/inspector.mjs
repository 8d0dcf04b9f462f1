// Label, type, rules and place of the selected fields.

import { count, isDoubtful, labelOf, types } from "./describe.mjs";
import { element, setAttribute } from "./dom.mjs";
import { minimumSide, placed } from "./geometry.mjs";
import { retyped, startingWith } from "./corrections.mjs";
import { FieldRules } from "./field-rules.mjs";
import { keepTyped, typedBefore } from "./keep-typed.mjs";

/** Shows the selected fields and changes them by `actions`: {change(fields), confirm(), remove(), show()}. */
export class Inspector {
    #form;
    #selection;
    #actions;
    #title = element("h3", { id: "inspector-title" });
    #label = element("textarea", { id: "field-label", rows: 1, maxLength: 1000, "data-key": "field-label" });
    #type;
    #place = {};
    #confirm;
    #single;
    #rules = new FieldRules((edit, question) => this.#changeRules(edit, question));
    #typed;

    constructor(form, selection, actions) {
        this.#form = form;
        this.#selection = selection;
        this.#actions = actions;
        this.#typed = `formwright.label.${form.id}`;
        this.#label.addEventListener("input", () => {
            const [field] = this.#fields;
            if (field) keepTyped(this.#typed, JSON.stringify({ id: field.id, label: this.#label.value }));
        });
        this.#label.addEventListener("change", () => {
            keepTyped(this.#typed, null);
            const label = this.#label.value;
            this.#change((field) => (label === (field.label ?? "") ? null : { ...field, label: label.trim() }));
        });
        this.#label.addEventListener("keydown", (event) => {
            const isEscape = event.key === "Escape";
            if (event.isComposing || (!isEscape && (event.key !== "Enter" || event.shiftKey))) return;
            event.preventDefault();
            if (isEscape) this.#label.value = this.#fields[0]?.label ?? "";
            if (isEscape) keepTyped(this.#typed, null);
            this.#label.blur();
            actions.show();
        });
        this.#type = element("select", { id: "field-type", onchange: () => this.#change((field) => retyped(field, this.#type.value)) },
            ...Object.entries(types).map(([value, title]) => element("option", { value }, title)));
        const places = [["x", "Left"], ["y", "Top"], ["width", "Width"], ["height", "Height"]].map(([key, title]) => {
            this.#place[key] = element("input", {
                type: "number", id: `field-${key}`, step: 0.5, min: key === "x" || key === "y" ? 0 : minimumSide,
                onchange: () => this.#changePlace(),
            });
            return element("span", {}, element("label", { htmlFor: `field-${key}` }, title), this.#place[key]);
        });
        this.#confirm = element("button", { type: "button", onclick: actions.confirm }, "Looks right");
        this.#single = element("div", {},
            element("p", { class: "entry" }, element("label", { htmlFor: "field-label" }, "Label"), this.#label),
            element("fieldset", { class: "place" }, element("legend", {}, "Place, in points"), ...places));
        this.node = element("section", { class: "inspector", "aria-labelledby": "inspector-title" }, this.#title,
            this.#single,
            element("p", { class: "entry" }, element("label", { htmlFor: "field-type" }, "Type"), this.#type),
            this.#rules.node,
            element("div", { class: "buttons" }, this.#confirm,
                element("button", { type: "button", onclick: actions.show }, "Show"),
                element("button", { type: "button", class: "danger", onclick: actions.remove }, "Delete")));
        selection.addEventListener("change", () => this.#draw());
        form.addEventListener("change", () => this.#draw());
        this.#draw();
    }

    /** Keeps a label that was being typed when the page was left, as leaving its input does. */
    restore() {
        const { id, label } = JSON.parse(typedBefore(this.#typed) ?? "{}");
        keepTyped(this.#typed, null);
        const field = this.#form.field(id);
        if (field && label.trim() !== (field.label ?? "")) this.#actions.change([{ ...field, label: label.trim() }]);
    }

    /** Puts the cursor into the label, or onto the type if several are selected. */
    focus() {
        if (this.#selection.size === 1) {
            this.#label.focus();
            this.#label.select();
        } else this.#type.focus();
    }

    get #fields() {
        return [...this.#selection.ids].map((id) => this.#form.field(id)).filter(Boolean);
    }

    /** Changes the fields for which `edit` returns another one. */
    #change(edit) {
        const fields = this.#fields.map(edit).filter(Boolean);
        if (fields.length) this.#actions.change(fields);
    }

    /** Changes rules, and takes the initial value from the other choices of a question if one is given. */
    #changeRules(edit, question) {
        const fields = this.#fields.map(edit).filter(Boolean);
        const ids = new Set(fields.map(({ id }) => id));
        const others = this.#form.fields.filter(({ id, group, initialValue }) =>
            question !== undefined && group?.name === question && initialValue && !ids.has(id));
        if (fields.length) this.#actions.change([...fields, ...others.map((field) => startingWith(field, ""))]);
    }

    #changePlace() {
        const [field] = this.#fields;
        if (!field) return;
        const page = this.#form.pageOf(field);
        const number = (key) => (this.#place[key].value === "" ? field[key] : Number(this.#place[key].value));
        const width = Math.min(Math.max(number("width"), minimumSide), page.width);
        const height = Math.min(Math.max(number("height"), minimumSide), page.height);
        const x = Math.min(Math.max(number("x"), 0), page.width - width);
        const y = Math.min(Math.max(number("y"), 0), page.height - height);
        this.#actions.change([placed(field, { x, y, width, height })]);
    }

    #draw() {
        const fields = this.#fields;
        this.node.hidden = fields.length === 0;
        if (!fields.length) return;
        const [field] = fields;
        this.#title.textContent = fields.length === 1 ? "Selected field" : `${count(fields.length, "selected field")}`;
        this.#single.hidden = fields.length > 1;
        this.#confirm.hidden = !fields.some(isDoubtful);
        const isSameType = fields.every(({ type }) => type === field.type);
        this.#type.value = isSameType ? field.type : "";
        this.#rules.draw(fields);
        if (fields.length > 1) return;
        if (document.activeElement !== this.#label) this.#label.value = field.label ?? "";
        setAttribute(this.#label, "placeholder", field.label ? null : labelOf(field));
        for (const [key, input] of Object.entries(this.#place)) {
            if (document.activeElement !== input) input.value = Math.round(field[key] * 10) / 10;
        }
    }
}
