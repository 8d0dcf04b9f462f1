// Corrections on their way to the service, one after the other, each of which can be undone.

import { APIError, fetchJSON } from "./api.mjs";
import { mayChange } from "./may-change.mjs";

/**
 * Applies changes to a form at once and sends them in order.
 *
 * What is not sent yet survives a reload in the session's storage. `resolve` decides when somebody else has changed the same
 * fields: it gets the conflicts and returns "mine" or "theirs". Sends "state" with `detail` {state, message}: saved, saving,
 * waiting (the service cannot be reached) or refused.
 */
export class Changes extends EventTarget {
    #form;
    #resolve;
    #queue = [];
    #staged = null;
    #timer = 0;
    #running = null;
    #key;

    constructor(form, resolve) {
        super();
        this.#form = form;
        this.#resolve = resolve;
        this.#key = `formwright.changes.${form.id}`;
        this.#queue = mayChange ? JSON.parse(sessionStorage.getItem(this.#key) ?? "[]") : [];
    }

    /** Reads the fields, and sends what was left from before a reload. */
    async load() {
        this.#form.adopt(await fetchJSON("GET", this.#path("")), this.#queue);
        if (this.#queue.length) this.#send();
    }

    /** One change. */
    push(patch) {
        this.commit();
        this.#form.apply(patch);
        this.#enqueue(patch);
    }

    /** A change that goes on, such as a run of key presses: sent as one when it has come to rest. */
    stage(patch) {
        this.#form.apply(patch);
        const fields = new Map((this.#staged?.upsert ?? []).map((field) => [field.id, field]));
        for (const field of patch.upsert) fields.set(field.id, field);
        this.#staged = { upsert: [...fields.values()], delete: [] };
        this.#tell("saving");
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.commit(), 700);
    }

    /** Ends the change that goes on. */
    commit() {
        clearTimeout(this.#timer);
        const patch = this.#staged;
        this.#staged = null;
        if (patch) this.#enqueue(patch);
    }

    /** Takes the last change back, or repeats it; `step` is "undo" or "redo". */
    async step(step) {
        this.commit();
        await this.#send();
        if (this.#queue.length) return false;
        try {
            const answer = await fetchJSON("POST", this.#path(`/${step}`), { version: this.#form.version });
            this.#form.adopt(answer);
            return true;
        } catch (error) {
            if (!(error instanceof APIError)) throw error;
            if (error.code === "edit_conflict") await this.#reload();
            this.#tell(error.isTemporary ? "waiting" : "refused", error.message);
            return false;
        }
    }

    /** Waits until all has been sent. */
    async finish() {
        this.commit();
        await this.#send();
        return this.#queue.length === 0;
    }

    #path(rest) {
        return `/documents/${this.#form.id}/fields${rest}`;
    }

    #enqueue(patch) {
        this.#queue.push(patch);
        this.#keep();
        this.#send();
    }

    #keep() {
        if (this.#queue.length) sessionStorage.setItem(this.#key, JSON.stringify(this.#queue));
        else sessionStorage.removeItem(this.#key);
    }

    #send() {
        this.#running ??= this.#sendAll().finally(() => (this.#running = null));
        return this.#running;
    }

    async #sendAll() {
        while (this.#queue.length) {
            this.#tell("saving");
            try {
                await this.#sendFirst(this.#form.version);
            } catch (error) {
                if (!(error instanceof APIError)) throw error;
                if (error.isTemporary) {
                    this.#tell("waiting", error.message);
                    setTimeout(() => this.#send(), 3000);
                    return;
                }
                // The service will never take it: show what it has.
                this.#queue.shift();
                this.#keep();
                await this.#reload();
                this.#tell("refused", error.message);
                if (!this.#queue.length) return;
            }
        }
        this.#tell("saved");
    }

    async #sendFirst(version) {
        const patch = this.#queue[0];
        try {
            const json = { upsert: patch.upsert ?? [], delete: patch.delete ?? [] };
            const answer = await fetchJSON("PATCH", this.#path(""), { json, version });
            this.#queue.shift();
            this.#keep();
            this.#form.adopt(answer, this.#unsent());
        } catch (error) {
            if (error.code !== "edit_conflict") throw error;
            const choice = await this.#resolve(error.body.conflicts);
            if (choice === "theirs") {
                const lost = new Set(error.body.conflicts.map(({ fieldId }) => fieldId));
                patch.upsert = (patch.upsert ?? []).filter(({ id }) => !lost.has(id));
                patch.delete = (patch.delete ?? []).filter((id) => !lost.has(id));
            }
            if (patch.upsert?.length || patch.delete?.length) return this.#sendFirst(error.body.version);
            this.#queue.shift();
            this.#keep();
            await this.#reload();
        }
    }

    /** Takes over what the service has; if it cannot be reached, the next answer brings it. */
    async #reload() {
        try {
            this.#form.adopt(await fetchJSON("GET", this.#path("")), this.#unsent());
        } catch (error) {
            if (!error.isTemporary) throw error;
        }
    }

    #unsent() {
        return this.#staged ? [...this.#queue, this.#staged] : this.#queue;
    }

    #tell(state, message = "") {
        this.dispatchEvent(new CustomEvent("state", { detail: { state, message } }));
    }
}
