// Asks for the picture of a field: a signature that is drawn, kept or from a file, or a photo.

import { APIError, send } from "./api.mjs";
import { ask } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { isPicture, pictureBlob, readPicture, showPicture } from "./picture-value.mjs";
import { SignaturePad } from "./signature-pad.mjs";

/** The longest side of a kept signature in pixels, so that it stays below the limit of the service. */
const inkSide = 900;

/** Asks for a picture; the answer is its value, or null if nothing was chosen. `current` is the value so far. */
export function askForPicture(control, current) {
    return control.picture === "signature" ? askForSignature(control, current) : askForPhoto(control, current);
}

async function askForPhoto(control, current) {
    const chooser = new Chooser(isPicture(current) ? current : "", { isInk: false });
    const answer = await ask({
        title: `Picture: ${control.title}`, content: [chooser.node],
        actions: [{ label: "Cancel", value: null }, { label: "Use this picture", value: "use", kind: "primary" }],
        check: (value) => value !== "use" || chooser.isReady("Choose a picture first."),
    });
    return answer === "use" ? chooser.picture : null;
}

async function askForSignature(control, current) {
    const kept = await keptSignature();
    let way = "draw";
    const chooser = new Chooser("", { isInk: true, onChoice: () => show("file") });
    const undo = element("button", { type: "button", disabled: true, onclick: () => pad.undo() }, "Undo");
    const clear = element("button", { type: "button", disabled: true, onclick: () => pad.clear() }, "Clear");
    const pad = new SignaturePad(() => {
        undo.disabled = clear.disabled = pad.isEmpty;
        if (!pad.isEmpty) chooser.problem("");
    });
    const drawing = element("div", {}, pad.node, element("div", { class: "buttons pad-tools" }, undo, clear));
    const back = element("button", { type: "button", hidden: true, onclick: () => show("draw") }, "Draw it instead");
    const keep = element("input", { type: "checkbox", id: "keep-signature" });
    const keeping = element("p", { class: "choice keep" }, keep,
        element("label", { htmlFor: keep.id }, "Keep it for the next time, for me only"));
    const stored = keptPart(kept, () => dialogAnswer("kept"), (text) => chooser.problem(text));
    const show = (next) => {
        way = next;
        drawing.hidden = next !== "draw";
        back.hidden = next === "draw";
        if (next === "draw") chooser.clear();
    };
    const check = async (value) => {
        if (value !== "use") return true;
        if (way === "draw" && pad.isEmpty) return chooser.problem("Sign in the box first, or choose a picture.");
        if (way === "file" && !chooser.isReady("Choose a picture first.")) return false;
        if (!keep.checked) return true;
        try {
            await send("PUT", "/signature", { body: pictureBlob(picture()), type: "image/png" });
            return true;
        } catch (error) {
            if (!(error instanceof APIError)) throw error;
            return chooser.problem(`The signature was not kept. ${error.message} Untick “Keep it” to use it only here.`);
        }
    };
    const picture = () => (way === "file" ? chooser.picture : pad.picture());
    let dialogAnswer = () => {};
    const answer = await ask({
        title: `Sign: ${control.title}`,
        content: [
            ...(stored ? [stored] : []), drawing, back, chooser.node, keeping,
            element("p", { class: "hint" }, "Without mouse, pen or finger: close this, and type the name into the field. It is written in a script font."),
        ],
        actions: [{ label: "Cancel", value: null }, { label: "Use this signature", value: "use", kind: "primary" }],
        check,
        onOpen: (close) => (dialogAnswer = close),
    });
    if (answer === "kept") return kept;
    return answer === "use" ? picture() : null;
}

/** The signature that the user keeps, as a value; null if there is none, or if it cannot be read now. */
async function keptSignature() {
    try {
        const response = await send("GET", "/signature");
        if (response.status === 204) return null;
        return await readPicture(await response.blob(), { side: inkSide * 2, isInk: true });
    } catch {
        return null;
    }
}

function keptPart(kept, use, say) {
    if (!kept) return null;
    const image = element("img", { alt: "The signature that you keep", class: "kept-ink" });
    showPicture(image, kept);
    const part = element("div", { class: "kept" }, image, element("div", { class: "buttons" },
        element("button", { type: "button", onclick: use }, "Use the kept one"),
        element("button", {
            type: "button", class: "quiet danger", onclick: async () => {
                try {
                    await send("DELETE", "/signature");
                    part.remove();
                } catch (error) {
                    if (!(error instanceof APIError)) throw error;
                    say(error.message);
                }
            },
        }, "Keep it no longer")));
    return part;
}

/** Two ways to choose a picture, a file and the camera, with the picture that was chosen. */
class Chooser {
    picture;
    node;
    #image = element("img", { alt: "The chosen picture", class: "chosen-picture", hidden: true });
    #problem = element("p", { class: "error", role: "alert", hidden: true });
    #isInk;
    #onChoice;

    constructor(picture, { isInk, onChoice = () => {} }) {
        this.picture = picture;
        this.#isInk = isInk;
        this.#onChoice = onChoice;
        const input = (id, label, more = {}) => {
            const file = element("input", {
                type: "file", id, accept: "image/*", class: "hidden-text", ...more, onchange: () => this.#read(file),
            });
            return element("span", { class: "file-button" }, file, element("label", { htmlFor: id, class: "button" }, label));
        };
        this.node = element("div", { class: "chooser" }, this.#image, this.#problem, element("div", { class: "buttons" },
            input("picture-file", "Picture from a file …"),
            // A computer without a camera asks for a file here, too.
            ...(matchMedia("(pointer: coarse)").matches
                ? [input("picture-camera", "Take a picture", { capture: "environment" })] : [])));
        this.#show();
    }

    /** Says what is wrong; returns false. */
    problem(text) {
        this.#problem.textContent = text;
        this.#problem.hidden = text === "";
        return false;
    }

    /** Whether there is a picture; if not, it says so. */
    isReady(text) {
        return isPicture(this.picture) || this.problem(text);
    }

    clear() {
        this.picture = "";
        this.#show();
    }

    async #read(file) {
        if (!file.files[0]) return;
        this.problem("");
        try {
            this.picture = await readPicture(file.files[0], this.#isInk ? { side: inkSide, isInk: true } : {});
            this.#show();
            this.#onChoice();
        } catch (error) {
            this.problem(error.message);
        }
        // The same file can be chosen again.
        file.value = "";
    }

    #show() {
        this.#image.hidden = !isPicture(this.picture);
        showPicture(this.#image, this.picture);
    }
}
