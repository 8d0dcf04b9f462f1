// All pages, below each other.

import { element } from "./dom.mjs";
import { PageView } from "./page-view.mjs";
import { PictureQueue } from "./pictures.mjs";

/** CSS pixels of a point at 100 %. */
const pixelsPerPoint = 96 / 72;

/** Shows the pages of a form in a mode, and loads pictures for those that are near the window. */
export class PagesView {
    #form;
    #mode = null;
    #near = new Set();
    #zoom = "fit";

    constructor(form) {
        this.#form = form;
        const queue = new PictureQueue();
        this.views = form.pages.map((page, index) => new PageView(form.id, index, page, queue));
        this.node = element("div", { class: "pages" }, ...this.views.map(({ node }) => node));
        new ResizeObserver(() => this.#scale()).observe(this.node);
        const observer = new IntersectionObserver((entries) => {
            for (const { target, isIntersecting } of entries) {
                const view = this.views[Number(target.dataset.page)];
                if (isIntersecting) this.#near.add(view);
                else this.#near.delete(view);
                if (isIntersecting) this.#load(view);
            }
        }, { rootMargin: "600px 0px" });
        for (const { sheet } of this.views) observer.observe(sheet);
    }

    /**
     * Shows the fields as a mode draws them: {makeBox, isEmpty, picture}; `picture` are the options of PageView.load, and
     * with `isEmpty` no fields are drawn.
     */
    setMode(mode) {
        this.#mode = mode;
        for (const view of this.views) view.clear();
        this.update(null);
        this.reload();
    }

    /** Loads the pictures again, if they would be others. */
    reload() {
        for (const view of this.#near) this.#load(view);
    }

    /** A share of the size on paper such as 1.5, or "fit" for the width of the window. */
    set zoom(zoom) {
        this.#zoom = zoom;
        this.#scale();
    }

    /** The view of the page that a field is on. */
    viewOf(field) {
        return this.views[field.page];
    }

    /** The element of a field. */
    box(id) {
        const field = this.#form.field(id);
        return field && this.views[field.page]?.box(id);
    }

    /** The page in the middle of the window. */
    get current() {
        const middle = innerHeight / 2;
        const distance = ({ sheet }) => {
            const { top, bottom } = sheet.getBoundingClientRect();
            return top > middle ? top - middle : Math.max(0, middle - bottom);
        };
        const candidates = this.#near.size ? [...this.#near] : this.views;
        return candidates.reduce((best, view) => (distance(view) < distance(best) ? view : best));
    }

    /** Draws fields again: those with these ids, or all if it is null. */
    update(ids) {
        if (!this.#mode) return;
        if (ids) {
            for (const id of ids) {
                const field = this.#form.field(id);
                this.viewOf(field)?.update(field);
            }
            return;
        }
        const byPage = this.views.map(() => []);
        if (!this.#mode.isEmpty) {
            for (const field of this.#form.fields) byPage[field.page]?.push(field);
        }
        for (const view of this.views) view.show(byPage[view.index], this.#mode.makeBox);
    }

    #load(view) {
        view.load(this.#mode?.picture);
    }

    #scale() {
        const widest = Math.max(...this.#form.pages.map(({ width }) => width));
        // Room for the scroll bar that a higher page may bring.
        const scale = this.#zoom === "fit"
            ? Math.min(Math.max(this.node.clientWidth - 2, 100) / widest, 1.75 * pixelsPerPoint)
            : this.#zoom * pixelsPerPoint;
        this.node.style.setProperty("--scale", scale);
        clearTimeout(this.sharpening);
        this.sharpening = setTimeout(() => this.reload(), 300);
    }
}
