// The family's stories, the newest first.

import { announce } from "./announce.mjs";
import { cardColumns, feedCard } from "./artwork-card.mjs";
import { element, keepingFocus, whenReleased } from "./dom.mjs";
import { searchAddress, searchFilters, searchOf } from "./story-search.mjs";

const pageSize = 10;
/** How many cards one request reads again: an address has at most 32 KB. */
const reloadSize = 100;

/** The feed, or what a search finds in it; artworks without a story are listed below it for those who may add one. */
export class FeedView {
    #app;
    #search;
    #form = element("form", { class: "search card", role: "search", hidden: true });
    #list = element("div", { class: "feed" });
    #more = element("button", { type: "button", class: "more", hidden: true, onclick: () => this.#app.trying("The feed cannot be shown", () => this.#next()) }, "Show older stories");
    #news = element("p", { class: "notice news", hidden: true });
    #legacy = element("section", { class: "card", "aria-labelledby": "legacy-title", hidden: true });
    #cards = new Map();

    /** `query` is that of the address, with what is searched for. */
    constructor(app, query) {
        this.#app = app;
        this.#search = searchOf(query);
        this.#news.append(element("button", {
            type: "button", class: "quiet", onclick: () => this.#app.trying("The feed cannot be shown", () => this.show()),
        }, "There are new stories. Show them"));
        this.node = element("div", {}, element("h1", { class: "hidden-text", tabIndex: -1 }, this.#isSearch ? "Stories found" : "Feed"),
            this.#form, this.#news, this.#list, this.#more, this.#legacy);
    }

    get #isSearch() {
        return this.#search.text !== "" || this.#search.child !== "";
    }

    async show() {
        this.#news.hidden = true;
        this.#cards.clear();
        this.#list.replaceChildren();
        await this.#next();
        const isEmpty = this.#cards.size === 0;
        // Not appended: a change may have had the feed shown a second time meanwhile.
        if (isEmpty) this.#list.replaceChildren(this.#isSearch ? this.#nothing() : this.#empty());
        if (this.#isSearch) announce(isEmpty ? "No stories found." : "Stories found.");
        await Promise.all([
            this.#isSearch || !isEmpty ? this.#showSearch() : null, this.#isSearch ? null : this.#showLegacy(),
        ]);
    }

    /** Shows what has changed: a card that is there anew, and of new stories that there are some. */
    async change(change) {
        const { table, verb, row } = change ?? {};
        if (change === null || (table === "artworks" && verb === "INSERT" && row.story && !this.#cards.has(row.id))) {
            // Nothing that is being read moves if there is nothing.
            if (this.#cards.size === 0) await this.show();
            else this.#news.hidden = false;
            return;
        }
        const id = table === "artworks" ? row.id : row.artwork_id;
        if (table === "artworks" && verb === "DELETE") {
            this.#cards.get(id)?.remove();
            // The last one may make room for older ones, or leave nothing.
            if (this.#cards.delete(id) && this.#cards.size === 0) await this.show();
        } else if (id === undefined) {
            // Of a row that is gone, only its own ID is known.
            await this.#reload([...this.#cards.keys()]);
        } else if (this.#cards.has(id)) {
            await this.#reload([id]);
        }
    }

    #filters(more) {
        return { select: cardColumns, family_id: `eq.${this.#app.family.id}`, ...more };
    }

    async #next() {
        const artworks = await this.#app.api.rows("artworks", this.#filters({
            story: "neq.", ...searchFilters(this.#search), order: "created_date.desc,uploaded_at.desc,id", limit: pageSize + 1, offset: this.#cards.size,
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

    async #reload(ids) {
        for (let at = 0; at < ids.length; at += reloadSize) {
            const artworks = await this.#app.api.rows("artworks", this.#filters({ id: `in.(${ids.slice(at, at + reloadSize)})` }));
            for (const artwork of artworks) {
                const card = this.#cards.get(artwork.id);
                if (card && artwork.story) whenReleased(() => keepingFocus(() => this.#fill(card, artwork)));
            }
        }
    }

    #fill(card, artwork) {
        card.replaceChildren(...feedCard(this.#app, artwork, () => this.#reload([artwork.id])));
    }

    // MARK: Beside the stories

    async #showSearch() {
        const children = await this.#app.api.rows("children", { select: "id,name", order: "name", family_id: `eq.${this.#app.family.id}` });
        // What is being typed stays when the feed is shown anew.
        if (!this.#form.hidden) return;
        const text = element("input", { id: "search-text", type: "search", value: this.#search.text, maxLength: 200, autocomplete: "off", dir: "auto" });
        const child = element("select", { id: "search-child" }, ...[["", "All children"], ...children.map(({ id, name }) => [id, name])]
            .map(([value, name]) => element("option", { value, selected: value === this.#search.child }, name)));
        this.#form.replaceChildren(
            element("span", {}, element("label", { htmlFor: text.id }, "Words in title or story"), text),
            element("span", {}, element("label", { htmlFor: child.id }, "Child"), child),
            element("button", { type: "submit" }, "Search"), ...(this.#isSearch ? [element("a", { class: "button", href: "#/" }, "Show all")] : []));
        this.#form.onsubmit = (event) => {
            event.preventDefault();
            location.hash = searchAddress({ text: text.value, child: child.value });
        };
        this.#form.hidden = false;
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

    #nothing() {
        return element("section", { class: "card" }, element("h2", {}, "No stories found"),
            element("p", {}, "Try fewer words, or only a part of one."));
    }

    #empty() {
        const steps = this.#app.isMaker
            ? [element("p", {}, "Add the first artwork, with what your child said about it."),
                element("p", {}, element("a", { class: "button primary", href: "#/add" }, "Add an artwork"))]
            : [element("p", {}, "They will appear here as soon as somebody of the family adds one.")];
        return element("section", { class: "card" }, element("h2", {}, "No stories yet"), ...steps);
    }
}
