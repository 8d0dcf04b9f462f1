// Books of the family's artworks, to print or to send.

import { announce } from "./announce.mjs";
import { ask } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { agoText, periodText } from "./story-text.mjs";

const papers = { A4: "A4", Letter: "US Letter", square: "Square, 210 mm" };
const pause = 2000;

/** The form that orders a book, and the books that there are. */
export class BooksView {
    #app;
    #list = element("ul", { class: "people" });
    #timer = null;

    constructor(app) {
        this.#app = app;
        this.node = element("div", {});
    }

    async show() {
        const children = await this.#app.api.rows("children", {
            select: "id,name", order: "name", family_id: `eq.${this.#app.family.id}`,
        });
        this.node.replaceChildren(element("h1", { tabIndex: -1 }, "Books"),
            element("section", { class: "card", "aria-labelledby": "books-title" },
                element("h2", { id: "books-title" }, "Your books"), this.#list),
            this.#form(children));
        await this.#refresh();
    }

    // MARK: What there is

    async #refresh() {
        clearTimeout(this.#timer);
        const books = await this.#app.api.books(this.#app.family.id);
        if (books.length === 0) {
            this.#list.replaceChildren(element("li", {}, element("span", { class: "muted" }, "There are none yet.")));
            return;
        }
        this.#list.replaceChildren(...books.map((book) => this.#book(book)));
        if (!books.some(({ status }) => status === "working")) return;
        this.#timer = setTimeout(() => {
            // Another view may be shown by now.
            if (this.node.isConnected) this.#app.trying("The books cannot be shown", () => this.#refresh());
        }, pause);
    }

    #book(book) {
        const made = `ordered ${agoText(book.created_at)}`;
        const counts = [[book.artworks, "artwork"], [book.pages, "page"]].filter(([count]) => count !== null && count !== undefined)
            .map(([count, name]) => `${count} ${name}${count === 1 ? "" : "s"}`).join(", ");
        const state = { ready: counts, working: "Being made…", failed: book.error?.message ?? "It could not be made." }[book.status];
        const subject = [book.children?.join(", "), book.from ? periodText(book.from, book.to) : null].filter(Boolean).join(" · ");
        const title = book.title ?? "Book";
        const hidden = (text) => element("span", { class: "hidden-text" }, text);
        return element("li", { "data-status": book.status },
            element("span", {}, element("strong", { dir: "auto" }, title), subject ? element("span", { class: "second", dir: "auto" }, subject) : null,
                element("span", { class: "muted second" }, `${state} · ${made}`)),
            element("span", { class: "actions" },
                book.book_url ? element("a", { class: "button primary", href: book.book_url, download: "" }, "Download", hidden(` the book “${title}”`)) : null,
                book.cover_url ? element("a", { class: "button", href: book.cover_url, download: "" }, "Cover alone", hidden(` of “${title}”`)) : null,
                this.#app.isParent && book.status !== "working" ? element("button", {
                    type: "button", class: "quiet danger", "data-key": `book-${book.id}`, onclick: () => this.#delete(book),
                }, "Delete", hidden(` “${title}”, ${made}`)) : null));
    }

    async #delete(book) {
        const isSure = await ask({
            title: `Delete “${book.title ?? "this book"}”?`,
            content: [element("p", {}, "The artworks stay, and the book can be ordered again.")],
            actions: [{ label: "Delete", value: true, kind: "danger" }, { label: "Keep it", value: false }],
        });
        if (!isSure) return;
        await this.#app.trying("The book was not deleted", async () => {
            await this.#app.api.deleteBook(this.#app.family.id, book.id);
            announce("Book deleted.");
            await this.#refresh();
        });
    }

    // MARK: A new one

    #form(children) {
        const choice = (id, options) => element("select", { id }, ...options.map(([value, label]) => element("option", { value }, label)));
        const controls = {
            child: choice("book-child", [["", "All children"], ...children.map(({ id, name }) => [id, name])]),
            from: element("input", { id: "book-from", type: "date" }),
            to: element("input", { id: "book-to", type: "date" }),
            title: element("input", { id: "book-title", maxLength: 200, autocomplete: "off", dir: "auto" }),
            dedication: element("textarea", { id: "book-dedication", maxLength: 1000, rows: 2, dir: "auto" }),
            paper: choice("book-paper", Object.entries(papers)),
            purpose: choice("book-purpose", [
                ["home", "Print at home"], ["shop", "Print shop: 3 mm bleed, pages in fours"], ["mail", "Send by mail: a smaller file"],
            ]),
            include: choice("book-include", [["stories", "Artworks with a story"], ["all", "All artworks"]]),
        };
        const entry = (label, control) => element("p", { class: "entry" }, element("label", { htmlFor: control.id }, label), control);
        const problem = element("p", { class: "error", role: "alert" });
        const button = element("button", { type: "submit", class: "primary" }, "Make the book");
        return element("form", {
            class: "card narrow-form", "aria-labelledby": "new-book",
            onsubmit: async (event) => {
                event.preventDefault();
                problem.textContent = "";
                button.disabled = true;
                try {
                    await this.#app.api.orderBook(this.#app.family.id, this.#order(controls));
                    announce("The book is being made.");
                    await this.#refresh();
                    this.#list.scrollIntoView({ block: "center" });
                } catch (error) {
                    problem.textContent = error.message;
                } finally {
                    button.disabled = false;
                }
            },
        }, element("h2", { id: "new-book" }, "Make a book"),
        entry("Whose artworks", controls.child), entry("From (optional)", controls.from), entry("To (optional)", controls.to),
        entry("Title (optional)", controls.title), entry("Dedication (optional)", controls.dedication),
        entry("Paper", controls.paper), entry("Use", controls.purpose), entry("Which artworks", controls.include), problem, button);
    }

    /** The order, as a file `….book.yaml` in a watched folder would say it. */
    #order({ purpose, ...controls }) {
        const order = {};
        for (const [name, control] of Object.entries(controls)) {
            const value = control.value.trim();
            if (value !== "") order[name] = value;
        }
        if (purpose.value === "shop") Object.assign(order, { bleed: "3mm", multiple: 4 });
        if (purpose.value === "mail") order.ppi = 150;
        return order;
    }
}
