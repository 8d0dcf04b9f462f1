// The editor of a form: three modes over the same pages, or one for readers.

import { announce } from "./announce.mjs";
import { APIError } from "./api.mjs";
import { CheckMode } from "./check-mode.mjs";
import { Changes } from "./changes.mjs";
import { resolveConflict } from "./conflict-dialog.mjs";
import { isDoubtful } from "./describe.mjs";
import { element, setAttribute } from "./dom.mjs";
import { FillMode } from "./fill-mode.mjs";
import { checkFit } from "./fit-check.mjs";
import { Filling } from "./filling.mjs";
import { Form } from "./form.mjs";
import { showHelp } from "./help-dialog.mjs";
import { mayChange } from "./may-change.mjs";
import { PagesView } from "./pages-view.mjs";
import { PreviewMode } from "./preview-mode.mjs";
import { ReadMode } from "./read-mode.mjs";
import { askAboutMissing, missingControls } from "./required.mjs";
import { ResultMode } from "./result-mode.mjs";
import { SaveState } from "./save-state.mjs";
import { commandOf, modeNames } from "./shortcuts.mjs";
import { Values } from "./values.mjs";

/** Opens the editor of a document whose fields are known. */
export async function openEditor(detail, container, onState) {
    const id = detail.document.id;
    const form = new Form(id, detail.pages);
    const values = new Values(id);
    const changes = new Changes(form, (conflicts) => resolveConflict(conflicts, form));
    await Promise.all([changes.load(), values.load()]);
    // A table makes many forms, of which no single one is shown.
    const isFilled = detail.document.status === "filled" && !detail.rows;
    const editor = new Editor(form, values, changes, new Filling(id, onState), isFilled);
    container.replaceChildren(editor.node);
    container.hidden = false;
    editor.start();
    await editor.filling.resume(detail);
}

class Editor {
    #form;
    #values;
    #changes;
    #pages;
    #modes;
    #mode = null;
    #buttons = {};
    #tools = element("div", { class: "tools", role: "group", "aria-label": "Tools" });
    #panel = element("section", { class: "panel", id: "panel", tabIndex: -1 });
    #toolbar;
    #status;
    #fill;
    #zoom;
    /** The values of the last check before the PDF was made. */
    #checked = new Map();

    constructor(form, values, changes, filling, isFilled) {
        this.#form = form;
        this.#values = values;
        this.#changes = changes;
        this.filling = filling;
        this.#pages = new PagesView(form);
        const context = { form, values, changes, pages: this.#pages, editor: this };
        this.#modes = mayChange
            ? {
                check: new CheckMode(context), fill: new FillMode(context), preview: new PreviewMode(context),
                result: new ResultMode(context, isFilled),
            }
            : { read: new ReadMode(context, isFilled) };
        this.node = this.#layout();
        filling.onResult = (result) => this.#offerResult(result);
        filling.onRefused = (fields) => {
            values.noteUnfit(new Map(fields.map(({ fieldRegionId, message }) => [fieldRegionId, message])), this.#checked);
            this.#showErrors();
        };
        form.addEventListener("change", ({ detail }) => {
            for (const mode of Object.values(this.#modes)) mode.formChanged?.(detail);
            this.#pages.update(detail);
            filling.changed();
        });
        values.addEventListener("change", () => filling.changed());
        document.addEventListener("keydown", (event) => this.#press(event));
        addEventListener("pagehide", () => values.leave());
        addEventListener("hashchange", () => this.setMode(this.#wantedMode()));
    }

    start() {
        this.setMode(this.#wantedMode());
        const measure = () => {
            const { style } = document.documentElement;
            style.setProperty("--toolbar-height", `${this.#toolbar.offsetHeight}px`);
            const [outer, inner] = [this.#toolbar, this.#status].map((node) => node.getBoundingClientRect());
            style.setProperty("--status-height", `${outer.bottom - inner.top + 4}px`);
        };
        const observer = new ResizeObserver(measure);
        for (const node of [this.#toolbar, this.#status]) observer.observe(node);
    }

    /** Changes the mode: check, fill, preview or result. */
    setMode(name) {
        const mode = this.#modes[name];
        if (mode === this.#mode) return;
        this.#mode?.leave?.();
        this.#mode = mode;
        this.node.dataset.mode = name;
        for (const [key, button] of Object.entries(this.#buttons)) {
            setAttribute(button, "aria-pressed", key === name ? "true" : "false");
        }
        mode.enter?.();
        this.#tools.replaceChildren(...mode.tools);
        setAttribute(this.#panel, "aria-label", mode.panelTitle);
        this.#panel.replaceChildren(mode.panel);
        this.#pages.setMode(mode.pagesMode);
        if (mayChange && location.hash !== `#${name}`) history.replaceState(null, "", `#${name}`);
    }

    /** The mode named in the address, or the one that fits. */
    #wantedMode() {
        const name = location.hash.slice(1);
        if (this.#canShow(name)) return name;
        if (!mayChange) return "read";
        return this.#form.fields.length === 0 || this.#form.fields.some(isDoubtful) ? "check" : "fill";
    }

    #canShow(name) {
        return Boolean(this.#modes[name]) && (name !== "result" || this.#modes.result.isThere);
    }

    /** Lets the result be looked at; a new one is shown at once. A table makes many, which are only downloaded. */
    #offerResult({ isMany, isNew }) {
        const { result } = this.#modes;
        if (!result) return;
        if (isNew) result.renew();
        result.isThere = !isMany;
        this.#buttons.result.hidden = isMany;
        if (isMany && this.#mode === result) this.setMode("fill");
        if (!isNew || isMany) return;
        if (this.isNarrow) this.show("pages");
        if (this.#mode === result) this.#pages.reload();
        else this.setMode("result");
    }

    /** Shows the pages or the panel where there is room for one of them only. */
    show(part) {
        this.node.dataset.shown = part;
        for (const button of this.node.querySelectorAll(".parts button")) {
            setAttribute(button, "aria-pressed", button.dataset.part === part ? "true" : "false");
        }
        if (part === "pages") this.#pages.reload();
        else this.#modes.fill?.closeSheet();
    }

    /** Shows the pages in a size for a while, or in the chosen one if it is null. */
    zoomTo(zoom) {
        this.#pages.zoom = zoom ?? (this.#zoom.value === "fit" ? "fit" : Number(this.#zoom.value));
    }

    /** Whether only the pages or the panel is shown. */
    get isNarrow() {
        return getComputedStyle(this.node.querySelector(".parts")).display !== "none";
    }

    /** Makes the PDF, unless something cannot be used, or the person wants to fill in what is required. */
    async fill() {
        this.#fill.disabled = true;
        try {
            // What is typed during the check is checked as well.
            do {
                const areKept = (await this.#changes.finish()) && (await this.#values.finish());
                if (!areKept && !this.#values.errors.size) {
                    return announce("The service cannot be reached. Nothing is lost; try again later.");
                }
                announce("Checking the values");
                this.#checked = this.#values.snapshot;
                this.#values.noteUnfit(await checkFit(this.#form.id, this.#modes.fill.controls, this.#values), this.#checked);
                if (this.#values.errors.size) return this.#showErrors();
            } while (this.#values.hasChanged(this.#checked));
            const missing = missingControls(this.#modes.fill.controls, this.#values);
            if (missing.length && !(await askAboutMissing(missing))) {
                this.#values.noteMissing(missing.map(({ id }) => id));
                return this.#showErrors();
            }
            await this.filling.compose();
        } catch (error) {
            if (!(error instanceof APIError)) throw error;
            announce(error.message);
        } finally {
            this.#fill.disabled = false;
        }
    }

    #showErrors() {
        this.setMode("fill");
        if (this.isNarrow) this.show("panel");
        this.#modes.fill.focusErrors();
    }

    #layout() {
        for (const [name, title] of Object.entries(modeNames).filter(([name]) => this.#modes[name])) {
            this.#buttons[name] = element("button", { type: "button", onclick: () => this.setMode(name), hidden: !this.#canShow(name) }, title);
        }
        this.#zoom = element("select", { id: "zoom", onchange: () => this.zoomTo(null) },
            element("option", { value: "fit" }, "Fit width"),
            ...[0.5, 0.75, 1, 1.5, 2, 3].map((value) => element("option", { value }, `${value * 100} %`)));
        this.#fill = element("button", { type: "button", class: "primary", onclick: () => this.fill() }, "Make the PDF");
        const parts = [["pages", "Pages"], ["panel", "Fields"]].map(([part, title]) => {
            const button = element("button", { type: "button", onclick: () => this.show(part) }, title);
            button.dataset.part = part;
            return button;
        });
        // The end of the toolbar, which stays where there is no room for all of it.
        this.#status = element("div", { class: "status" },
            ...(mayChange ? [new SaveState(this.#changes, this.#values).node, this.#fill]
                : [element("span", { class: "save-state" }, "You can see and download, but change nothing.")]),
            element("div", { class: "segments parts", role: "group", "aria-label": "What to show" }, ...parts));
        this.#toolbar = element("div", { class: "toolbar" },
            ...(mayChange ? [
                element("div", { class: "segments modes", role: "group", "aria-label": "What to do" }, ...Object.values(this.#buttons)),
                this.#tools,
            ] : []),
            element("div", { class: "view-tools" },
                element("label", { htmlFor: "zoom", class: "hidden-text" }, "Size of the pages"), this.#zoom,
                mayChange ? element("button", { type: "button", class: "quiet help", onclick: showHelp, title: "Keyboard shortcuts" },
                    "?", element("span", { class: "hidden-text" }, " Keyboard shortcuts")) : null),
            this.#status);
        const node = element("div", { class: "editor" }, this.#toolbar, this.filling.node,
            element("div", { class: "split" }, element("section", { class: "pages-part", id: "pages", tabIndex: -1, "aria-label": "Pages" },
                element("a", { class: "skip-inside", href: "#panel", onclick: (event) => this.#jump(event, this.#panel) }, "Skip to the list of fields"),
                this.#pages.node), this.#panel));
        this.node = node;
        this.show("pages");
        return node;
    }

    #jump(event, target) {
        event.preventDefault();
        if (this.isNarrow) this.show(target === this.#panel ? "panel" : "pages");
        target.focus();
    }

    #press(event) {
        if (document.querySelector("dialog[open]")) return;
        const command = commandOf(event, this.node.dataset.mode);
        if (!command) return;
        const isDone = this.#general(command) || this.#mode.run?.(command, event);
        if (isDone) event.preventDefault();
    }

    #general(command) {
        if (command.startsWith("mode-") && !this.#canShow(command.slice("mode-".length))) return false;
        if (command.startsWith("mode-")) {
            this.setMode(command.slice("mode-".length));
            this.#buttons[command.slice("mode-".length)].focus({ preventScroll: true });
        } else if (command === "help" && mayChange) showHelp();
        else if (command === "switch") {
            const toPanel = !this.#panel.contains(document.activeElement);
            if (this.isNarrow) this.show(toPanel ? "panel" : "pages");
            (toPanel ? this.#panel : this.node.querySelector("#pages")).focus();
        } else return false;
        return true;
    }
}
