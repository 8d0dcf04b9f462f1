// The reader's own place in the family, and the reader's account.

import { announce } from "./announce.mjs";
import { ask } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { lengthProblem } from "./story-text.mjs";

/** What readers may do about themselves. */
export class OwnSection {
    #app;
    #member;
    #changed;

    /** `member` is the reader's row; `changed` is called when it is another. */
    constructor(app, member, changed) {
        this.#app = app;
        this.#member = member;
        this.#changed = changed;
        this.node = element("section", { class: "card", "aria-labelledby": "own-title" }, element("h2", { id: "own-title" }, "You"),
            element("p", { class: "muted" }, app.session.isLogin ? "Logged in to all pages as " : "Signed in as ",
                element("strong", {}, app.session.name), "."),
            app.isParent ? this.#nameForm() : element("p", { class: "muted" }, "A parent of the family can change your name in it."),
            element("div", { class: "buttons" },
                app.isParent ? element("a", { class: "button", href: "#/deleted" }, "Deleted artworks") : null,
                ...(app.session.isLogin ? [element("a", { class: "button", href: "/account" }, "Your account")] : [
                    element("button", { type: "button", onclick: () => this.#changePassword() }, "Change my password"),
                    element("button", { type: "button", onclick: () => app.signOut() }, "Sign out"),
                ]),
                element("button", { type: "button", class: "danger", onclick: () => this.#leave() }, "Leave the family"),
                element("button", { type: "button", class: "danger", onclick: () => this.#deleteAccount() }, "Delete my account")));
    }

    #nameForm() {
        const name = element("input", { id: "own-name", maxLength: 200, value: this.#member?.nickname ?? "", autocomplete: "nickname", "aria-describedby": "own-name-hint own-name-problem" });
        const problem = element("p", { id: "own-name-problem", class: "error", role: "alert" });
        return element("form", {
            class: "entry", onsubmit: async (event) => {
                event.preventDefault();
                problem.textContent = lengthProblem("name", name.value) ?? "";
                if (problem.textContent) return name.focus();
                try {
                    await this.#app.api.update("family_members", { id: `eq.${this.#member.id}` }, { nickname: name.value });
                    announce("Your name is saved.");
                    await this.#changed();
                } catch (error) {
                    problem.textContent = error.message;
                }
            },
        }, element("label", { htmlFor: name.id }, "Your name in the family"),
        element("div", { class: "with-button" }, name, element("button", { type: "submit" }, "Save the name")),
        element("p", { id: "own-name-hint", class: "muted small" }, "It stands beside your comments; without one you are a “Family member” to the others."), problem);
    }

    async #changePassword() {
        const field = (id, label, autocomplete) => [
            element("label", { htmlFor: id }, label), element("input", { id, type: "password", autocomplete, maxLength: 1024 }),
        ];
        const old = field("old-password", "Current password", "current-password");
        const next = field("next-password", "New password, of at least 10 characters", "new-password");
        const problem = element("p", { class: "error", role: "alert" });
        const isChanged = await ask({
            title: "Change your password",
            content: [element("p", { class: "entry" }, ...old), element("p", { class: "entry" }, ...next), problem,
                element("p", { class: "muted small" }, "You stay signed in here, and are signed out everywhere else.")],
            actions: [{ label: "Change the password", value: true, kind: "primary" }, { label: "Cancel", value: false }],
            check: async (value) => {
                if (!value) return true;
                problem.textContent = "";
                try {
                    await this.#app.session.changePassword(old[1].value, next[1].value);
                    return true;
                } catch (error) {
                    problem.textContent = error.code === "invalid_credentials" ? "The current password is another one." : error.message;
                    (error.code === "invalid_credentials" ? old : next)[1].focus();
                    return false;
                }
            },
        });
        if (isChanged) announce("Your password is changed.");
    }

    async #leave() {
        const isSure = await ask({
            title: `Leave ${this.#app.family.name}?`,
            content: [element("p", {}, "You no longer see its artworks. What you added and said stays. To come back, you need an invite.")],
            actions: [{ label: "Leave", value: true, kind: "danger" }, { label: "Stay", value: false }],
        });
        if (!isSure) return;
        await this.#app.trying("You did not leave", async () => {
            await this.#app.api.remove("family_members", { family_id: `eq.${this.#app.family.id}`, user_id: `eq.${this.#app.user}` });
            await this.#app.start();
        });
    }

    async #deleteAccount() {
        const isSure = await ask({
            title: "Delete your account?",
            content: [element("p", {}, "You leave all families, and your reactions and comments are deleted. Artworks that you added stay, without your name. This cannot be undone.")],
            actions: [{ label: "Delete my account", value: true, kind: "danger" }, { label: "Keep it", value: false }],
        });
        if (!isSure) return;
        await this.#app.trying("The account was not deleted", async () => {
            await this.#app.api.call("delete_my_account");
            if (this.#app.session.isLogin) location.reload();
            else await this.#app.signOut();
        });
    }
}
