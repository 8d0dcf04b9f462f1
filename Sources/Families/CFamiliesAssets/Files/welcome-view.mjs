// Joining or beginning a family, for somebody who is in none.

import { element } from "./dom.mjs";
import { inviteTerms } from "./sign-in-view.mjs";
import { lengthProblem } from "./story-text.mjs";

/** The two ways into a family. */
export class WelcomeView {
    #app;

    constructor(app) {
        this.#app = app;
        const name = element("input", { id: "family-name", maxLength: 200, autocomplete: "off" });
        const code = element("input", { id: "invite-code", maxLength: 20, autocomplete: "off", autocapitalize: "characters", spellcheck: false });
        this.node = element("div", {}, element("h1", { tabIndex: -1 }, "You are in no family yet"),
            this.#form("Join a family", "Invite code", code, "Join", inviteTerms, () => this.#app.join(code.value)),
            this.#form("Begin a family", "Name of the family", name, "Begin", null, async () => {
                const problem = lengthProblem("name", name.value);
                if (problem) throw new Error(problem);
                await this.#app.api.call("create_family_for_user", { family_name: name.value });
                await this.#app.start();
            }),
            app.session.isLogin ? null : element("p", {}, `Signed in as ${app.session.name}. `,
                element("button", { type: "button", class: "quiet", onclick: () => this.#app.signOut() }, "Sign out")));
    }

    show() {}

    #form(title, label, input, action, note, send) {
        const problem = element("p", { class: "error", role: "alert" });
        return element("form", {
            class: "card narrow", onsubmit: async (event) => {
                event.preventDefault();
                problem.textContent = "";
                try {
                    await send();
                } catch (error) {
                    problem.textContent = error.message;
                    input.focus();
                }
            },
        }, element("h2", {}, title), element("p", { class: "entry" }, element("label", { htmlFor: input.id }, label), input), problem,
        element("button", { type: "submit", class: "primary" }, action), note ? element("p", { class: "muted small" }, note) : null);
    }
}
