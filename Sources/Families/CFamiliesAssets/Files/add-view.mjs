// Adding artworks, one or several at once: each has a draft of its own until it has been sent.

import { announce } from "./announce.mjs";
import { draftNames, keepDraft, readDraft, removeDraft } from "./artwork-draft.mjs";
import { ArtworkFields } from "./artwork-fields.mjs";
import { ArtworkSending } from "./artwork-sending.mjs";
import { ask } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { progressBar } from "./progress.mjs";
import { newID } from "./story-text.mjs";

/** An artwork that is not there yet. */
class Entry {
    /** The row's ID, so that an attempt whose answer was lost is not repeated by another one. */
    id;
    #draft;
    #remove;
    fields;
    node;

    constructor(app, { id, number, children, hasPrompts, others, removed }) {
        this.id = id;
        // Drafts are listed in the order of their names.
        this.#draft = `${draftsOf(app)}/${String(number).padStart(16, "0")}/${id}`;
        this.fields = new ArtworkFields({ key: id.slice(0, 8), children, hasPrompts, changed: () => this.keep(), others });
        this.#remove = element("button", { type: "button", class: "quiet danger", onclick: removed });
        this.node = element("section", { class: "card" }, this.fields.node, this.#remove);
    }

    /** What the name of a draft says of its entry. */
    static named(name) {
        const [number, id] = name.split("/").slice(-2);
        return { number: Number(number), id };
    }

    /** Says which of several it is. */
    count(index, all) {
        this.fields.legend = all > 1 ? `Artwork ${index + 1} of ${all}` : "Artwork";
        this.#remove.hidden = all === 1 && this.fields.isBlank;
        this.#remove.textContent = all > 1 ? `Remove artwork ${index + 1}` : "Start again";
    }

    keep() {
        return keepDraft(this.#draft, this.fields.values);
    }

    async read() {
        const draft = await readDraft(this.#draft);
        if (draft) this.fields.values = draft;
    }

    forget() {
        return removeDraft(this.#draft);
    }
}

/** What the names of all drafts of new artworks begin with. */
const draftsOf = (app) => `${app.user}/${app.family.id}/new`;

/** The form of new artworks. */
export class AddView {
    #app;
    #children = [];
    #entries = [];
    #list = element("div", {});
    #progress = progressBar("Upload");
    #sending;
    #send = element("button", { type: "submit", class: "primary" });
    #form;

    constructor(app) {
        this.#app = app;
        this.#sending = new ArtworkSending(app, this.#progress);
        this.#progress.node.hidden = true;
        this.#form = element("form", {
            class: "narrow-form", noValidate: true, oninput: () => this.#count(), onsubmit: (event) => {
                event.preventDefault();
                this.#submit();
            },
        }, element("h1", { tabIndex: -1 }, "Add an artwork"), this.#list, this.#progress.node,
        element("div", { class: "buttons" }, this.#send,
            element("button", { type: "button", onclick: () => this.#addOne() }, "Add another"),
            element("a", { class: "button quiet", href: "#/" }, "Cancel")));
        this.node = this.#form;
    }

    async show() {
        this.#children = await this.#app.api.rows("children", { select: "id,name", family_id: `eq.${this.#app.family.id}`, order: "name" });
        if (this.#children.length === 0) {
            this.#form.replaceChildren(element("section", { class: "card" }, element("h1", { tabIndex: -1 }, "Add a child first"),
                element("p", {}, this.#app.isParent ? "An artwork belongs to a child of the family." : "Ask a parent to add the child whose artwork this is."),
                ...(this.#app.isParent ? [element("p", {}, element("a", { class: "button primary", href: "#/family" }, "Add a child"))] : [])));
            return;
        }
        for (const name of await draftNames(`${draftsOf(this.#app)}/`)) await this.#add(Entry.named(name)).read();
        if (this.#entries.length > 0) announce("What you had begun is kept from last time.");
        else this.#add();
        this.#count();
    }

    // MARK: Entries

    #add({ number = Date.now() * 100 + this.#entries.length, id = newID() } = {}) {
        const entry = new Entry(this.#app, {
            id, number, children: this.#children, hasPrompts: this.#entries.length === 0,
            others: (files) => this.#addPictures(entry, files), removed: () => this.#askToRemove(entry),
        });
        this.#entries.push(entry);
        this.#list.append(entry.node);
        return entry;
    }

    #addOne() {
        const entry = this.#add();
        this.#count();
        entry.fields.focus();
    }

    /** Adds an entry for each further picture; the child is most often the same. */
    #addPictures(first, files) {
        for (const picture of files) {
            const entry = this.#add();
            const { child, date } = first.fields.values;
            entry.fields.values = { ...entry.fields.values, child, date, picture };
            entry.keep();
        }
        this.#count();
        announce(`${this.#entries.length} artworks, each with a story of its own.`);
    }

    #remove(entry) {
        this.#entries.splice(this.#entries.indexOf(entry), 1);
        entry.node.remove();
        return entry.forget();
    }

    async #askToRemove(entry) {
        const isSure = entry.fields.isBlank || await ask({
            title: "Remove what you have begun?", content: [element("p", {}, "The picture stays where you took it from; the story is lost.")],
            actions: [{ label: "Remove", value: true, kind: "danger" }, { label: "Keep it", value: false }],
        });
        if (!isSure) return;
        await this.#remove(entry);
        if (this.#entries.length === 0) this.#add();
        this.#count();
        this.#entries.at(-1).fields.focus();
    }

    #count() {
        const count = this.#entries.length;
        this.#entries.forEach((entry, index) => entry.count(index, count));
        this.#send.textContent = count === 1 ? "Add the artwork" : `Add ${count} artworks`;
    }

    // MARK: Sending

    /** Sends one after the other: what cannot be sent stays here, and keeps none of the others back. */
    async #submit() {
        for (const entry of this.#entries.filter(({ fields }) => fields.isBlank)) {
            if (this.#entries.length > 1) await this.#remove(entry);
        }
        this.#count();
        this.#send.disabled = true;
        let last = null;
        let sent = 0;
        for (const entry of [...this.#entries]) {
            if (!entry.fields.check(null) || !(await this.#sending.send(entry.fields, (row) => this.#insert(entry, row)))) continue;
            await this.#remove(entry);
            last = entry.id;
            sent += 1;
        }
        this.#send.disabled = false;
        const added = sent === 1 ? "Artwork added." : `${sent} artworks added.`;
        if (this.#entries.length > 0) {
            this.#count();
            if (sent > 0) announce(`${added} ${this.#entries.length} not.`);
            return this.#entries[0].fields.focusMistake();
        }
        announce(added);
        location.hash = sent === 1 ? `#/artwork/${last}` : "#/";
    }

    async #insert({ id }, row) {
        try {
            await this.#app.api.insert("artworks", { ...row, id, family_id: this.#app.family.id });
        } catch (error) {
            // An earlier attempt has done it, and its answer was lost.
            if (error.code !== "23505") throw error;
        }
    }
}
