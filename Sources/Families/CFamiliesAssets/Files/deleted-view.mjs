// Artworks that were deleted and may be brought back.

import { announce } from "./announce.mjs";
import { element } from "./dom.mjs";
import { agoText, listTitle } from "./story-text.mjs";

/** The family's deleted artworks. */
export class DeletedView {
    #app;

    constructor(app) {
        this.#app = app;
        this.node = element("section", { class: "card" });
    }

    async show() {
        const artworks = await this.#app.api.call("get_deleted_artworks", { family_uuid: this.#app.family.id });
        this.node.replaceChildren(element("h1", { tabIndex: -1 }, "Deleted artworks"),
            element("p", { class: "muted" }, artworks.length === 0
                ? "There are none. A deleted artwork can be brought back for 30 days." : "Each can be brought back for 30 days after it was deleted."),
            element("ul", { class: "people" }, ...artworks.map(({ id, title, deleted_at: deleted }) => element("li", {},
                element("span", { dir: "auto" }, listTitle(title), element("span", { class: "muted" }, ` · deleted ${agoText(deleted)}`)),
                element("button", { type: "button", onclick: () => this.#restore(id) }, "Bring back",
                    element("span", { class: "hidden-text" }, ` “${listTitle(title)}”`))))));
    }

    async #restore(id) {
        await this.#app.trying("The artwork was not brought back", async () => {
            await this.#app.api.call("restore_artwork", { artwork_uuid: id });
            this.#app.forgetFeed();
            announce("Artwork brought back.");
            await this.show();
        });
    }
}
