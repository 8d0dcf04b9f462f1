// An invite for somebody who is signed in.

import { element } from "./dom.mjs";
import { inviteTerms } from "./sign-in-view.mjs";

/** Joining a family with one button. */
export class InviteView {
    #app;
    #code;
    #problem;
    #name = element("input", { id: "my-name", maxLength: 200, autocomplete: "nickname" });

    /** `problem` is what an earlier attempt to join has met. */
    constructor(app, code, problem) {
        this.#app = app;
        this.#code = code;
        this.#problem = element("p", { class: "error", role: "alert" }, problem ?? "");
        const button = element("button", { type: "submit", class: "primary" }, "Join the family");
        this.node = element("form", {
            class: "card narrow", onsubmit: async (event) => {
                event.preventDefault();
                button.disabled = true;
                this.#problem.textContent = "";
                try {
                    await app.join(this.#code, this.#name.value);
                } catch (error) {
                    this.#problem.textContent = error.message;
                } finally {
                    button.disabled = false;
                }
            },
        }, element("h1", { tabIndex: -1 }, "You are invited to a family"),
        element("p", {}, "You are signed in as ", element("strong", {}, app.session.name), "."),
        element("p", { class: "entry" }, element("label", { htmlFor: "my-name" }, "Your name in the family (optional)"), this.#name),
        this.#problem, element("div", { class: "buttons" }, button, element("a", { class: "button", href: "#/" }, "Not now")),
        app.session.isLogin ? element("p", { class: "muted small" }, "To join as somebody else, log out first.")
            : element("p", {}, element("button", { type: "button", class: "quiet", onclick: () => app.signOut(location.hash) }, "Sign in as somebody else")),
        element("p", { class: "muted small" }, inviteTerms));
    }

    show() {}
}
