// What the family says about an artwork.

import { announce } from "./announce.mjs";
import { ask } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { agoText, initialOf, lengthProblem } from "./story-text.mjs";

/** The comments of an artwork, and a place to write another. */
export class CommentsView {
    #app;
    #artwork;
    #list = element("ol", { class: "comments", "aria-label": "Comments" });
    #form;
    #text = element("textarea", { id: "comment", name: "comment", rows: 2, autocomplete: "off", "aria-describedby": "comment-problem" });
    #problem = element("p", { id: "comment-problem", class: "error", role: "alert" });

    constructor(app, artwork) {
        this.#app = app;
        this.#artwork = artwork;
        this.#text.value = sessionStorage.getItem(this.#place) ?? "";
        this.#text.addEventListener("input", () => sessionStorage.setItem(this.#place, this.#text.value));
        this.#form = element("form", {
            class: "comment-form", onsubmit: (event) => {
                event.preventDefault();
                this.#post();
            },
        }, element("label", { htmlFor: "comment" }, "Add a comment"), this.#text, this.#problem,
        element("button", { type: "submit", class: "primary" }, "Post the comment"));
        this.node = element("section", { class: "card", "aria-labelledby": "comments-title" },
            element("h2", { id: "comments-title" }, "Comments"), this.#list, this.#form);
    }

    get #place() {
        return `formwright.comment.${this.#artwork.id}`;
    }

    /** Reads the comments again. */
    async show() {
        const comments = await this.#app.api.rows("artwork_comments", {
            select: "*", artwork_id: `eq.${this.#artwork.id}`, order: "created_at",
        });
        this.#list.replaceChildren(...comments.map((comment) => this.#entry(comment)));
        this.#list.hidden = comments.length === 0;
    }

    #entry(comment) {
        const isOwn = comment.user_id === this.#app.user;
        return element("li", { class: isOwn ? "own" : "" },
            element("span", { class: "avatar", "aria-hidden": "true" }, initialOf(comment.user_nickname)),
            element("div", { class: "said" },
                element("p", { class: "by" }, element("strong", {}, comment.user_nickname), " ",
                    element("time", { class: "muted", dateTime: comment.created_at }, agoText(comment.created_at))),
                element("p", { class: "text" }, comment.text)),
            isOwn || this.#app.isParent
                ? element("button", {
                    type: "button", class: "quiet danger", "data-key": `delete-${comment.id}`, onclick: () => this.#remove(comment),
                }, "Delete", element("span", { class: "hidden-text" }, ` the comment of ${comment.user_nickname}`))
                : null);
    }

    async #post() {
        const problem = lengthProblem("comment", this.#text.value);
        this.#problem.textContent = problem ?? "";
        this.#text.setAttribute("aria-invalid", String(problem !== null));
        if (problem) return this.#text.focus();
        await this.#app.trying("The comment was not posted", async () => {
            await this.#app.api.insert("artwork_comments", {
                artwork_id: this.#artwork.id, user_id: this.#app.user, text: this.#text.value,
            });
            this.#text.value = "";
            sessionStorage.removeItem(this.#place);
            announce("Comment posted.");
            await this.show();
        });
    }

    async #remove(comment) {
        const isSure = await ask({
            title: "Delete the comment?", content: [element("p", {}, "It cannot be brought back.")],
            actions: [{ label: "Delete", value: true, kind: "danger" }, { label: "Keep", value: false }],
        });
        if (!isSure) return;
        await this.#app.trying("The comment was not deleted", async () => {
            await this.#app.api.remove("artwork_comments", { id: `eq.${comment.id}` });
            announce("Comment deleted.");
            await this.show();
            this.#text.focus();
        });
    }
}
