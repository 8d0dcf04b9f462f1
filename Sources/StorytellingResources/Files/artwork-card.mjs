// One artwork as the feed and its own page show it: child, story, moment photo, artwork, title, reactions.

import { element } from "./dom.mjs";
import { reactionsView } from "./reactions-view.mjs";
import { ageText, dayText, inkOn, pathOf } from "./story-text.mjs";

/** What is asked of an artwork for its card. */
export const cardColumns = "*,children(*),artwork_comments(count),artwork_reactions(emoji_type,user_id)";

/** The sign of a child: its initial on its colour. */
export function childSign(child) {
    const node = element("span", { class: "child-sign", "aria-hidden": "true" }, child.initial);
    node.style.setProperty("--child", child.color);
    node.style.setProperty("--child-ink", inkOn(child.color));
    return node;
}

/** The lines under a child's name: the date and the age. */
function when(artwork) {
    const age = ageText(artwork.child_age_months);
    return element("p", { class: "muted" }, element("time", { dateTime: artwork.created_date }, dayText(artwork.created_date)),
        age ? ` · ${age}` : "");
}

/**
 * A picture of the service, which may still be cleaned when it is asked for.
 *
 * The service waits for the cleaning itself, and after that asks the reader to come again.
 */
function picture(url, { text, className, isLazy }) {
    const node = element("img", { src: pathOf(url), alt: text, class: className, decoding: "async", loading: isLazy ? "lazy" : "eager" });
    let attempts = 0;
    node.addEventListener("error", () => {
        if (++attempts <= 5) setTimeout(() => (node.src = pathOf(url)), attempts * 2000);
        else node.replaceWith(element("p", { class: "notice warn" }, "This picture cannot be shown."));
    });
    return node;
}

/** The story of an artwork, or nothing. */
const story = (artwork) => (artwork.story
    ? element("div", { class: "story" }, ...artwork.story.split(/\n+/).map((text) => element("p", { dir: "auto" }, text))) : null);

/**
 * The content of an artwork's card; `level` is that of its heading, `isLinked` whether the title leads to its page, and
 * `reload` reads it again.
 */
export function artworkCard(app, artwork, { level, isLinked, reload }) {
    const child = artwork.children;
    const title = isLinked ? element("a", { href: `#/artwork/${artwork.id}` }, artwork.title) : artwork.title;
    return [
        element("header", { class: "card-head" }, childSign(child), element("div", {}, element("p", { class: "child-name" }, child.name), when(artwork))),
        story(artwork),
        artwork.moment_photo_url
            ? element("figure", { class: "moment" },
                picture(artwork.moment_photo_url, { text: `Photo of the moment: ${artwork.title}`, className: "moment-photo", isLazy: isLinked }),
                element("figcaption", {}, "Moment photo"))
            : null,
        picture(artwork.image_url, {
            text: artwork.description || `Artwork by ${child.name}: ${artwork.title}`, className: "artwork-picture", isLazy: isLinked,
        }),
        element(`h${level}`, { dir: "auto" }, title),
        reactionsView(app, artwork, artwork.artwork_reactions, reload),
    ].filter((node) => node !== null);
}

/** How many comments an artwork has, in words. */
export function commentCount(artwork) {
    const count = artwork.artwork_comments[0]?.count ?? 0;
    return count === 0 ? "Comment" : count === 1 ? "1 comment" : `${count} comments`;
}
