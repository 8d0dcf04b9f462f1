// The page of one artwork.

import { announce } from "./announce.mjs";
import { artworkPage, cardColumns } from "./artwork-card.mjs";
import { CommentsView } from "./comments-view.mjs";
import { ask } from "./dialog.mjs";
import { element, keepingFocus, whenReleased } from "./dom.mjs";
import { nameOf } from "./story-text.mjs";

/** An artwork with its comments, and what may be done to it. */
export class ArtworkView {
    #app;
    #id;
    #card = element("article", { class: "card" });
    #comments = null;

    constructor(app, id) {
        this.#app = app;
        this.#id = id;
        this.node = element("div", {}, element("p", { class: "back" }, element("a", { href: "#/" }, "All stories")), this.#card);
    }

    async show() {
        const [artwork] = await this.#app.api.rows("artworks", { select: cardColumns, id: `eq.${this.#id}` });
        if (!artwork) {
            this.#card.replaceChildren(element("h1", { tabIndex: -1 }, "This artwork is not there"),
                element("p", {}, "It was deleted, or belongs to a family that you are not in."));
            return;
        }
        const mayChange = this.#app.isParent || (this.#app.isMaker && artwork.uploaded_by === this.#app.user);
        keepingFocus(() => this.#card.replaceChildren(
            ...artworkPage(this.#app, artwork, () => this.show()),
            ...(mayChange ? [element("div", { class: "buttons" },
                element("a", { class: "button", href: `#/edit/${artwork.id}` }, artwork.story ? "Edit" : "Add a story"),
                element("button", { type: "button", class: "danger", onclick: () => this.#remove(artwork) }, "Delete"))] : [])));
        this.#card.querySelector("h1").tabIndex = -1;
        if (!this.#comments) {
            this.#comments = new CommentsView(this.#app, artwork);
            this.node.append(this.#comments.node);
        }
        await this.#comments.show();
    }

    /** Reads the artwork again if a change may concern it. */
    async change(change) {
        const id = change === null ? this.#id : change.table === "artworks" ? change.row.id : (change.row.artwork_id ?? this.#id);
        if (id === this.#id) whenReleased(() => this.#app.trying("The artwork cannot be shown", () => this.show()));
    }

    async #remove(artwork) {
        const isSure = await ask({
            title: `Delete “${nameOf(artwork)}”?`,
            content: [element("p", {}, "Nobody sees it any more. For 30 days a parent can bring it back; then the picture, the story and what was said about it are gone for good.")],
            actions: [{ label: "Delete", value: true, kind: "danger" }, { label: "Keep", value: false }],
        });
        if (!isSure) return;
        await this.#app.trying("The artwork was not deleted", async () => {
            await this.#app.api.remove("artworks", { id: `eq.${artwork.id}` });
            this.#app.forgetFeed();
            announce("Artwork deleted.");
            location.hash = "#/";
        });
    }
}
