// The pages as they will be when they are filled.

import { controlsOf } from "./controls.mjs";
import { about, count } from "./describe.mjs";
import { element } from "./dom.mjs";
import { problemsInWords } from "./fit-check.mjs";

/** A mode of the editor; see CheckMode. */
export class PreviewMode {
    panelTitle = "Preview";
    tools = [];
    pagesMode = {
        makeBox: () => null, isEmpty: true,
        picture: { preview: () => this.#values.unsent, revision: 0, onProblems: (problems, revision) => this.#note(problems, revision) },
    };
    #form;
    #values;
    #remark = element("div", { role: "status" });

    constructor({ form, values, editor }) {
        this.#form = form;
        this.#values = values;
        this.panel = element("div", {}, element("h2", {}, "Preview"),
            element("p", {}, "These are the pages as they will be. Nothing is final until you make the PDF."), this.#remark,
            element("div", { class: "buttons" },
                element("button", { type: "button", onclick: () => editor.setMode("fill") }, "Back to the values")));
        const renew = () => (this.pagesMode.picture.revision += 1);
        values.addEventListener("change", renew);
        form.addEventListener("change", renew);
    }

    enter() {
        this.#note([]);
    }

    #note(problems, revision) {
        if (problems.length && revision === this.pagesMode.picture.revision) {
            this.#values.noteUnfit(problemsInWords(problems), this.#values.snapshot);
        }
        const { errors } = this.#values;
        const wrong = controlsOf(this.#form.fields).filter(({ id }) => errors.has(id));
        this.#remark.replaceChildren(...(errors.size ? [
            element("p", {}, `${count(errors.size, "value")} cannot be used and ${errors.size === 1 ? "is" : "are"} left out:`),
            element("ul", {}, ...wrong.map(({ id, title }) => element("li", {}, about(title, errors.get(id))))),
        ] : []));
    }
}
