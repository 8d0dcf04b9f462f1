// Editing an artwork.

import { announce } from "./announce.mjs";
import { keepDraft, readDraft, removeDraft } from "./artwork-draft.mjs";
import { ArtworkFields } from "./artwork-fields.mjs";
import { ArtworkSending } from "./artwork-sending.mjs";
import { element } from "./dom.mjs";
import { progressBar } from "./progress.mjs";
import { hasOwnTitle } from "./story-text.mjs";

/** The form of an artwork that is there; a draft of it is kept until it has been sent. */
export class ArtworkForm {
    #app;
    #id;
    #draft;
    #artwork = null;
    #fields = null;
    #progress = progressBar("Upload");
    #sending;
    #send = element("button", { type: "submit", class: "primary" }, "Save");

    /** `id` is the artwork's. */
    constructor(app, id) {
        this.#app = app;
        this.#id = id;
        this.#draft = `${app.user}/${app.family.id}/${id}`;
        this.#sending = new ArtworkSending(app, this.#progress);
        this.#progress.node.hidden = true;
        this.node = element("form", {
            class: "narrow-form", noValidate: true, onsubmit: (event) => {
                event.preventDefault();
                this.#submit();
            },
        }, element("h1", { tabIndex: -1 }, "Edit the artwork"));
    }

    async show() {
        const { api, family } = this.#app;
        const [children, [artwork]] = await Promise.all([
            api.rows("children", { select: "id,name", family_id: `eq.${family.id}`, order: "name" }),
            api.rows("artworks", { select: "*", id: `eq.${this.#id}` }),
        ]);
        if (!artwork) return this.node.append(element("p", {}, "This artwork is not there."));
        this.#artwork = artwork;
        this.#fields = new ArtworkFields({ key: "edit", children, hasPrompts: true, changed: () => keepDraft(this.#draft, this.#fields.values) });
        const draft = await readDraft(this.#draft);
        this.#fields.values = draft ?? {
            child: artwork.child_id, story: artwork.story ?? "", date: artwork.created_date,
            // A title that only begins the story is made anew of the story as it will be.
            title: hasOwnTitle(artwork) ? artwork.title : "",
        };
        if (draft) announce("Your draft is kept from last time.");
        this.node.append(element("section", { class: "card" }, this.#fields.node), this.#progress.node,
            element("div", { class: "buttons" }, this.#send, element("a", { class: "button quiet", href: `#/artwork/${this.#id}` }, "Cancel")));
    }

    async #submit() {
        if (!this.#fields.check(this.#artwork.story ?? "")) return this.#fields.focusMistake();
        this.#send.disabled = true;
        const isKept = await this.#sending.send(this.#fields, async (row) => {
            if (await this.#app.api.update("artworks", { id: `eq.${this.#id}` }, row) === 0) throw new Error("The artwork is not there any more.");
        });
        this.#send.disabled = false;
        if (!isKept) return this.#fields.focusMistake();
        await removeDraft(this.#draft);
        announce("Saved.");
        location.hash = `#/artwork/${this.#id}`;
    }
}
