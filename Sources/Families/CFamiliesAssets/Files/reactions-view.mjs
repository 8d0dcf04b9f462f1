// The five reactions to an artwork, of which each person chooses one.

import { announce } from "./announce.mjs";
import { element } from "./dom.mjs";

/** The kinds of reactions in their order. */
export const reactionKinds = [
    { kind: "heart", sign: "❤️", name: "Love" },
    { kind: "sparkles", sign: "✨", name: "Amazing" },
    { kind: "palette", sign: "🎨", name: "Artistic" },
    { kind: "hand_heart", sign: "🫶", name: "Proud" },
    { kind: "star", sign: "⭐", name: "Star" },
];

/** The buttons of an artwork's reactions, `{ emoji_type, user_id }`; `changed` is called after the reader's own changed. */
export function reactionsView(app, artwork, reactions, changed) {
    const own = reactions.find(({ user_id: user }) => user === app.user)?.emoji_type ?? null;
    return element("div", { class: "reactions", role: "group", "aria-label": "Reactions" },
        ...reactionKinds.map(({ kind, sign, name }) => {
            const count = reactions.filter(({ emoji_type: type }) => type === kind).length;
            return element("button", {
                type: "button", class: `reaction ${kind}`, "aria-pressed": String(kind === own), "data-key": `reaction-${artwork.id}-${kind}`,
                onclick: () => app.trying("Your reaction was not kept", () => choose(kind)),
            }, element("span", { "aria-hidden": "true" }, sign),
            element("span", { class: "hidden-text" }, name), count > 0 ? element("span", { class: "count" }, String(count)) : null);
        }));

    async function choose(kind) {
        if (kind === own) {
            await app.api.remove("artwork_reactions", {
                artwork_id: `eq.${artwork.id}`, user_id: `eq.${app.user}`, emoji_type: `eq.${kind}`,
            });
        } else {
            await app.api.insert("artwork_reactions", { artwork_id: artwork.id, user_id: app.user, emoji_type: kind });
        }
        announce(kind === own ? "Reaction taken back." : "Reaction added.");
        await changed();
    }
}
