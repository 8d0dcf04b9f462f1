// The family: its children, its members and invites, and the reader's own place in it.

import { childSign } from "./artwork-card.mjs";
import { announce } from "./announce.mjs";
import { ask } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { OwnSection } from "./own-section.mjs";
import { dayText, lengthProblem, today } from "./story-text.mjs";

const roles = { owner: "Owner", parent: "Parent", member: "Member", viewer: "Viewer" };
const roleHints = {
    parent: "Does everything except deleting the family.", member: "Adds artworks, reacts and comments.", viewer: "Reads, reacts and comments.",
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
        const own = new OwnSection(this.#app, members.find(({ user_id: user }) => user === this.#app.user), () => this.show());
        const sections = [this.#children(children), this.#members(members), isParent ? this.#invites(invites) : null, own.node];
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
                element("span", {}, element("bdi", {}, child.name), child.birth_date ? element("span", { class: "muted" }, ` · born ${dayText(child.birth_date)}`) : null),
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
                if (value === "save" && birth.value > today()) {
                    problem.textContent = "The birthday cannot be a day that is still to come.";
                    return false;
                }
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
                // Others do not learn an address, but one's own says who one is without a name.
                const name = member.nickname ?? (isSelf ? this.#app.session.name : "Family member");
                const mayChange = this.#app.isOwner || (this.#app.isParent && member.role !== "owner");
                return element("li", {}, element("span", {}, element("bdi", {}, name), isSelf ? element("span", { class: "muted" }, " (you)") : null, " ",
                    element("span", { class: "badge" }, roles[member.role]),
                    isSelf && member.nickname ? element("span", { class: "muted second" }, this.#app.session.name) : null),
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
        const hint = element("p", { id: "invite-role-hint", class: "muted small" });
        const role = element("select", { id: "invite-role", "aria-describedby": hint.id, onchange: () => (hint.textContent = roleHints[role.value]) },
            ...Object.keys(roleHints).map((key) => element("option", { value: key, selected: key === "member" }, roles[key])));
        hint.textContent = roleHints[role.value];
        const nickname = element("input", { id: "invite-name", maxLength: 200, autocomplete: "off" });
        return this.#section("invites-title", "Invite somebody",
            element("ul", { class: "people" }, ...invites.map((invite) => this.#invite(invite))),
            element("form", {
                onsubmit: (event) => {
                    event.preventDefault();
                    this.#doing("The invite was not made", "Invite made.", () => this.#app.api.insert("family_invites", {
                        family_id: this.#app.family.id, role: role.value, nickname: nickname.value || null, created_by: this.#app.user,
                    }));
                },
            }, element("p", { class: "entry" }, element("label", { htmlFor: "invite-name" }, "Name in the family (optional)"), nickname),
            element("div", { class: "entry" }, element("label", { htmlFor: "invite-role" }, "Role"), role, hint),
            element("button", { type: "submit", class: "primary" }, "Make an invite")));
    }

    #invite(invite) {
        // After the sign that is never sent to a server.
        const link = `${location.origin}/stories#/invite/${invite.code}`;
        return element("li", {}, element("span", {}, element("bdi", {}, invite.nickname ?? roles[invite.role]), ": ", element("code", {}, invite.code),
            element("span", { class: "muted second" }, `${roles[invite.role]}, until ${dayText(invite.expires_at.slice(0, 10))}`)),
        element("span", { class: "actions" }, element("button", {
            type: "button", onclick: () => this.#copy(link),
        }, "Copy the link", element("span", { class: "hidden-text" }, ` of ${invite.code}`)),
        element("button", {
            type: "button", class: "quiet danger",
            onclick: () => this.#doing("The invite was not withdrawn", "Invite withdrawn.", () =>
                this.#app.api.remove("family_invites", { id: `eq.${invite.id}` })),
        }, "Withdraw", element("span", { class: "hidden-text" }, ` ${invite.code}`))));
    }

    /** Copies the link of an invite, or shows it: the clipboard is for pages over TLS and of this machine only. */
    async #copy(link) {
        try {
            await navigator.clipboard.writeText(link);
            announce("Link copied.");
        } catch {
            const text = element("input", { id: "invite-link", readOnly: true, value: link, onfocus: () => text.select() });
            await ask({
                title: "The link of the invite",
                content: [element("p", { class: "entry" }, element("label", { htmlFor: "invite-link" }, "Copy it, and send it to one person"), text)],
                actions: [{ label: "Close", value: null, kind: "primary" }],
            });
        }
    }
}
