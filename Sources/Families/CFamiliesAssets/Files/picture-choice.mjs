// Choosing a picture, straight from a phone's camera too.

import { element } from "./dom.mjs";

const types = "image/jpeg,image/png,image/webp,image/heic,image/heif,image/tiff";
const sizeLimit = 25 << 20;

/** A choice of one picture with its preview. */
export class PictureChoice {
    #preview = element("img", { class: "preview", alt: "", hidden: true });
    #clear = element("button", { type: "button", class: "quiet", hidden: true, onclick: () => this.set(null, true) }, "Remove the photo");
    #input;
    #changed;
    #problem;
    file = null;

    /** `changed` is called when another picture was chosen; `others`, if it is there, gets what was chosen besides the first. */
    constructor({ id, label, hint, isRequired, changed, others }) {
        this.#changed = changed;
        this.#input = element("input", {
            id, type: "file", accept: types, multiple: others !== undefined, "aria-describedby": `${id}-problem`, onchange: () => {
                const [first, ...more] = this.#input.files;
                if (!first) return;
                this.set(first, true);
                if (more.length > 0) others(more);
            },
        });
        this.#problem = element("p", { id: `${id}-problem`, class: "error", role: "alert" });
        this.node = element("div", { class: "entry" },
            element("label", { htmlFor: id }, label, isRequired ? null : element("span", { class: "muted" }, " (optional)")),
            hint ? element("p", { class: "muted small" }, hint) : null, this.#preview, this.#input, this.#problem,
            isRequired ? null : this.#clear);
    }

    /** Takes a file, or none; `isNew` if somebody has just chosen it. */
    set(file, isNew) {
        const isLarge = file !== null && file.size > sizeLimit;
        this.complain(isLarge ? "This file is larger than 25 MB." : "");
        this.file = isLarge ? null : file;
        if (this.#preview.src) URL.revokeObjectURL(this.#preview.src);
        this.#preview.hidden = this.file === null;
        this.#clear.hidden = this.file === null;
        if (this.file) this.#preview.src = URL.createObjectURL(this.file);
        this.#showFile();
        if (isNew) this.#changed();
    }

    /** Says what is wrong with the picture; nothing for an empty text. */
    complain(text) {
        this.#problem.textContent = text;
        this.#input.setAttribute("aria-invalid", String(text !== ""));
        // A file of the same name, copied anew, would not be a change otherwise.
        if (text !== "") this.#input.value = "";
    }

    /** Has the control name the file, also one of a draft and the first of several. */
    #showFile() {
        const files = new DataTransfer();
        if (this.file) files.items.add(this.file);
        this.#input.files = files.files;
    }

    focus() {
        this.#input.focus();
    }
}
