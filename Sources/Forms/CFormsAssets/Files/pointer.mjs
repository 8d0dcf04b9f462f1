// Selecting, moving, resizing and drawing fields with a mouse, a pen or a finger.

import { element } from "./dom.mjs";
import { allowedMove, between, meet, minimumSide, moved, percentages, resized } from "./geometry.mjs";

/** CSS pixels that a pointer may tremble in a click. */
const tremble = 3;

/** Half the side of a handle as it is drawn, in CSS pixels; what catches a finger is larger. */
const handleReach = 5;

/** What a press means: a handle's invisible margin does not cover another field. */
function aimedAt({ target, clientX, clientY }) {
    if (!target.dataset.edges) return target;
    const { left, top, width, height } = target.getBoundingClientRect();
    const isDrawnHere = Math.abs(clientX - left - width / 2) <= handleReach && Math.abs(clientY - top - height / 2) <= handleReach;
    if (isDrawnHere) return target;
    const fields = document.elementsFromPoint(clientX, clientY).map((node) => node.closest(".field"));
    return fields.find((field) => field && !field.contains(target)) ?? target;
}

/**
 * Listens on the pages while `isActive()`.
 *
 * `actions` are {change(fields), draw(page, region), isDrawing()}.
 */
export class PointerInput {
    #form;
    #selection;
    #pages;
    #actions;
    #gesture = null;
    #frame = 0;

    constructor(form, selection, pages, actions) {
        this.#form = form;
        this.#selection = selection;
        this.#pages = pages;
        this.#actions = actions;
        pages.node.addEventListener("pointerdown", (event) => this.#down(event));
        pages.node.addEventListener("pointermove", (event) => this.#move(event));
        pages.node.addEventListener("pointerup", (event) => this.#up(event));
        pages.node.addEventListener("pointercancel", () => this.cancel());
        // A click on a field is dealt with above; this is Enter or Space on it, or a screen reader.
        pages.node.addEventListener("click", (event) => {
            const box = event.target.closest(".field");
            if (box && actions.isActive() && event.detail === 0) this.#selection.toggle(box.dataset.id);
        });
    }

    /** Whether something is being dragged. */
    get isDragging() {
        return this.#gesture !== null;
    }

    /** Gives up what is being dragged. */
    cancel() {
        if (!this.#gesture) return;
        const gesture = this.#gesture;
        this.#end();
        gesture.cancel?.();
    }

    #down(event) {
        if (!this.#actions.isActive() || event.button !== 0 || this.#gesture) return;
        const sheet = event.target.closest(".sheet");
        if (!sheet) return;
        const view = this.#pages.views[Number(sheet.dataset.page)];
        const start = { view, point: view.point(event), x: event.clientX, y: event.clientY };
        const target = aimedAt(event);
        const box = target.closest(".field");
        if (this.#actions.isDrawing()) this.#gesture = this.#drawing(start);
        else if (target.dataset.edges) this.#gesture = this.#resizing(start, box.dataset.id, target.dataset.edges);
        else if (box) this.#gesture = this.#moving(start, box.dataset.id, event);
        // A finger on the empty page scrolls.
        else if (event.pointerType !== "touch") this.#gesture = this.#banding(start, event);
        if (!this.#gesture) return;
        Object.assign(this.#gesture, { start, pointer: event.pointerId, hasMoved: false });
        this.#pages.node.setPointerCapture(event.pointerId);
        // Not all browsers move the focus by a click on a button, and none does away from an input here.
        if (box) box.focus({ preventScroll: true, focusVisible: false });
        else {
            event.preventDefault();
            document.activeElement?.blur();
        }
    }

    #move(event) {
        const gesture = this.#gesture;
        if (!gesture || event.pointerId !== gesture.pointer) return;
        const distance = Math.hypot(event.clientX - gesture.start.x, event.clientY - gesture.start.y);
        if (!gesture.hasMoved && distance <= tremble) return;
        gesture.hasMoved = true;
        gesture.last = gesture.start.view.point(event);
        // Several moves can come in one frame; one is drawn.
        this.#frame ||= requestAnimationFrame(() => {
            this.#frame = 0;
            if (this.#gesture === gesture) gesture.drag?.(gesture.last);
        });
    }

    #up(event) {
        const gesture = this.#gesture;
        if (!gesture || event.pointerId !== gesture.pointer) return;
        this.#end();
        if (gesture.hasMoved) gesture.drop?.(gesture.start.view.point(event));
        else gesture.click?.();
    }

    #end() {
        cancelAnimationFrame(this.#frame);
        this.#frame = 0;
        this.#pages.node.releasePointerCapture?.(this.#gesture.pointer);
        this.#gesture = null;
    }

    // MARK: Gestures

    #moving(start, id, event) {
        const adds = event.shiftKey || event.ctrlKey || event.metaKey;
        // A finger selects first and then moves, so that a page full of fields can still be scrolled.
        if (event.pointerType === "touch" && !this.#selection.has(id)) return { click: () => this.#selection.set([id]) };
        let fields = null;
        const begin = () => {
            if (!this.#selection.has(id)) this.#selection.set([id]);
            fields = [...this.#selection.ids].map((id) => this.#form.field(id));
        };
        const allowed = (point) => allowedMove(
            fields, { dx: point.x - start.point.x, dy: point.y - start.point.y }, this.#form.pageOf);
        return {
            click: () => (adds ? this.#selection.toggle(id) : this.#selection.set([id])),
            drag: (point) => {
                if (!fields) begin();
                const { dx, dy } = allowed(point);
                for (const field of fields) {
                    const view = this.#pages.viewOf(field);
                    const scale = view.sheet.clientWidth / view.page.width;
                    view.box(field.id).node.style.transform = `translate(${dx * scale}px, ${dy * scale}px)`;
                }
            },
            drop: (point) => {
                if (!fields) begin();
                this.#still(fields);
                const step = allowed(point);
                this.#actions.change(fields.map((field) => moved(field, step)));
            },
            cancel: () => this.#still(fields ?? []),
        };
    }

    #still(fields) {
        for (const field of fields) {
            const box = this.#pages.box(field.id);
            if (box) box.node.style.transform = "";
        }
    }

    #resizing(start, id, edges) {
        const field = this.#form.field(id);
        const page = this.#form.pageOf(field);
        const size = (point) => resized(
            field, edges, { dx: point.x - start.point.x, dy: point.y - start.point.y }, page);
        const { node } = this.#pages.box(id);
        return {
            drag: (point) => Object.assign(node.style, percentages(size(point), page)),
            drop: (point) => this.#actions.change([size(point)]),
            cancel: () => Object.assign(node.style, percentages(field, page)),
        };
    }

    #banding(start, event) {
        const { view } = start;
        const keeps = event.shiftKey || event.ctrlKey || event.metaKey ? [...this.#selection.ids] : [];
        const band = element("div", { class: "band" });
        const fields = this.#form.fields.filter(({ page }) => page === view.index);
        const select = (point) => {
            const region = between(start.point, point, view.page);
            Object.assign(band.style, percentages(region, view.page));
            this.#selection.set([...keeps, ...fields.filter((field) => meet(field, region)).map(({ id }) => id)]);
        };
        return {
            click: () => this.#selection.set(keeps),
            drag: (point) => {
                if (!band.isConnected) view.sheet.append(band);
                select(point);
            },
            drop: (point) => {
                select(point);
                band.remove();
            },
            cancel: () => band.remove(),
        };
    }

    #drawing(start) {
        const { view } = start;
        const band = element("div", { class: "band new" });
        const region = (point) => between(start.point, point, view.page);
        return {
            drag: (point) => {
                if (!band.isConnected) view.sheet.append(band);
                Object.assign(band.style, percentages(region(point), view.page));
            },
            drop: (point) => {
                band.remove();
                const { x, y, width, height } = region(point);
                const isLarge = width >= minimumSide && height >= minimumSide;
                if (isLarge) this.#actions.draw(view.index, { x, y, width, height });
            },
            cancel: () => band.remove(),
        };
    }
}
