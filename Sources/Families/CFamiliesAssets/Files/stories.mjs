// The page of families: who is signed in, which family is shown, and which view the address names.

import { AddView } from "./add-view.mjs";
import { announce, forgetAnnouncement } from "./announce.mjs";
import { removeDrafts } from "./artwork-draft.mjs";
import { ArtworkForm } from "./artwork-form.mjs";
import { ArtworkView } from "./artwork-view.mjs";
import { BooksView } from "./books-view.mjs";
import { DeletedView } from "./deleted-view.mjs";
import { closeDialogs, tell } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { FamilyView } from "./family-view.mjs";
import { FeedView } from "./feed-view.mjs";
import { InviteView } from "./invite-view.mjs";
import { SignInView } from "./sign-in-view.mjs";
import { StoryAPI } from "./story-api.mjs";
import { Changes } from "./story-changes.mjs";
import { Session } from "./story-session.mjs";
import { WelcomeView } from "./welcome-view.mjs";

const root = document.getElementById("stories");
const chosenFamily = "formwright.stories.family";
const lastUser = "formwright.stories.user";

/** The parts of the address behind the sign, such as `#/artwork/ID` and `#/?text=sun`. */
function place() {
    const [, name, rest, query] = location.hash.match(/^#\/([a-z]*)(?:\/([^/?]+))?(?:\?(.*))?$/) ?? [];
    return { name, rest, query };
}

/** The code of the invite that the address has; null for none. */
function inviteCode() {
    const { name, rest } = place();
    if (name !== "invite" || !rest) return null;
    try {
        return decodeURIComponent(rest);
    } catch {
        return rest;
    }
}

/** What the views share. */
class App {
    session = new Session(root.dataset.key, root.dataset.login === "login");
    api = new StoryAPI(this.session, () => this.start());
    family = null;
    #families = [];
    #role = null;
    #changes = null;
    #view = null;
    #feed = null;
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

    /** Shows the page to whoever opens it. */
    async open() {
        try {
            await this.session.begin();
        } catch (error) {
            root.replaceChildren(this.#frame);
            return this.#frame.replaceChildren(this.#failure(error, () => this.open()));
        }
        await this.start();
    }

    /** Shows what the session may see: after signing in, after signing out, and after a change of the families. */
    async start(inviteProblem = null) {
        this.#changes?.stop();
        this.#changes = null;
        this.family = null;
        this.forgetFeed();
        root.replaceChildren(this.#frame);
        if (this.user) {
            try {
                await this.#forgetOthers();
                await this.#enter();
            } catch (error) {
                if (this.user) return this.#frame.replaceChildren(this.#failure(error));
            }
        }
        await this.route(inviteProblem);
    }

    /** Removes what somebody else has left in this browser, whose login ended on another page. */
    async #forgetOthers() {
        const last = localStorage.getItem(lastUser);
        localStorage.setItem(lastUser, this.user);
        if (last === null || last === this.user) return;
        localStorage.removeItem(chosenFamily);
        await removeDrafts();
    }

    /** Joins the family of an invite, and shows it. */
    async join(code, nickname = "") {
        let family;
        try {
            family = await this.api.call("accept_family_invite", {
                invite_code: code, ...(nickname.trim() ? { member_nickname: nickname } : {}),
            });
        } catch (error) {
            if (error.code === "23505") throw new Error("You are in this family already.");
            throw error;
        }
        localStorage.setItem(chosenFamily, family);
        history.replaceState(null, "", "#/");
        announce("You have joined the family.");
        await this.start();
    }

    /** Joins with an invite as somebody who has just signed in; what keeps them from it is shown with the invite. */
    async joinAfterSignIn(code) {
        try {
            await this.join(code);
        } catch (error) {
            history.replaceState(null, "", `#/invite/${encodeURIComponent(code)}`);
            await this.start(error.message);
        }
    }

    /** Ends the session, and forgets what this browser keeps of it; `address` is shown then. */
    async signOut(address = "#/") {
        await this.session.signOut();
        localStorage.removeItem(chosenFamily);
        localStorage.removeItem(lastUser);
        sessionStorage.clear();
        await removeDrafts();
        history.replaceState(null, "", address);
        announce("Signed out.");
        await this.start();
    }

    /** Shows the view that the address names; `inviteProblem` is what an attempt to use its invite has met. */
    async route(inviteProblem = null) {
        const { name, rest, query } = place();
        const id = rest?.match(/^[0-9a-f-]{36}$/)?.[0];
        const code = inviteCode();
        if (!this.user) {
            root.replaceChildren(this.#frame);
            return this.#show(new SignInView(this, code, root.dataset.login));
        }
        if (code !== null) return this.#show(new InviteView(this, code, inviteProblem));
        if (!this.family) return this.#show(new WelcomeView(this));
        switch (name) {
        case "artwork": return id ? this.#show(new ArtworkView(this, id)) : this.#showFeed();
        case "edit": return id ? this.#show(new ArtworkForm(this, id)) : this.#showFeed();
        case "add": return this.#show(new AddView(this));
        case "books": return this.#show(new BooksView(this));
        case "family": return this.#show(new FamilyView(this));
        case "deleted": return this.#show(new DeletedView(this));
        default: return this.#showFeed(query);
        }
    }

    /** Has the feed read anew when it is shown the next time. */
    forgetFeed() {
        this.#feed = null;
    }

    /** Reads who is in which families, and shows the navigation; without a family there is none. */
    async #enter() {
        this.#families = await this.api.rows("families", { select: "id,name", order: "name" });
        const chosen = this.#families.find(({ id }) => id === localStorage.getItem(chosenFamily)) ?? this.#families[0];
        if (chosen) await this.#choose(chosen);
    }

    async #choose(family) {
        this.#role = await this.api.call("get_family_role", { family_uuid: family.id });
        this.family = family;
        localStorage.setItem(chosenFamily, family.id);
        this.forgetFeed();
        this.#changes?.stop();
        this.#changes = new Changes(this.session, (change) => {
            for (const view of new Set([this.#view, this.#feed?.view])) view?.change?.(change);
        });
        root.replaceChildren(this.#navigation(), this.#frame);
    }

    // MARK: Views

    async #show(view) {
        const isFirst = this.#view === null;
        if (this.#feed?.view === this.#view) this.#feed.top = scrollY;
        this.#view = view;
        this.#frame.replaceChildren(view.node);
        await this.trying("This cannot be shown", () => view.show());
        // Another one may have been asked for meanwhile.
        if (this.#view === view) this.#begin(isFirst);
    }

    /** Shows the feed where the reader has left it, unless another is asked for. */
    async #showFeed(query = "") {
        if (this.#feed?.query !== query) {
            const view = new FeedView(this, query);
            const feed = { query, view, top: 0 };
            await this.#show(view);
            if (this.#view === view) this.#feed = feed;
            return;
        }
        this.#view = this.#feed.view;
        this.#frame.replaceChildren(this.#view.node);
        this.#begin(false);
        scrollTo(0, this.#feed.top);
    }

    /** As after following a link, the reader is at the beginning of what is new. */
    #begin(isFirst) {
        const address = `#/${place().name ?? ""}`;
        for (const link of root.querySelectorAll(".stories-head a")) {
            if (link.getAttribute("href") === address) link.setAttribute("aria-current", "page");
            else link.removeAttribute("aria-current");
        }
        if (!isFirst) this.#view.node.querySelector("h1")?.focus({ preventScroll: true });
        scrollTo(0, 0);
    }

    #failure(error, again = () => this.start()) {
        return element("section", { class: "card narrow" }, element("h1", { tabIndex: -1 }, "The stories cannot be shown"),
            element("p", { role: "alert" }, error.message),
            element("button", { type: "button", class: "primary", onclick: again }, "Try again"));
    }

    #navigation() {
        const choice = element("select", {
            id: "family", onchange: () => this.trying("The family cannot be shown", async () => {
                await this.#choose(this.#families.find(({ id }) => id === choice.value));
                history.replaceState(null, "", "#/");
                await this.route();
            }),
        }, ...this.#families.map(({ id, name }) => element("option", { value: id, selected: id === this.family.id }, name)));
        return element("nav", { class: "stories-head", "aria-label": "Family" },
            this.#families.length > 1 ? element("span", {}, element("label", { class: "hidden-text", htmlFor: "family" }, "Family"), choice)
                : element("strong", {}, this.family.name),
            element("ul", {}, element("li", {}, element("a", { href: "#/", onclick: () => this.#openFeed() }, "Feed")),
                element("li", {}, element("a", { href: "#/books" }, "Books")),
                element("li", {}, element("a", { href: "#/family" }, "Family"))),
            this.isMaker ? element("a", { class: "button primary", href: "#/add" }, "Add an artwork") : null);
    }

    /** The feed itself, and its newest stories, are what the navigation means. */
    #openFeed() {
        this.forgetFeed();
        // No other address follows.
        if ((location.hash || "#/") === "#/") this.route();
    }
}

const app = new App();
addEventListener("hashchange", () => {
    // What was said and asked belongs to the view that is left.
    forgetAnnouncement();
    closeDialogs();
    app.route();
});
await app.open();
