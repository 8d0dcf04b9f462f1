// Links and texts of a portfolio that is being put together: entries that can be added and removed.

import { announce } from "./announce.mjs";
import { element, whenReleased } from "./dom.mjs";
import { linkProblem } from "./portfolio-request.mjs";

/** A list of entries, each with a title; a subclass says what else. */
class Entries {
    #list;
    #changed;
    #rows = [];
    #number = 0;
    #noun;

    constructor(list, button, noun, changed) {
        this.#list = list;
        this.#changed = changed;
        this.#noun = noun;
        button.addEventListener("click", () => {
            this.add({});
            this.#rows.at(-1).first.focus();
        });
        this.button = button;
    }

    /** What was entered, and what is passed on with it. */
    get values() {
        return this.#rows.map(({ fields, given }) =>
            ({ ...given, ...Object.fromEntries(Object.entries(fields).map(([key, input]) => [key, input.value])) }));
    }

    /** Adds an entry with values; those for which there is no field are passed on. */
    add(values) {
        const number = (this.#number += 1);
        const id = (key) => `${this.#noun}-${key}-${number}`;
        const fields = this.fields(id, values);
        const row = { fields, given: values, first: Object.values(fields)[0] };
        row.node = element("li", {}, ...Object.entries(fields).map(([key, input]) => {
            input.addEventListener("input", () => this.#changed());
            return element("p", { class: "entry" },
                element("label", { htmlFor: input.id }, this.labels[key], element("span", { class: "hidden-text" }, ` ${number}`)), input);
        }), this.problem(id, fields), element("button", {
            type: "button", class: "quiet", onclick: () => this.#remove(row),
        }, "Remove", element("span", { class: "hidden-text" }, ` ${this.#noun} ${number}`)));
        this.#rows.push(row);
        this.#list.append(row.node);
        this.#changed();
    }

    #remove(row) {
        this.#rows.splice(this.#rows.indexOf(row), 1);
        row.node.remove();
        announce(`The ${this.#noun} is removed.`);
        this.button.focus();
        this.#changed();
    }

    problem() {
        return null;
    }
}

/** Addresses with their titles. */
export class LinkEntries extends Entries {
    labels = { url: "Address", title: "Title (optional)" };

    constructor(list, button, changed) {
        super(list, button, "link", changed);
    }

    fields(id, { url = "", title = "" }) {
        return {
            url: element("input", {
                id: id("url"), type: "url", value: url, maxLength: 2048, autocomplete: "off", placeholder: "https://", "aria-describedby": id("problem"),
            }),
            title: element("input", { id: id("title"), type: "text", value: title, maxLength: 100, autocomplete: "off" }),
        };
    }

    problem(id, { url }) {
        const node = element("p", { id: id("problem"), class: "error" });
        // The next button moves when there is something to say.
        url.addEventListener("change", () => whenReleased(() => {
            node.textContent = linkProblem(url.value);
            url.setAttribute("aria-invalid", String(node.textContent !== ""));
            if (node.textContent) announce(node.textContent);
        }));
        return node;
    }
}

/** Texts with their titles. */
export class TextEntries extends Entries {
    labels = { title: "Title, such as About or Testimonial", text: "Text" };

    constructor(list, button, changed) {
        super(list, button, "text", changed);
    }

    fields(id, { title = "", text = "" }) {
        return {
            title: element("input", { id: id("title"), type: "text", value: title, maxLength: 100, autocomplete: "off" }),
            text: element("textarea", { id: id("text"), value: text, maxLength: 50_000, rows: 5 }),
        };
    }
}
