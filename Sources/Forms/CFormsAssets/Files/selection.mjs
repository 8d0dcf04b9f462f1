// Which fields are selected.

/** A set of ids that sends "change" with the ids whose selection changed. */
export class Selection extends EventTarget {
    #ids = new Set();

    get ids() {
        return this.#ids;
    }

    get size() {
        return this.#ids.size;
    }

    has(id) {
        return this.#ids.has(id);
    }

    /** Selects these and no others. */
    set(ids) {
        this.#replace(new Set(ids));
    }

    /** Selects these too. */
    add(ids) {
        this.#replace(new Set([...this.#ids, ...ids]));
    }

    /** Selects a field, or no longer. */
    toggle(id) {
        const ids = new Set(this.#ids);
        if (!ids.delete(id)) ids.add(id);
        this.#replace(ids);
    }

    /** Keeps only what is still there. */
    keep(isThere) {
        this.#replace(new Set([...this.#ids].filter(isThere)));
    }

    #replace(ids) {
        const changed = [...ids].filter((id) => !this.#ids.has(id)).concat([...this.#ids].filter((id) => !ids.has(id)));
        this.#ids = ids;
        if (changed.length) this.dispatchEvent(new CustomEvent("change", { detail: new Set(changed) }));
    }
}
