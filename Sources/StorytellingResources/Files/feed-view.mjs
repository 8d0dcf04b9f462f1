// The family's stories, the newest first.

import { artworkCard, cardColumns, commentCount } from "./artwork-card.mjs";
import { element, keepingFocus, whenReleased } from "./dom.mjs";

const pageSize = 10;

/** The feed; artworks without a story are listed below it for those who may add one. */
export class FeedView {
    #app;
    #list = element("div", { class: "feed" });
    #more = element("button", { type: "button", class: "more", hidden: true, onclick: () => this.#app.trying("The feed cannot be shown", () => this.#next()) }, "Show older stories");
    #news = element("p", { class: "notice news", hidden: true });
    #legacy = element("section", { class: "card", "aria-labelledby": "legacy-title", hidden: true });
    #cards = new Map();

    constructor(app) {
        this.#app = app;
        this.#news.append(element("button", {
            type: "button", class: "quiet", onclick: () => this.#app.trying("The feed cannot be shown", () => this.show()),
        }, "There are new stories. Show them"));
        this.node = element("div", {}, element("h1", { class: "hidden-text", tabIndex: -1 }, "Feed"), this.#news, this.#list, this.#more, this.#legacy);
    }

    async show() {
        this.#news.hidden = true;
        this.#cards.clear();
        this.#list.replaceChildren();
        await this.#next();
        await this.#showLegacy();
        if (this.#cards.size === 0) this.#list.append(this.#empty());
    }

    /** Shows what has changed: a card that is there anew, and of new stories that there are some. */
    async change(change) {
        if (change === null || (change.table === "artworks" && change.verb === "INSERT" && change.row.uploaded_by !== this.#app.user)) {
            this.#news.hidden = false;
            return;
        }
        const id = change.table === "artworks" ? change.row.id : change.row.artwork_id;
        if (change.table === "artworks" && change.verb === "DELETE") {
            this.#cards.get(id)?.remove();
            this.#cards.delete(id);
        } else if (id === undefined) {
            // Of a row that is gone, only its own ID is known.
            for (const card of this.#cards.keys()) await this.#reload(card);
        } else if (this.#cards.has(id)) {
            await this.#reload(id);
        }
    }

    #filters(more) {
        return { select: cardColumns, family_id: `eq.${this.#app.family.id}`, ...more };
    }

    async #next() {
        const artworks = await this.#app.api.rows("artworks", this.#filters({
            story: "neq.", order: "created_date.desc,uploaded_at.desc,id", limit: pageSize + 1, offset: this.#cards.size,
        }));
        for (const artwork of artworks.slice(0, pageSize)) {
            if (this.#cards.has(artwork.id)) continue;
            const card = element("article", { class: "card" });
            this.#cards.set(artwork.id, card);
            this.#fill(card, artwork);
            this.#list.append(card);
        }
        this.#more.hidden = artworks.length <= pageSize;
    }

    async #reload(id) {
        const [artwork] = await this.#app.api.rows("artworks", this.#filters({ id: `eq.${id}` }));
        const card = this.#cards.get(id);
        if (card && artwork) whenReleased(() => keepingFocus(() => this.#fill(card, artwork)));
    }

    #fill(card, artwork) {
        card.replaceChildren(
            ...artworkCard(this.#app, artwork, { level: 2, isLinked: true, reload: () => this.#reload(artwork.id) }),
            element("p", { class: "to-comments" }, element("a", { href: `#/artwork/${artwork.id}` }, commentCount(artwork),
                element("span", { class: "hidden-text" }, ` on ${artwork.title}`))));
    }

    async #showLegacy() {
        const artworks = this.#app.isMaker ? await this.#app.api.rows("artworks", {
            select: "id,title", family_id: `eq.${this.#app.family.id}`, or: "(story.is.null,story.eq.)", order: "created_date.desc", limit: 50,
        }) : [];
        this.#legacy.hidden = artworks.length === 0;
        this.#legacy.replaceChildren(
            element("h2", { id: "legacy-title" }, "Artworks without a story"),
            element("p", { class: "muted" }, "They are kept, and come into the feed once they have a story."),
            element("ul", {}, ...artworks.map(({ id, title }) =>
                element("li", {}, element("a", { href: `#/edit/${id}` }, `Add a story to “${title}”`)))));
    }

    #empty() {
        const steps = this.#app.isMaker
            ? [element("p", {}, "Add the first artwork, with what your child said about it."),
                element("p", {}, element("a", { class: "button primary", href: "#/add" }, "Add an artwork"))]
            : [element("p", {}, "They will appear here as soon as somebody of the family adds one.")];
        return element("section", { class: "card" }, element("h2", {}, "No stories yet"), ...steps);
    }
}
