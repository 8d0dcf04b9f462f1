// Signing in, and joining a family by an invite.

import { element } from "./dom.mjs";

/** What there is to know of an invite. */
export const inviteTerms = "An invite is for one person, and for seven days. If yours does not work, ask your family for a new one.";

const field = (id, label, properties) => element("p", { class: "entry" },
    element("label", { htmlFor: id }, label), element("input", { id, name: id.replace(/^.*-/, ""), required: true, ...properties }));
const emailField = (id, value = "") => field(`${id}-email`, "E-mail address", { type: "email", autocomplete: "username", maxLength: 254, value });
const codeField = (id, value) => field(`${id}-code`, "Invite code", {
    value, autocomplete: "off", autocapitalize: "characters", spellcheck: false, maxLength: 20,
});

/** The forms of somebody who is not signed in; `code` is that of an invite, if a link had one. */
export class SignInView {
    #app;
    #code;
    #login;

    /** `login` is that of the page: "own" if the other pages need none. */
    constructor(app, code, login) {
        this.#app = app;
        this.#code = code;
        this.#login = login;
        this.node = element("div", { class: "sign-in" });
    }

    show() {
        const forms = [this.#signIn(), this.#signUp()];
        this.node.replaceChildren(...(this.#code ? forms.reverse() : forms), this.#login === "own" ? "" : this.#others());
    }

    /** The way of somebody who uses the other pages, too; with the invite, since the login leads back. */
    #others() {
        const back = encodeURIComponent(`/stories${this.#code ? `#/invite/${encodeURIComponent(this.#code)}` : ""}`);
        return element("p", { class: "muted" }, "Do you use the other pages of this service, too? ",
            element("a", { href: `/login?next=${back}` }, "Log in to all pages"), ".");
    }

    /** Who has an account already and an invite. */
    #showJoining({ code, email }) {
        this.node.replaceChildren(this.#form({
            title: "Sign in and join", isFirst: true, action: "Sign in and join",
            note: "There is an account with this address already. Sign in with its password, and you join with the same invite.",
            fields: [codeField("join", code), emailField("join", email),
                field("join-password", "Password of the account", { type: "password", autocomplete: "current-password", maxLength: 1024 })],
            more: [this.#forgotten(), element("p", {}, element("button", { type: "button", class: "quiet", onclick: () => this.show() }, "Use another address"))],
            send: async (entered) => {
                await this.#app.session.signIn(entered.email, entered.password);
                await this.#app.joinAfterSignIn(entered.code);
            },
        }));
        this.node.querySelector("#join-password").focus();
    }

    #signIn() {
        return this.#form({
            title: "Sign in", isFirst: !this.#code, action: "Sign in",
            note: this.#login === "own" ? "The other pages need no login here, but stories are for the members of a family."
                : "For stories only: you stay signed in on this device.",
            fields: [emailField("in"), field("in-password", "Password", { type: "password", autocomplete: "current-password", maxLength: 1024 })],
            more: [this.#forgotten()],
            send: async ({ email, password }) => {
                await this.#app.session.signIn(email, password);
                await this.#app.start();
            },
        });
    }

    #signUp() {
        return this.#form({
            title: "Join with an invite", isFirst: Boolean(this.#code), action: "Join",
            note: "Somebody of your family gave you a code or a link. Choose a password of at least 10 characters.",
            fields: [codeField("up", this.#code ?? ""), emailField("up"),
                field("up-password", "Password", { type: "password", autocomplete: "new-password", maxLength: 1024, minLength: 10 })],
            more: [],
            send: async (entered) => {
                try {
                    await this.#app.session.signUp(entered.email, entered.password, entered.code);
                } catch (error) {
                    if (error.code !== "user_already_exists") throw error;
                    return this.#showJoining(entered);
                }
                // The invite has been used.
                history.replaceState(null, "", "#/");
                await this.#app.start();
            },
        });
    }

    /** No mail is sent, so only who runs the service can help. */
    #forgotten() {
        return element("details", { class: "small" }, element("summary", {}, "Forgotten your password?"),
            element("p", { class: "muted" }, "Ask the person who runs this service. They set a new one for you with the command ",
                element("code", {}, "formwright users password"), " and your e-mail address."));
    }

    #form({ title, isFirst, action, note, fields, more, send }) {
        const problem = element("p", { class: "error", role: "alert" });
        const button = element("button", { type: "submit", class: "primary" }, action);
        const form = element("form", {
            class: "card narrow", onsubmit: async (event) => {
                event.preventDefault();
                problem.textContent = "";
                button.disabled = true;
                try {
                    await send(Object.fromEntries(new FormData(form)));
                } catch (error) {
                    problem.textContent = error.message;
                } finally {
                    button.disabled = false;
                }
            },
        }, element(isFirst ? "h1" : "h2", { tabIndex: -1 }, title), note ? element("p", { class: "muted" }, note) : null,
        ...fields, problem, button, ...more);
        return form;
    }
}
