// The values that a person types: kept here until the service has them.

import { APIError, fetchJSON, send } from "./api.mjs";
import { incompleteText } from "./describe.mjs";
import { keepTyped, typedBefore } from "./keep-typed.mjs";
import { mayChange } from "./may-change.mjs";
import { fromWire, isPicture, wireValue } from "./picture-value.mjs";

const pause = 400;

/**
 * The values of the open form, by the id of their control.
 *
 * What is typed is sent after a short pause. What is not sent yet, or was refused, survives a reload in the session's
 * storage. Sends "change" with the control's id, "errors", and "state" as Changes does; its state is incomplete if only some
 * values were refused.
 */
export class Values extends EventTarget {
    #document;
    #kept = new Map();
    #unsent = new Map();
    #refused = new Map();
    #unfit = new Map();
    #missing = new Set();
    #broken = new Map();
    #rule = () => undefined;
    #timer = 0;
    #running = null;
    #key;

    constructor(document) {
        super();
        this.#document = document;
        this.#key = `formwright.values.${document}`;
        // What a user has left who has become a reader would be refused.
        this.#unsent = new Map(mayChange ? JSON.parse(typedBefore(this.#key) ?? "[]") : []);
    }

    /** Reads what the service has, and sends what was left from before a reload. */
    async load() {
        const { values } = await fetchJSON("GET", `/documents/${this.#document}/values`);
        this.#kept = new Map(values.map(({ fieldRegionId, value }) => [fieldRegionId, fromWire(value)]));
        this.dispatchEvent(new CustomEvent("change", { detail: null }));
        this.#checkAll();
        if (this.#unsent.size) this.#send();
    }

    /** A control's value; undefined if none was given. */
    get(id) {
        return this.#unsent.get(id) ?? this.#kept.get(id);
    }

    /** What is wrong with a value; undefined if nothing is known to be wrong. */
    error(id) {
        return this.#broken.get(id) ?? this.#refused.get(id) ?? this.#unfit.get(id) ?? (this.#missing.has(id) ? "This is required." : undefined);
    }

    /** Whether nothing but a required value is wrong with a control. */
    isMissing(id) {
        return this.#missing.has(id) && !this.errors.has(id);
    }

    /** Notes that required values are missing, until they are given. */
    noteMissing(ids) {
        this.#missing = new Set(ids);
        this.dispatchEvent(new CustomEvent("errors"));
    }

    /** What is wrong with values, by control; those that are missing are not wrong. */
    get errors() {
        return new Map([...this.#unfit, ...this.#refused, ...this.#broken]);
    }

    /** Says at once what is wrong with a value that is being typed: a function of the control's id and the text. */
    set rule(rule) {
        this.#rule = rule;
        this.#checkAll();
    }

    /** Says what is wrong by the rules of the form, which may be later than the values. */
    #checkAll() {
        const ids = new Set([...this.#broken.keys(), ...this.#kept.keys(), ...this.#unsent.keys()]);
        for (const id of ids) this.#check(id, this.get(id) ?? "");
        this.dispatchEvent(new CustomEvent("errors"));
    }

    /** Returns whether what is wrong with a value has changed. */
    #check(id, value) {
        const problem = isPicture(value) ? undefined : this.#rule(id, value);
        const hasChanged = this.#broken.get(id) !== problem;
        if (problem === undefined) this.#broken.delete(id);
        else this.#broken.set(id, problem);
        return hasChanged;
    }

    /** The values as they are now, to tell later whether one was changed. */
    get snapshot() {
        return new Map([...this.#kept, ...this.#unsent]);
    }

    /** Whether a value was changed since a snapshot. */
    hasChanged(snapshot) {
        return [...this.snapshot].some(([id, value]) => value !== snapshot.get(id));
    }

    /** Notes values that the service cannot draw, until they are changed; those changed since it was asked are left out. */
    noteUnfit(problems, snapshot) {
        const current = [...problems].filter(([id]) => this.get(id) === snapshot.get(id));
        this.#unfit = new Map([...this.#unfit, ...current]);
        this.dispatchEvent(new CustomEvent("errors"));
    }

    /** The number of controls that have a value. */
    get size() {
        const ids = new Set([...this.#kept.keys(), ...this.#unsent.keys()]);
        return [...ids].filter((id) => this.get(id) !== "").length;
    }

    /** Values that the service has not, for a preview. */
    get unsent() {
        return inputsOf([...this.#unsent]);
    }

    /** The values of some controls, for a preview. */
    inputs(ids) {
        return inputsOf(ids.map((id) => [id, this.get(id) ?? ""]));
    }

    /** Takes a value that a person has typed. */
    set(id, value) {
        if (this.get(id) === value) return;
        this.#unsent.set(id, value);
        this.#store();
        const isFound = value !== "" && this.#missing.delete(id);
        const isOther = this.#check(id, value);
        if (this.#unfit.delete(id) || isFound || isOther) this.dispatchEvent(new CustomEvent("errors"));
        this.dispatchEvent(new CustomEvent("change", { detail: id }));
        this.#tell("saving");
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#send(), pause);
    }

    /** Sends everything now. Returns whether the service has all of it. */
    async finish() {
        clearTimeout(this.#timer);
        await this.#send();
        // What was typed while the last request was under way.
        if (this.#unsent.size > this.#refused.size) await this.#send();
        return this.#unsent.size === 0;
    }

    /** Sends what is left when the page goes away. */
    leave() {
        if (!this.#unsent.size) return;
        send("POST", `/documents/${this.#document}/values`, { json: { values: this.unsent }, keepalive: true }).catch(() => {});
    }

    #store() {
        const all = [...this.#unsent];
        if (!all.length) keepTyped(this.#key, null);
        else if (!keepTyped(this.#key, JSON.stringify(all))) {
            // There is no room for pictures, which wait for the service only here. What was typed is small.
            keepTyped(this.#key, JSON.stringify(all.filter(([, value]) => !isPicture(value))));
        }
    }

    #send() {
        clearTimeout(this.#timer);
        this.#running ??= this.#sendAll().finally(() => (this.#running = null));
        return this.#running;
    }

    async #sendAll() {
        const refused = new Map();
        for (;;) {
            const batch = [...this.#unsent].filter(([id, value]) => refused.get(id)?.value !== value);
            if (!batch.length) break;
            this.#tell("saving");
            try {
                await this.#sendBatch(batch);
                this.#settle(batch);
            } catch (error) {
                if (!(error instanceof APIError)) throw error;
                const sent = new Map(batch);
                const named = error.fields.filter(({ fieldRegionId }) => sent.has(fieldRegionId));
                if (!named.length) {
                    this.#tell(error.isTemporary ? "waiting" : "refused", error.message);
                    if (error.isTemporary) this.#timer = setTimeout(() => this.#send(), 3000);
                    return;
                }
                // Nothing of the batch was kept: the others are sent again without these.
                for (const { fieldRegionId, message } of named) {
                    refused.set(fieldRegionId, { value: sent.get(fieldRegionId), message });
                }
            }
        }
        this.#refused = new Map([...refused].map(([id, { message }]) => [id, message]));
        this.dispatchEvent(new CustomEvent("errors"));
        if (refused.size) this.#tell("incomplete", incompleteText(refused.size));
        else this.#tell("saved");
    }

    #sendBatch(batch) {
        return send("POST", `/documents/${this.#document}/values`, { json: { values: inputsOf(batch) } });
    }

    #settle(batch) {
        for (const [id, value] of batch) {
            this.#kept.set(id, value);
            // It may have been changed again while it was under way.
            if (this.#unsent.get(id) === value) this.#unsent.delete(id);
        }
        this.#store();
    }

    #tell(state, message = "") {
        this.dispatchEvent(new CustomEvent("state", { detail: { state, message } }));
    }
}

/** Values as the API takes them. */
function inputsOf(values) {
    return values.map(([fieldRegionId, value]) => ({ fieldRegionId, value: wireValue(value), source: "manual" }));
}
