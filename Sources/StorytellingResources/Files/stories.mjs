// The page of families: who is signed in, which family is shown, and which view the address names.

import { announce } from "./announce.mjs";
import { removeDrafts } from "./artwork-draft.mjs";
import { ArtworkForm } from "./artwork-form.mjs";
import { ArtworkView } from "./artwork-view.mjs";
import { BooksView } from "./books-view.mjs";
import { DeletedView } from "./deleted-view.mjs";
import { ask, tell } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { FamilyView } from "./family-view.mjs";
import { FeedView } from "./feed-view.mjs";
import { SignInView } from "./sign-in-view.mjs";
import { StoryAPI } from "./story-api.mjs";
import { Changes } from "./story-changes.mjs";
import { Session } from "./story-session.mjs";
import { lengthProblem } from "./story-text.mjs";

const root = document.getElementById("stories");
const chosenFamily = "formwright.stories.family";

/** What the views share. */
class App {
    session = new Session(root.dataset.key);
    api = new StoryAPI(this.session, () => this.start());
    family = null;
    #families = [];
    #role = null;
    #changes = null;
    #view = null;
    #frame = element("div", {});

    get user() {
        return this.session.user;
    }

    get isOwner() {
        return this.#role === "owner";
    }

    get isParent() {
        return this.isOwner || this.#role === "parent";
    }

    get isMaker() {
        return this.isParent || this.#role === "member";
    }

    /** Does something, and says what went wrong. */
    async trying(failure, action) {
        try {
            await action();
        } catch (error) {
            await tell(failure, error.message);
        }
    }

    /** Shows what the session may see: after signing in, after signing out, and after a change of the families. */
    async start() {
        this.#changes?.stop();
        this.#changes = null;
        if (!this.user) {
            const [, code] = location.hash.match(/^#\/invite\/([^/]+)$/) ?? [];
            root.replaceChildren(this.#frame);
            return this.#show(new SignInView(this, code ? decodeURIComponent(code) : null));
        }
        await this.trying("The stories cannot be shown", async () => {
            await this.#acceptInvite();
            this.#families = await this.api.rows("families", { select: "id,name", order: "name" });
            this.family = this.#families.find(({ id }) => id === localStorage.getItem(chosenFamily)) ?? this.#families[0] ?? null;
            if (!this.family) return root.replaceChildren(this.#withoutFamily());
            await this.#enter();
        });
    }

    /** Ends the session, and forgets what this browser keeps of it. */
    async signOut() {
        await this.session.signOut();
        localStorage.removeItem(chosenFamily);
        sessionStorage.clear();
        await removeDrafts();
        location.hash = "#/";
        announce("Signed out.");
        await this.start();
    }

    /** Shows the view that the address names. */
    async route() {
        if (!this.user || !this.family) return;
        const [, name, id] = location.hash.match(/^#\/([a-z]*)(?:\/([0-9a-f-]{36}))?$/) ?? [];
        switch (name) {
        case "artwork": return this.#show(new ArtworkView(this, id));
        case "add": return this.#show(new ArtworkForm(this, null));
        case "edit": return this.#show(new ArtworkForm(this, id));
        case "books": return this.#show(new BooksView(this));
        case "family": return this.#show(new FamilyView(this));
        case "deleted": return this.#show(new DeletedView(this));
        case "invite": return this.start();
        default: return this.#show(new FeedView(this));
        }
    }

    async #enter() {
        this.#role = await this.api.call("get_family_role", { family_uuid: this.family.id });
        localStorage.setItem(chosenFamily, this.family.id);
        this.#changes?.stop();
        this.#changes = new Changes(this.session, (change) => this.#view?.change?.(change));
        root.replaceChildren(this.#navigation(), this.#frame);
        await this.route();
    }

    async #show(view) {
        const isFirst = this.#view === null;
        this.#view = view;
        this.#frame.replaceChildren(view.node);
        await this.trying("This cannot be shown", () => view.show());
        for (const link of root.querySelectorAll(".stories-head a")) {
            if (link.getAttribute("href") === (location.hash || "#/")) link.setAttribute("aria-current", "page");
            else link.removeAttribute("aria-current");
        }
        // As after following a link, the reader is at the beginning of what is new.
        if (!isFirst) view.node.querySelector("h1")?.focus();
        scrollTo(0, 0);
    }

    #navigation() {
        const choice = element("select", {
            id: "family", onchange: () => this.trying("The family cannot be shown", () => {
                this.family = this.#families.find(({ id }) => id === choice.value);
                location.hash = "#/";
                return this.#enter();
            }),
        }, ...this.#families.map(({ id, name }) => element("option", { value: id, selected: id === this.family.id }, name)));
        return element("nav", { class: "stories-head", "aria-label": "Family" },
            this.#families.length > 1 ? element("span", {}, element("label", { class: "hidden-text", htmlFor: "family" }, "Family"), choice)
                : element("strong", {}, this.family.name),
            element("ul", {}, element("li", {}, element("a", { href: "#/" }, "Feed")), element("li", {}, element("a", { href: "#/books" }, "Books")),
                element("li", {}, element("a", { href: "#/family" }, "Family"))),
            this.isMaker ? element("a", { class: "button primary", href: "#/add" }, "Add an artwork") : null);
    }

    async #acceptInvite() {
        const [, code] = location.hash.match(/^#\/invite\/([^/]+)$/) ?? [];
        if (!code) return;
        location.hash = "#/";
        const name = element("input", { id: "my-name", maxLength: 200, autocomplete: "nickname" });
        const isSure = await ask({
            title: "Join the family?",
            content: [element("p", { class: "entry" }, element("label", { htmlFor: "my-name" }, "Your name in the family (optional)"), name)],
            actions: [{ label: "Join", value: true, kind: "primary" }, { label: "Not now", value: false }],
        });
        if (!isSure) return;
        const family = await this.api.call("accept_family_invite", {
            invite_code: decodeURIComponent(code), ...(name.value.trim() ? { member_nickname: name.value } : {}),
        });
        localStorage.setItem(chosenFamily, family);
    }

    #withoutFamily() {
        const name = element("input", { id: "family-name", maxLength: 200, autocomplete: "off" });
        const code = element("input", { id: "invite-code", maxLength: 20, autocomplete: "off", autocapitalize: "characters" });
        const form = (title, label, input, action, send) => element("form", {
            class: "card narrow", onsubmit: (event) => {
                event.preventDefault();
                this.trying("This did not work", async () => {
                    await send();
                    await this.start();
                });
            },
        }, element("h2", {}, title), element("p", { class: "entry" }, element("label", { htmlFor: input.id }, label), input),
        element("button", { type: "submit", class: "primary" }, action));
        return element("div", {}, element("h1", { tabIndex: -1 }, "You are in no family yet"),
            form("Join a family", "Invite code", code, "Join", () => this.api.call("accept_family_invite", { invite_code: code.value })),
            form("Begin a family", "Name of the family", name, "Begin", () => {
                const problem = lengthProblem("name", name.value);
                if (problem) throw new Error(problem);
                return this.api.call("create_family_for_user", { family_name: name.value });
            }),
            element("p", {}, element("button", { type: "button", class: "quiet", onclick: () => this.signOut() }, "Sign out")));
    }
}

const app = new App();
addEventListener("hashchange", () => app.route());
await app.start();
