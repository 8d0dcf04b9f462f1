// The fields beside the pages: those to check first, then the rest by page.

import { confidence, count, isDoubtful, labelOf, typeName, types } from "./describe.mjs";
import { element, keepingFocus, revealInside, setAttribute } from "./dom.mjs";

/** Lists fields; `onChoose(field, event)` is called when one is pressed. */
export class FieldList {
    #form;
    #selection;
    #onChoose;
    #rows = new Map();
    #groups = element("div", { class: "groups", role: "group", "aria-label": "List of fields" });
    #search;
    #type;

    constructor(form, selection, onChoose) {
        this.#form = form;
        this.#selection = selection;
        this.#onChoose = onChoose;
        this.#search = element("input", {
            type: "search", id: "field-search", placeholder: "Label", oninput: () => this.#draw(), "data-key": "field-search",
        });
        this.#type = element("select", { id: "field-type-filter", onchange: () => this.#draw() },
            element("option", { value: "" }, "All types"),
            ...Object.entries(types).map(([value, title]) => element("option", { value }, title)));
        this.node = element("div", { class: "field-list" },
            element("div", { class: "filter" },
                element("span", {}, element("label", { htmlFor: "field-search" }, "Find"), this.#search),
                element("span", {}, element("label", { htmlFor: "field-type-filter" }, "Type"), this.#type)),
            this.#groups);
        form.addEventListener("change", ({ detail }) => this.#change(detail));
        selection.addEventListener("change", ({ detail }) => {
            for (const id of detail) this.#mark(id);
        });
        this.#draw();
    }

    #isScheduled = false;

    #change(ids) {
        const isInPlace = ids && [...ids].every((id) => {
            const row = this.#rows.get(id);
            return row && row.dataset.doubtful === String(isDoubtful(this.#form.field(id)));
        });
        if (isInPlace) for (const id of ids) this.#update(this.#rows.get(id), this.#form.field(id));
        else this.#schedule();
    }

    // Once for all the changes of a frame.
    #schedule() {
        if (this.#isScheduled) return;
        this.#isScheduled = true;
        requestAnimationFrame(() => {
            this.#isScheduled = false;
            this.#draw();
        });
    }

    /** Brings a field's row into view. */
    reveal(id) {
        const row = this.#rows.get(id);
        if (row) revealInside(this.#groups, row);
    }

    #draw() {
        const text = this.#search.value.trim().toLowerCase();
        const type = this.#type.value;
        const found = this.#form.fields.filter((field) =>
            (!type || field.type === type) && (!text || labelOf(field).toLowerCase().includes(text)));
        const doubtful = found.filter(isDoubtful).sort((a, b) => a.confidence - b.confidence);
        const pages = byPage(found.filter((field) => !isDoubtful(field)));
        const known = this.#rows;
        this.#rows = new Map();
        const sections = [];
        if (doubtful.length) sections.push(this.#group(`Check these (${doubtful.length})`, doubtful, known, "doubtful"));
        for (const [page, fields] of pages) sections.push(this.#group(`Page ${page + 1} (${fields.length})`, fields, known));
        if (!sections.length) {
            const texts = this.#form.fields.length
                ? ["No field matches."]
                : ["No fields were found. Add the first one with “New field”.", ...this.#form.notes];
            sections.push(...texts.map((text) => element("p", { class: "muted" }, text)));
        }
        keepingFocus(() => this.#groups.replaceChildren(...sections));
    }

    #group(title, fields, known, kind = "") {
        const rows = fields.map((field) => {
            const row = known.get(field.id) ?? this.#row(field.id);
            this.#rows.set(field.id, row);
            this.#update(row, field);
            return element("li", {}, row);
        });
        return element("section", { class: `group ${kind}` }, element("h3", {}, title), element("ul", {}, ...rows));
    }

    #row(id) {
        const row = element("button", {
            type: "button", class: "row", onclick: (event) => this.#onChoose(this.#form.field(id), event),
        }, element("span", { class: "row-label" }), element("span", { class: "row-facts" }));
        row.dataset.key = `row ${id}`;
        row.dataset.id = id;
        return row;
    }

    #update(row, field) {
        const [label, facts] = row.children;
        row.dataset.doubtful = isDoubtful(field);
        const text = isDoubtful(field) ? `${typeName(field.type)}, page ${field.page + 1}, ${confidence(field)} sure`
            : typeName(field.type);
        if (label.textContent !== labelOf(field)) label.textContent = labelOf(field);
        if (facts.textContent !== text) facts.textContent = text;
        this.#mark(field.id, row);
    }

    #mark(id, row = this.#rows.get(id)) {
        if (row) setAttribute(row, "aria-pressed", this.#selection.has(id) ? "true" : "false");
    }

    /** A sentence about all fields. */
    get summary() {
        const doubtful = this.#form.fields.filter(isDoubtful).length;
        return `${count(this.#form.fields.length, "field")}, ${doubtful} to check`;
    }
}

function byPage(fields) {
    const result = new Map();
    for (const field of fields) {
        if (!result.has(field.page)) result.set(field.page, []);
        result.get(field.page).push(field);
    }
    return result;
}
