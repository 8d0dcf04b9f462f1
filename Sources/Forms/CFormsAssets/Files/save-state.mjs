// Whether everything has reached the service.

import { announce } from "./announce.mjs";
import { element } from "./dom.mjs";

const texts = { saved: "Saved", saving: "Saving …", waiting: "Not saved yet", refused: "Not saved" };
/** The states from the least to the most important. */
const order = ["saved", "saving", "incomplete", "refused", "waiting"];
const isProblem = (state) => order.indexOf(state) > order.indexOf("saving");

/** Shows the more important of the states of several sources. */
export class SaveState {
    node = element("span", { class: "save-state" });
    #states = new Map();
    #hasSpoken = false;

    constructor(...sources) {
        for (const source of sources) {
            source.addEventListener("state", ({ detail }) => {
                this.#states.set(source, detail);
                this.#draw();
            });
        }
    }

    #draw() {
        const worst = [...this.#states.values()].reduce((a, b) => (order.indexOf(b.state) > order.indexOf(a.state) ? b : a));
        const text = worst.state === "waiting" ? `${texts.waiting}. ${worst.message} Trying again …`
            : worst.state === "refused" ? `${texts.refused}. ${worst.message}`
            : worst.state === "incomplete" ? worst.message : texts[worst.state];
        if (text === this.node.textContent) return;
        this.node.textContent = text;
        this.node.dataset.state = worst.state;
        // After each pause in typing, “Saved” would only disturb: it is said when something else was said before.
        if (isProblem(worst.state) || (worst.state === "saved" && this.#hasSpoken)) announce(text);
        if (worst.state !== "saving") this.#hasSpoken = isProblem(worst.state);
    }
}
