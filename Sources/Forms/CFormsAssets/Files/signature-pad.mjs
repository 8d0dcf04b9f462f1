// A place to sign with mouse, pen or finger.

import { drawInk, inkFrame, inkScale } from "./ink.mjs";
import { element } from "./dom.mjs";

/** A canvas that takes strokes; `onChange()` is called after each. */
export class SignaturePad {
    node;
    #canvas = element("canvas", { class: "pad-canvas", "aria-hidden": "true" });
    #strokes = [];
    #current = null;
    #onChange;

    constructor(onChange) {
        this.#onChange = onChange;
        // For a screen reader it is what it says: the ways without a pointer are beside it.
        this.node = element("div", { class: "pad", role: "img", "aria-label": "Place to sign with mouse, pen or finger" },
            element("span", { class: "pad-line", "aria-hidden": "true" }), this.#canvas);
        this.#canvas.addEventListener("pointerdown", (event) => this.#begin(event));
        this.#canvas.addEventListener("pointermove", (event) => this.#extend(event));
        for (const name of ["pointerup", "pointercancel"]) this.#canvas.addEventListener(name, (event) => this.#end(event));
        new ResizeObserver(() => this.#draw()).observe(this.#canvas);
    }

    /** Whether nothing has been drawn. */
    get isEmpty() {
        return this.#strokes.length === 0;
    }

    /** Takes the last stroke back. */
    undo() {
        this.#strokes.pop();
        this.#changed();
    }

    /** Takes everything back. */
    clear() {
        this.#strokes = [];
        this.#changed();
    }

    /** The ink as a PNG with a transparent ground, without the empty space around it. */
    picture() {
        const frame = inkFrame(this.#strokes);
        const scale = inkScale(frame);
        const canvas = element("canvas", { width: Math.ceil(frame.width * scale), height: Math.ceil(frame.height * scale) });
        const context = canvas.getContext("2d");
        context.scale(scale, scale);
        context.translate(-frame.x, -frame.y);
        drawInk(context, this.#strokes);
        return canvas.toDataURL("image/png");
    }

    #begin(event) {
        if (this.#current || event.button !== 0) return;
        event.preventDefault();
        try {
            this.#canvas.setPointerCapture(event.pointerId);
        } catch {
            // The pointer is gone already.
        }
        this.#current = { id: event.pointerId, points: [this.#point(event)] };
        this.#strokes.push(this.#current.points);
        this.#draw();
    }

    #extend(event) {
        if (event.pointerId !== this.#current?.id) return;
        // A browser tells of several points at once, and without them a quick stroke has corners.
        const events = event.getCoalescedEvents?.() ?? [];
        for (const each of events.length ? events : [event]) this.#current.points.push(this.#point(each));
        this.#draw();
    }

    #end(event) {
        if (event.pointerId !== this.#current?.id) return;
        this.#current = null;
        this.#changed();
    }

    #point(event) {
        const frame = this.#canvas.getBoundingClientRect();
        const point = { x: event.clientX - frame.left, y: event.clientY - frame.top };
        return event.pointerType === "pen" ? { ...point, pressure: event.pressure } : point;
    }

    #changed() {
        this.#draw();
        this.#onChange();
    }

    #draw() {
        const ratio = globalThis.devicePixelRatio ?? 1;
        this.#canvas.width = this.#canvas.clientWidth * ratio;
        this.#canvas.height = this.#canvas.clientHeight * ratio;
        const context = this.#canvas.getContext("2d");
        context.scale(ratio, ratio);
        drawInk(context, this.#strokes);
    }
}
