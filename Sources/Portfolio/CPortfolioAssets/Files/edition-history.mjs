// The edition that a person is working on, with the way back.

import { isSame, tidied } from "./portfolio-edition.mjs";
import { editionOf, keepEdition } from "./kept-edition.mjs";

/** Steps that can be undone. */
const mostSteps = 100;

/** An edition whose changes can be undone. `changed` is called after each. */
export class EditionHistory {
    #id;
    #steps = [];
    #changed;

    constructor(id, changed) {
        this.#id = id;
        this.#changed = changed;
        this.edition = {};
        /** The edition of the newest book; null if there is no book. */
        this.made = null;
    }

    /** Takes what the service knows, unless this tab has something newer. */
    begin(edition, made) {
        this.made = made;
        this.edition = editionOf(this.#id) ?? tidied(edition);
    }

    /** The number of steps that can be undone. */
    get count() {
        return this.#steps.length;
    }

    /** Whether the newest book differs from the edition. */
    get isAhead() {
        return this.made !== null && !isSame(this.edition, this.made);
    }

    /** Takes another edition; `what` says what was done. */
    apply(edition, what) {
        if (isSame(edition, this.edition)) return;
        this.#steps.push({ edition: this.edition, what });
        if (this.#steps.length > mostSteps) this.#steps.shift();
        this.#set(edition, what);
    }

    /** Undoes the newest step, and returns what was done in it; null if there is none. */
    undo() {
        const step = this.#steps.pop();
        if (!step) return null;
        this.#set(step.edition, `Undone: ${step.what}`);
        return step.what;
    }

    #set(edition, what) {
        this.edition = tidied(edition);
        keepEdition(this.#id, this.edition);
        this.#changed(what);
    }
}
