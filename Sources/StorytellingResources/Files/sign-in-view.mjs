// Signing in, and joining a family by an invite.

import { element } from "./dom.mjs";

/** The forms of somebody who is not signed in; `code` is that of an invite, if a link had one. */
export class SignInView {
    #app;
    #code;

    constructor(app, code) {
        this.#app = app;
        this.#code = code;
        this.node = element("div", { class: "sign-in" });
    }

    async show() {
        this.node.replaceChildren(this.#form({
            id: "in", title: "Sign in", action: "Sign in", password: "current-password", hasCode: false,
            send: ({ email, password }) => this.#app.session.signIn(email, password),
        }), this.#form({
            id: "up", title: "Join with an invite", action: "Join", password: "new-password", hasCode: true,
            note: "Somebody of your family gave you a code or a link. Choose a password of at least 10 characters.",
            send: async ({ email, password, code }) => {
                await this.#app.session.signUp(email, password, code);
                // The invite has been used.
                location.hash = "#/";
            },
        }));
        if (this.#code) this.node.prepend(this.node.lastChild);
    }

    #form({ id, title, action, password, hasCode, note, send }) {
        const field = (name, label, properties) => element("p", { class: "entry" },
            element("label", { htmlFor: `${id}-${name}` }, label), element("input", { id: `${id}-${name}`, name, required: true, ...properties }));
        const problem = element("p", { class: "error", role: "alert" });
        const button = element("button", { type: "submit", class: "primary" }, action);
        const form = element("form", {
            class: "card narrow", onsubmit: async (event) => {
                event.preventDefault();
                problem.textContent = "";
                button.disabled = true;
                try {
                    await send(Object.fromEntries(new FormData(form)));
                    await this.#app.start();
                } catch (error) {
                    problem.textContent = error.message;
                } finally {
                    button.disabled = false;
                }
            },
        }, element(hasCode === Boolean(this.#code) ? "h1" : "h2", { tabIndex: -1 }, title), note ? element("p", { class: "muted" }, note) : null,
        hasCode ? field("code", "Invite code", { value: this.#code ?? "", autocomplete: "off", autocapitalize: "characters", spellcheck: false, maxLength: 20 }) : null,
        field("email", "E-mail address", { type: "email", autocomplete: "username", maxLength: 254 }),
        field("password", "Password", { type: "password", autocomplete: password, maxLength: 1024, minLength: hasCode ? 10 : 1 }),
        problem, button);
        return form;
    }
}
