// One page: its picture, and above it the fields.

import { element, keepingFocus } from "./dom.mjs";
import { percentages } from "./geometry.mjs";
import { fetchPicture, pictureWidth } from "./pictures.mjs";

/** Draws a page. `makeBox(field)` makes the element of a field: {node, update(field)}. */
export class PageView {
    #document;
    #queue;
    #boxes = new Map();
    #layer;
    #picture;
    #problem;
    #shown = "";
    #revision = 0;

    constructor(document, index, page, queue) {
        this.index = index;
        this.page = page;
        this.#document = document;
        this.#queue = queue;
        this.#picture = element("img", { alt: "", draggable: false });
        this.#problem = element("p", { class: "page-problem", hidden: true });
        this.#layer = element("div", { class: "fields" });
        this.sheet = element("div", { class: "sheet" }, this.#picture, this.#problem, this.#layer);
        this.sheet.style.setProperty("--page-width", page.width);
        this.sheet.style.setProperty("--page-height", page.height);
        this.sheet.dataset.page = index;
        this.node = element("section", { class: "page", id: `page-${index + 1}`, "aria-label": `Page ${index + 1}` },
            element("h2", { class: "page-number" }, `Page ${index + 1}`), this.sheet);
    }

    /** Shows fields, in this order; `makeBox` is used for those without an element. */
    show(fields, makeBox) {
        const known = this.#boxes;
        this.#boxes = new Map();
        for (const field of fields) {
            const box = known.get(field.id) ?? makeBox(field);
            this.#boxes.set(field.id, box);
            this.#place(box, field);
        }
        const nodes = [...this.#boxes.values()].map(({ node }) => node);
        const isSame = nodes.length === this.#layer.childElementCount
            && nodes.every((node, index) => node === this.#layer.children[index]);
        if (!isSame) keepingFocus(() => this.#layer.replaceChildren(...nodes));
    }

    /** Draws a field again that is shown already. */
    update(field) {
        const box = this.#boxes.get(field.id);
        if (box) this.#place(box, field);
    }

    /** The element of a field. */
    box(id) {
        return this.#boxes.get(id);
    }

    /** Removes all fields, so that others can be made for another mode. */
    clear() {
        this.#boxes = new Map();
        this.#layer.replaceChildren();
    }

    #place(box, field) {
        Object.assign(box.node.style, percentages(field, this.page));
        box.update(field);
    }

    /** A point of the window in points of the page. */
    point(event) {
        const frame = this.sheet.getBoundingClientRect();
        return {
            x: ((event.clientX - frame.left) / frame.width) * this.page.width,
            y: ((event.clientY - frame.top) / frame.height) * this.page.height,
        };
    }

    /**
     * Loads the picture in the size in which it is shown: the blank page, that of the filled form, or a preview with these
     * values.
     *
     * `revision` names the values, or the filled form; the same picture is not asked for twice.
     */
    load({ preview, isFilled = false, revision = 0, onProblems } = {}) {
        const width = pictureWidth(this.sheet.clientWidth || 800);
        const wanted = preview ? `preview ${width} ${revision}` : isFilled ? `filled ${width} ${revision}` : `blank ${width}`;
        if (wanted === this.#shown) return;
        this.#shown = wanted;
        this.#revision += 1;
        const mine = this.#revision;
        this.#queue.add({
            owner: this, run: async () => {
                if (mine !== this.#revision) return;
                try {
                    const path = `/documents/${this.#document}/pages/${this.index}`;
                    const { url, problems } = preview
                        ? await fetchPicture("POST", `${path}/preview?width=${width}`, { values: preview() })
                        : await fetchPicture("GET", `${path}.png?width=${width}${isFilled ? "&filled=true" : ""}`);
                    if (mine === this.#revision) await this.#display(url);
                    else URL.revokeObjectURL(url);
                    onProblems?.(problems, revision);
                } catch (error) {
                    if (mine === this.#revision) this.#fail(error);
                }
            },
        });
    }

    async #display(url) {
        const old = this.#picture.src;
        this.#picture.src = url;
        this.#problem.hidden = true;
        await this.#picture.decode().catch(() => {});
        this.sheet.dataset.picture = this.#shown.split(" ")[0];
        if (old.startsWith("blob:")) URL.revokeObjectURL(old);
    }

    #fail(error) {
        this.#shown = "";
        this.#problem.textContent = `The picture of this page cannot be shown. ${error.message}`;
        this.#problem.hidden = false;
    }
}
