// The pages of the PDF that was made.

import { element } from "./dom.mjs";

/** A mode of the editor; see CheckMode. */
export class ResultMode {
    panelTitle = "Result";
    tools = [];
    pagesMode = { makeBox: () => null, isEmpty: true, picture: { isFilled: true, revision: 0 } };
    /** Whether there is a PDF to show. */
    isThere;
    #pages;

    constructor({ pages, editor }, isThere) {
        this.#pages = pages;
        this.isThere = isThere;
        this.panel = element("div", {}, element("h2", {}, "Result"),
            element("p", {}, "These are the pages of the PDF that was made last. Look at them before you send them on."),
            element("div", { class: "buttons" },
                element("button", { type: "button", onclick: () => editor.setMode("fill") }, "Change the values")));
    }

    /** Another PDF has been made. */
    renew() {
        this.isThere = true;
        this.pagesMode.picture.revision += 1;
    }

    enter() {
        this.#pages.reload();
    }
}
