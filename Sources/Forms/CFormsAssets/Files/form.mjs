// The fields of the open form: those the service keeps, with the changes made here on top.

/**
 * Holds the pages and the fields in reading order.
 *
 * Sends "change" when fields changed; `detail` is the set of their ids, or null if fields came, went or changed places.
 */
export class Form extends EventTarget {
    constructor(id, pages) {
        super();
        this.id = id;
        this.pages = pages;
        this.fields = [];
        this.notes = [];
        this.version = 0;
        this.canUndo = false;
        this.canRedo = false;
        this.template = null;
        this.#index();
    }

    #byID;
    #positions;

    /** The field with an id. */
    field(id) {
        return this.#byID.get(id);
    }

    /** A field's place in the reading order, from 1. */
    position(id) {
        return this.#positions.get(id);
    }

    /** The page that a field is on. */
    pageOf = (field) => this.pages[field.page];

    /** Takes over what the service answered, with changes on top that it does not know yet. */
    adopt({ version, fields, canUndo, canRedo, template, notes }, patches = []) {
        Object.assign(this, { version, canUndo, canRedo, template: template ?? null, notes: notes ?? [] });
        this.fields = patches.reduce(patched, fields);
        this.#index();
        this.#tell(null);
    }

    /** Changes fields here. */
    apply(patch) {
        const isSameList = !patch.delete?.length && (patch.upsert ?? []).every(({ id }) => this.#byID.has(id));
        this.fields = patched(this.fields, patch);
        this.#index();
        this.#tell(isSameList ? new Set(patch.upsert.map(({ id }) => id)) : null);
    }

    #index() {
        this.#byID = new Map(this.fields.map((field) => [field.id, field]));
        this.#positions = new Map(this.fields.map((field, index) => [field.id, index + 1]));
    }

    #tell(ids) {
        this.dispatchEvent(new CustomEvent("change", { detail: ids }));
    }
}

/** A list of fields after a change; new fields come behind those of their page that lie above them. */
export function patched(fields, { upsert = [], delete: deleted = [] }) {
    const gone = new Set(deleted);
    const changes = new Map(upsert.map((field) => [field.id, field]));
    const result = fields.filter(({ id }) => !gone.has(id)).map((field) => changes.get(field.id) ?? field);
    const known = new Set(fields.map(({ id }) => id));
    for (const field of upsert) {
        if (known.has(field.id)) continue;
        const isBehind = ({ page, y, x }) =>
            page > field.page || (page === field.page && (y > field.y || (y === field.y && x > field.x)));
        const place = result.findIndex(isBehind);
        result.splice(place < 0 ? result.length : place, 0, field);
    }
    return result;
}
