// The family: its children, its members and invites, and the reader's own place in it.

import { childSign } from "./artwork-card.mjs";
import { announce } from "./announce.mjs";
import { ask } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { dayText, lengthProblem, today } from "./story-text.mjs";

const roles = { owner: "Owner", parent: "Parent", member: "Member", viewer: "Viewer" };
const roleHints = {
    parent: "everything except deleting the family", member: "adds artworks, reacts and comments", viewer: "reads, reacts and comments",
};

/** The page of the family. */
export class FamilyView {
    #app;

    constructor(app) {
        this.#app = app;
        this.node = element("div", {});
    }

    async show() {
        const { api, family, isParent } = this.#app;
        const of = { family_id: `eq.${family.id}` };
        const [children, members, invites] = await Promise.all([
            api.rows("children", { select: "*", order: "name", ...of }),
            api.rows("family_members", { select: "*", order: "joined_at", ...of }),
            isParent ? api.rows("family_invites", { select: "*", used_at: "is.null", order: "created_at.desc", ...of }) : [],
        ]);
        const sections = [this.#children(children), this.#members(members), isParent ? this.#invites(invites) : null, this.#own()];
        this.node.replaceChildren(element("h1", { tabIndex: -1 }, family.name), ...sections.filter((section) => section !== null));
    }

    #section(id, title, ...content) {
        return element("section", { class: "card", "aria-labelledby": id }, element("h2", { id }, title), ...content.filter((node) => node !== null));
    }

    /** Does something with the family, and shows it again. */
    #doing(failure, success, action) {
        return this.#app.trying(failure, async () => {
            await action();
            announce(success);
            await this.show();
        });
    }

    // MARK: Children

    #children(children) {
        return this.#section("children-title", "Children",
            element("ul", { class: "people" }, ...children.map((child) => element("li", {}, childSign(child),
                element("span", {}, child.name, child.birth_date ? element("span", { class: "muted" }, ` · born ${dayText(child.birth_date)}`) : null),
                this.#app.isParent ? element("button", {
                    type: "button", class: "quiet", "data-key": `child-${child.id}`, onclick: () => this.#editChild(child),
                }, "Edit", element("span", { class: "hidden-text" }, ` ${child.name}`)) : null))),
            this.#app.isParent ? element("button", { type: "button", class: "primary", onclick: () => this.#editChild(null) }, "Add a child") : null);
    }

    async #editChild(child) {
        const name = element("input", { id: "child-name", maxLength: 200, value: child?.name ?? "", autocomplete: "off" });
        const birth = element("input", { id: "child-birth", type: "date", max: today(), value: child?.birth_date ?? "" });
        const colour = element("input", { id: "child-colour", type: "color", value: (child?.color ?? "#E91E63").toLowerCase() });
        const problem = element("p", { class: "error", role: "alert" });
        const entry = (label, control) => element("p", { class: "entry" }, element("label", { htmlFor: control.id }, label), control);
        const values = () => ({ name: name.value, birth_date: birth.value || null, avatar_color: colour.value.toUpperCase() });
        await ask({
            title: child ? `Edit ${child.name}` : "Add a child",
            content: [entry("Name", name), entry("Birthday (optional, for the age on each artwork)", birth), entry("Colour", colour), problem],
            actions: [{ label: "Save", value: "save", kind: "primary" }, { label: "Cancel", value: null },
                ...(child ? [{ label: "Delete", value: "delete", kind: "danger" }] : [])],
            check: async (value) => {
                if (value === null) return true;
                if (value === "save" && (problem.textContent = lengthProblem("name", name.value) ?? "")) return false;
                if (value === "delete" && !problem.dataset.asked) {
                    problem.dataset.asked = "yes";
                    problem.textContent = "All artworks of this child are deleted at once, for good. Press Delete again if you are sure.";
                    return false;
                }
                try {
                    const filters = { id: `eq.${child?.id}` };
                    if (value === "delete") await this.#app.api.remove("children", filters);
                    else if (child) await this.#app.api.update("children", filters, values());
                    else await this.#app.api.insert("children", { ...values(), family_id: this.#app.family.id });
                } catch (error) {
                    problem.textContent = error.message;
                    return false;
                }
                return true;
            },
        });
        await this.#app.trying("The family cannot be shown", () => this.show());
    }

    // MARK: Members

    #members(members) {
        return this.#section("members-title", "Members",
            element("ul", { class: "people" }, ...members.map((member) => {
                const isSelf = member.user_id === this.#app.user;
                const name = member.nickname ?? "Family member";
                const mayChange = this.#app.isOwner || (this.#app.isParent && member.role !== "owner");
                return element("li", {}, element("span", {}, name, isSelf ? element("span", { class: "muted" }, " (you)") : null, " ",
                    element("span", { class: "badge" }, roles[member.role])),
                mayChange ? element("button", {
                    type: "button", class: "quiet", "data-key": `member-${member.id}`, onclick: () => this.#editMember(member, name, isSelf),
                }, "Edit", element("span", { class: "hidden-text" }, ` ${name}`)) : null);
            })));
    }

    async #editMember(member, name, isSelf) {
        const nickname = element("input", { id: "nickname", maxLength: 200, value: member.nickname ?? "" });
        const role = element("select", { id: "role" }, ...Object.entries(roles)
            .filter(([key]) => key !== "owner" || this.#app.isOwner)
            .map(([key, title]) => element("option", { value: key, selected: key === member.role }, title)));
        const problem = element("p", { class: "error", role: "alert" });
        await ask({
            title: name,
            content: [
                element("p", { class: "entry" }, element("label", { htmlFor: "nickname" }, "Name in the family"), nickname),
                element("p", { class: "entry" }, element("label", { htmlFor: "role" }, "Role"), role), problem,
            ],
            actions: [{ label: "Save", value: "save", kind: "primary" }, { label: "Cancel", value: null },
                ...(isSelf ? [] : [{ label: "Remove from the family", value: "remove", kind: "danger" }])],
            check: async (value) => {
                if (value === null) return true;
                try {
                    const filters = { id: `eq.${member.id}` };
                    if (value === "remove") await this.#app.api.remove("family_members", filters);
                    else await this.#app.api.update("family_members", filters, { nickname: nickname.value || null, role: role.value });
                } catch (error) {
                    problem.textContent = error.message;
                    return false;
                }
                return true;
            },
        });
        await this.#app.trying("The family cannot be shown", () => this.show());
    }

    // MARK: Invites

    #invites(invites) {
        const role = element("select", { id: "invite-role" }, ...Object.entries(roleHints).map(([key, hint]) =>
            element("option", { value: key, selected: key === "member" }, `${roles[key]}: ${hint}`)));
        const nickname = element("input", { id: "invite-name", maxLength: 200, autocomplete: "off" });
        return this.#section("invites-title", "Invite somebody",
            element("ul", { class: "people" }, ...invites.map((invite) => this.#invite(invite))),
            element("form", {
                class: "filter", onsubmit: (event) => {
                    event.preventDefault();
                    this.#doing("The invite was not made", "Invite made.", () => this.#app.api.insert("family_invites", {
                        family_id: this.#app.family.id, role: role.value, nickname: nickname.value || null, created_by: this.#app.user,
                    }));
                },
            }, element("p", { class: "entry" }, element("label", { htmlFor: "invite-name" }, "Name in the family (optional)"), nickname),
            element("p", { class: "entry" }, element("label", { htmlFor: "invite-role" }, "Role"), role),
            element("button", { type: "submit", class: "primary" }, "Make an invite")));
    }

    #invite(invite) {
        // After the sign that is never sent to a server.
        const link = `${location.origin}/stories#/invite/${invite.code}`;
        return element("li", {}, element("span", {}, invite.nickname ?? roles[invite.role], ": ", element("code", {}, invite.code),
            element("span", { class: "muted" }, ` until ${dayText(invite.expires_at.slice(0, 10))}`)),
        element("button", {
            type: "button", class: "quiet", onclick: () => this.#app.trying("The link was not copied", async () => {
                await navigator.clipboard.writeText(link);
                announce("Link copied.");
            }),
        }, "Copy the link", element("span", { class: "hidden-text" }, ` of ${invite.code}`)),
        element("button", {
            type: "button", class: "quiet danger",
            onclick: () => this.#doing("The invite was not withdrawn", "Invite withdrawn.", () =>
                this.#app.api.remove("family_invites", { id: `eq.${invite.id}` })),
        }, "Withdraw", element("span", { class: "hidden-text" }, ` ${invite.code}`)));
    }

    // MARK: The reader

    #own() {
        return this.#section("own-title", "You",
            element("p", { class: "muted" }, `Signed in as ${this.#app.session.email}.`),
            element("div", { class: "buttons" },
                this.#app.isParent ? element("a", { class: "button", href: "#/deleted" }, "Deleted artworks") : null,
                element("button", { type: "button", onclick: () => this.#app.signOut() }, "Sign out"),
                element("button", { type: "button", class: "danger", onclick: () => this.#leave() }, "Leave the family"),
                element("button", { type: "button", class: "danger", onclick: () => this.#deleteAccount() }, "Delete my account")));
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
            await this.#app.signOut();
        });
    }
}
