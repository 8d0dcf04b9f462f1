// Filling in the form.

import { controlsOf } from "./controls.mjs";
import { count, isDoubtful } from "./describe.mjs";
import { element, whenReleased } from "./dom.mjs";
import { FieldSheet } from "./field-sheet.mjs";
import { FitWatch } from "./fit-check.mjs";
import { askForTable } from "./table-dialog.mjs";
import { valueBoxes } from "./value-box.mjs";
import { ValueList } from "./value-list.mjs";
import { valueProblem } from "./value-rules.mjs";

/** A mode of the editor; see CheckMode. */
export class FillMode {
    panelTitle = "Values";
    panel = element("div", {}, element("h2", {}, "Values"));
    pagesMode = { makeBox: (field) => this.#boxes.box(field) };
    #form;
    #values;
    #pages;
    #editor;
    #controls = [];
    #boxes = null;
    #list = null;
    #sheet;
    #isActive = false;
    #signature = "";
    #fit;
    #hint = element("div", { class: "notice warn check-first", hidden: true });

    constructor({ form, values, pages, editor }) {
        this.#form = form;
        this.#values = values;
        this.#pages = pages;
        this.#editor = editor;
        this.#sheet = new FieldSheet(values, {
            onShow: (control) => this.#zoomTo(control), onClose: (control) => this.#zoomOut(control),
        });
        this.tools = [element("button", { type: "button", onclick: () => this.#askForTable() }, "Values from a table …")];
        values.addEventListener("change", ({ detail }) => {
            this.#boxes?.update(detail);
            this.#list?.update(detail);
            const control = this.#controls.find(({ id }) => id === detail);
            if (control) this.#fit.changed(control);
        });
        this.#fit = new FitWatch(form.id, values);
        values.addEventListener("errors", () => {
            this.#boxes?.update(null);
            this.#list?.showErrors();
        });
    }

    enter() {
        this.#isActive = true;
        this.#build();
        this.#showHint();
        this.#editor.node.append(this.#sheet.node);
    }

    leave() {
        this.#isActive = false;
        this.#fit.stop();
        this.#sheet.close();
        this.#sheet.node.remove();
    }

    /** Another person's correction, or one of another window. */
    formChanged() {
        if (this.#isActive && this.#build()) this.#pages.setMode(this.pagesMode);
        if (this.#isActive) this.#showHint();
    }

    /** Leads to the fields that nobody has checked yet; those of a form's own file need no check. */
    #showHint() {
        const found = this.#form.fields.filter(({ evidence }) => evidence !== "widget");
        const doubtful = found.filter(isDoubtful).length;
        this.#hint.hidden = found.length === 0 || (doubtful === 0 && this.#form.version > 0);
        if (this.#hint.hidden) return;
        const text = doubtful ? `${count(doubtful, "field is", "fields are")} in doubt. Check them before you fill in the form.`
            : `${count(found.length, "field was", "fields were")} found on the pages. See whether they are right before you fill in the form.`;
        this.#hint.replaceChildren(element("p", {}, text),
            element("p", {}, element("button", { type: "button", onclick: () => this.#editor.setMode("check") }, "Check the fields")));
    }

    /** The controls of the form. */
    get controls() {
        this.#build();
        return this.#controls;
    }

    /** Ends the sheet of a field, which stands over the page. */
    closeSheet() {
        this.#sheet.close();
    }

    /** Moves the focus to what is wrong. */
    focusErrors() {
        this.#list.focusErrors();
    }

    /** Makes the inputs, unless they would be the same. */
    #build() {
        const controls = controlsOf(this.#form.fields);
        const ofField = ({ id, mask, format, combEdges }) => [id, mask, format, combEdges];
        const signature = JSON.stringify(controls.map((control) => ({ ...control, fields: control.fields.map(ofField) })));
        if (signature === this.#signature) return false;
        this.#signature = signature;
        this.#controls = controls;
        this.#sheet.controls = controls;
        this.#boxes = valueBoxes(this.#form, this.#controls, this.#values, {
            onFocus: ({ id }) => whenReleased(() => this.#list.reveal(id)),
            hasSheet: () => this.#editor.isNarrow, onTap: (control) => this.#sheet.show(control),
        });
        this.#list = new ValueList(this.#controls, this.#values, (control) => whenReleased(() => this.#reveal(control)));
        this.panel.replaceChildren(element("h2", {}, "Values"), this.#hint, this.#list.node);
        const checked = new Map(controls.filter(({ kind }) => ["text", "lines", "combo"].includes(kind)).map((control) => [control.id, control]));
        this.#values.rule = (id, value) => {
            const control = checked.get(id);
            return !control || control.options.includes(value) ? undefined : valueProblem(control.fields[0], value);
        };
        return true;
    }

    /** Shows on the page where the value that is typed in the panel will stand. */
    #reveal(control) {
        for (const node of this.#pages.node.querySelectorAll(".value-box.current")) node.classList.remove("current");
        if (this.#editor.isNarrow) return;
        const boxes = control.fields.map(({ id }) => this.#pages.box(id)?.node).filter(Boolean);
        for (const box of boxes) box.classList.add("current");
        const frame = boxes[0]?.getBoundingClientRect();
        if (frame && (frame.top < 150 || frame.bottom > innerHeight - 20)) boxes[0].scrollIntoView({ block: "center" });
    }

    /** Shows the place of the field in the sheet so large that it can be read, above the sheet. */
    #zoomTo(control) {
        this.#editor.node.classList.add("with-sheet");
        this.#editor.zoomTo(1);
        for (const node of this.#pages.node.querySelectorAll(".value-box.current")) node.classList.remove("current");
        const boxes = control.fields.map(({ id }) => this.#pages.box(id)?.node).filter(Boolean);
        for (const box of boxes) box.classList.add("current");
        const [box] = boxes;
        box?.scrollIntoView({ block: "center", inline: box.clientWidth > innerWidth ? "start" : "center" });
        // Above the sheet, and not only above the edge of the window.
        scrollBy(0, innerHeight / 5);
    }

    #zoomOut(control) {
        this.#editor.node.classList.remove("with-sheet");
        this.#editor.zoomTo(null);
        const box = this.#pages.box(control.fields[0].id)?.node;
        box?.classList.remove("current");
        box?.scrollIntoView({ block: "center" });
        box?.querySelector("input, textarea, select")?.focus({ preventScroll: true });
    }

    #askForTable() {
        return askForTable(this.#form.id, this.#form.pages, this.#controls, {
            onValues: () => this.#values.load(),
            fillRows: (text, type) => this.#editor.filling.rows(text, type),
        });
    }
}
