// Looking at a form and its values, for those who may change nothing.

import { controlsOf, isTicked } from "./controls.mjs";
import { count } from "./describe.mjs";
import { element } from "./dom.mjs";
import { isPicture, showPicture } from "./picture-value.mjs";
import { shownValue } from "./value-control.mjs";

/** A mode of the editor; see CheckMode. */
export class ReadMode {
    panelTitle = "Values";
    panel = element("div", { class: "read-panel" });
    tools = [];
    pagesMode;
    #form;
    #values;

    constructor({ form, values }, isFilled) {
        this.#form = form;
        this.#values = values;
        this.pagesMode = { makeBox: () => null, isEmpty: true, picture: { isFilled } };
        values.addEventListener("change", () => this.#show());
    }

    enter() {
        this.#show();
    }

    formChanged() {
        this.#show();
    }

    #show() {
        const controls = controlsOf(this.#form.fields);
        const entries = controls.map((control) => [control, shownValue(control, this.#values)]).filter(([, value]) => value !== "");
        this.panel.replaceChildren(element("h2", {}, "Values"),
            element("p", { class: "muted small" }, `${entries.length} of ${count(controls.length, "field")} filled in`),
            element("dl", { class: "read-values" }, ...entries.map(([control, value]) => element("div", {},
                element("dt", {}, control.title), element("dd", {}, textOf(control, value))))));
    }
}

/** A value as people see it. */
function textOf(control, value) {
    if (control.kind === "password") return "•".repeat(8);
    if (control.kind === "flag") return isTicked(control, value) ? "yes" : "no";
    if (!isPicture(value)) return value;
    const image = element("img", { alt: "A picture", class: "chosen-picture" });
    showPicture(image, value);
    return image;
}
