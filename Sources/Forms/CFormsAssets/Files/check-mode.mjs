// Checking and correcting the fields.

import { announce } from "./announce.mjs";
import { confirmed, newField } from "./corrections.mjs";
import { count, differenceText, isDoubtful, labelOf, spokenField } from "./describe.mjs";
import { element, setAttribute } from "./dom.mjs";
import { fieldBox } from "./field-box.mjs";
import { FieldList } from "./field-list.mjs";
import { allowedMove, moved, resized } from "./geometry.mjs";
import { Inspector } from "./inspector.mjs";
import { PointerInput } from "./pointer.mjs";
import { Selection } from "./selection.mjs";

const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A mode of the editor: {tools, panel, panelTitle, pagesMode, enter(), leave(), formChanged(ids), run(command, event)}. */
export class CheckMode {
    panelTitle = "Fields to check";
    #form;
    #changes;
    #pages;
    #editor;
    #selection = new Selection();
    #isActive = false;
    #isDrawing = false;
    #pointer;
    #list;
    #inspector;
    #undo;
    #redo;
    #draw;
    #summary = element("p", { class: "muted small" });
    #stepNote = element("p", { class: "small step-note" });

    constructor({ form, changes, pages, editor }) {
        this.#form = form;
        this.#changes = changes;
        this.#pages = pages;
        this.#editor = editor;
        this.pagesMode = { makeBox: (field) => fieldBox(form, this.#selection, field) };
        this.#list = new FieldList(form, this.#selection, (field, event) => this.#choose(field, event));
        this.#inspector = new Inspector(form, this.#selection, {
            change: (fields) => this.#change(fields), confirm: () => this.#confirm(), remove: () => this.#remove(),
            show: () => this.#showSelected(),
        });
        this.#pointer = new PointerInput(form, this.#selection, pages, {
            isActive: () => this.#isActive, isDrawing: () => this.#isDrawing,
            change: (fields) => this.#change(fields), draw: (page, region) => this.#create(page, region),
        });
        this.panel = element("div", { class: "check-panel" }, element("h2", {}, "Fields"), this.#summary, this.#stepNote, this.#inspector.node, this.#list.node);
        this.tools = this.#makeTools();
        this.#selection.addEventListener("change", ({ detail }) => this.#marked(detail));
        this.#update();
        this.#inspector.restore();
        // A number in a place that is being typed counts, too: leaving the input takes it over.
        addEventListener("pagehide", () => {
            if (this.#inspector.node.contains(document.activeElement)) document.activeElement.blur();
            this.#changes.commit();
        });
    }

    enter() {
        this.#isActive = true;
    }

    leave() {
        this.#pointer.cancel();
        this.#setDrawing(false);
        this.#changes.commit();
        this.#isActive = false;
    }

    run(command, event) {
        const hasSelection = this.#selection.size > 0;
        switch (command) {
            case "undo": case "redo": this.#step(command); return true;
            case "create": this.#create(); return true;
            case "draw": this.#setDrawing(!this.#isDrawing); return true;
            case "next": this.#next(); return true;
            case "select-all": this.#select(this.#form.fields); return true;
            case "select-page": this.#selectPage(); return true;
            case "escape": return this.#escape();
            case "edit":
                this.#selection.set([event.target.dataset.id]);
                if (this.#editor.isNarrow) this.#editor.show("panel");
                this.#inspector.focus();
                return true;
        }
        if (!hasSelection) return false;
        switch (command) {
            case "move": this.#nudge(event.key, 1); return true;
            case "move-far": this.#nudge(event.key, 10); return true;
            case "resize": this.#stretch(event.key); return true;
            case "delete": this.#remove(); return true;
            case "confirm": this.#confirm(); return true;
            default: return false;
        }
    }

    // MARK: What is shown

    #makeTools() {
        const button = (title, action, properties = {}) =>
            element("button", { type: "button", onclick: action, ...properties }, title);
        this.#undo = button("Undo", () => this.#step("undo"));
        this.#redo = button("Redo", () => this.#step("redo"));
        this.#draw = button("Draw field", () => this.#setDrawing(!this.#isDrawing), { "aria-pressed": "false" });
        return [
            button("New field", () => this.#create()), this.#draw, this.#undo, this.#redo,
            button("Select page", () => this.#selectPage()), button("Select all", () => this.#select(this.#form.fields)),
        ];
    }

    formChanged() {
        this.#update();
    }

    #update() {
        this.#selection.keep((id) => this.#form.field(id));
        this.#undo.disabled = !this.#form.canUndo;
        this.#redo.disabled = !this.#form.canRedo;
        const { template } = this.#form;
        // Templates without an owner are available to all.
        const kept = template && (template.owner
            ? " Your corrections are kept for this form." : " Corrections apply for everybody who uses this form.");
        this.#summary.textContent = `${this.#list.summary}.${kept ?? ""}`;
    }

    #marked(ids) {
        const redraw = new Set(ids);
        // Handles come and go with the number of selected fields.
        for (const id of this.#selection.ids) redraw.add(id);
        for (const id of redraw) {
            const field = this.#form.field(id);
            if (field) this.#pages.viewOf(field)?.update(field);
        }
        if (this.#selection.size > 1) announce(`${count(this.#selection.size, "field")} selected`);
        // The selected field's details take their place first.
        if (this.#selection.size === 1) requestAnimationFrame(() => this.#list.reveal([...this.#selection.ids][0]));
    }

    #setDrawing(isDrawing) {
        this.#isDrawing = isDrawing;
        setAttribute(this.#draw, "aria-pressed", isDrawing ? "true" : "false");
        this.#pages.node.classList.toggle("drawing", isDrawing);
        if (isDrawing) announce("Draw a rectangle on a page. Escape stops.");
    }

    #showSelected() {
        const [id] = this.#selection.ids;
        if (this.#editor.isNarrow) this.#editor.show("pages");
        const box = this.#pages.box(id);
        if (!box) return;
        box.node.scrollIntoView({ block: "center", inline: "nearest" });
        box.node.focus({ preventScroll: true });
    }

    // MARK: Selecting

    #choose(field, event) {
        if (event.shiftKey || event.ctrlKey || event.metaKey) this.#selection.toggle(field.id);
        else this.#selection.set([field.id]);
        this.#pages.box(field.id)?.node.scrollIntoView({ block: "center", inline: "nearest" });
    }

    #select(fields) {
        this.#selection.set(fields.map(({ id }) => id));
        announce(`${count(fields.length, "field")} selected`);
    }

    #selectPage() {
        const { index } = this.#currentView;
        this.#select(this.#form.fields.filter(({ page }) => page === index));
    }

    /** The page with the focus, or else the one in the middle of the window. */
    get #currentView() {
        const focused = this.#form.field(document.activeElement?.dataset?.id);
        return focused ? this.#pages.viewOf(focused) : this.#pages.current;
    }

    #next() {
        const doubtful = this.#form.fields.filter(isDoubtful);
        if (!doubtful.length) return announce("There is nothing left to check.");
        const [selected] = this.#selection.ids;
        const place = selected ? this.#form.position(selected) : 0;
        const field = doubtful.find(({ id }) => this.#form.position(id) > place) ?? doubtful[0];
        this.#selection.set([field.id]);
        this.#showSelected();
    }

    #escape() {
        if (this.#pointer.isDragging) this.#pointer.cancel();
        else if (this.#isDrawing) this.#setDrawing(false);
        else if (this.#selection.size) this.#selection.set([]);
        else return false;
        return true;
    }

    // MARK: Correcting

    get #selected() {
        return [...this.#selection.ids].map((id) => this.#form.field(id));
    }

    #change(fields) {
        this.#changes.push({ upsert: fields.map(confirmed), delete: [] });
    }

    #nudge(key, distance) {
        const [x, y] = directions[key];
        const fields = this.#selected;
        const step = allowedMove(fields, { dx: x * distance, dy: y * distance }, this.#form.pageOf);
        this.#changes.stage({ upsert: fields.map((field) => confirmed(moved(field, step))), delete: [] });
    }

    #stretch(key) {
        const [x, y] = directions[key];
        const change = (field) => resized(field, "es", { dx: x, dy: y }, this.#form.pageOf(field));
        this.#changes.stage({ upsert: this.#selected.map((field) => confirmed(change(field))), delete: [] });
    }

    #confirm() {
        const doubtful = this.#selected.filter(isDoubtful);
        if (!doubtful.length) return;
        this.#change(doubtful);
        announce(`${count(doubtful.length, "field")} marked as right`);
    }

    #create(page = this.#currentView.index, region) {
        const { width, height } = this.#form.pages[page];
        const [last] = this.#selected.filter((field) => field.page === page);
        // Below the selected field, or in the middle of the page.
        const place = region ?? (last
            ? { x: last.x, y: Math.min(last.y + last.height + 6, height - last.height), width: last.width, height: last.height }
            : { x: width / 2 - 90, y: height / 2 - 10, width: Math.min(180, width), height: 20 });
        const field = newField(page, place, this.#form.fields);
        this.#setDrawing(false);
        this.#changes.push({ upsert: [field], delete: [] });
        this.#selection.set([field.id]);
        announce(`${spokenField(field, this.#form.position(field.id), this.#form.fields.length)} added`);
        this.#pages.box(field.id)?.node.scrollIntoView({ block: "nearest", inline: "nearest" });
        if (this.#editor.isNarrow) this.#editor.show("panel");
        this.#inspector.focus();
    }

    #remove() {
        const fields = this.#selected;
        if (!fields.length) return;
        const first = this.#form.position(fields[0].id);
        const hadFocus = document.activeElement;
        this.#changes.push({ upsert: [], delete: fields.map(({ id }) => id) });
        const names = fields.length === 1 ? `“${labelOf(fields[0])}”` : count(fields.length, "field");
        announce(`${names} deleted. Undo brings ${fields.length === 1 ? "it" : "them"} back.`);
        if (hadFocus?.isConnected && hadFocus !== document.body) return;
        const next = this.#form.fields[Math.min(first, this.#form.fields.length) - 1];
        if (next) this.#pages.box(next.id)?.node.focus({ preventScroll: true });
        else this.panel.closest(".panel")?.focus();
    }

    async #step(step) {
        const before = this.#form.fields;
        const isDone = await this.#changes.step(step);
        const what = differenceText(before, this.#form.fields);
        const text = isDone ? `${step === "undo" ? "Undone" : "Done again"}: ${what}` : `There is nothing to ${step}.`;
        // The field may be on another page, and the correction from an earlier copy of the form.
        this.#stepNote.textContent = text;
        announce(text);
    }
}
