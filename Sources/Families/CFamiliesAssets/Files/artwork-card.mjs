// One artwork as the feed and its own page show it.

import { element } from "./dom.mjs";
import { reactionsView } from "./reactions-view.mjs";
import { ageText, dayText, excerpt, hasOwnTitle, inkOn, nameOf, pathOf } from "./story-text.mjs";

/** What is asked of an artwork for its card. */
export const cardColumns = "*,children(*),artwork_comments(count),artwork_reactions(emoji_type,user_id)";

/** The sign of a child: its initial on its colour. */
export function childSign(child) {
    const node = element("span", { class: "child-sign", "aria-hidden": "true" }, child.initial);
    node.style.setProperty("--child", child.color);
    node.style.setProperty("--child-ink", inkOn(child.color));
    return node;
}

/** Whose artwork it is, and of when. */
function head(artwork) {
    const age = ageText(artwork.child_age_months);
    return element("header", { class: "card-head" }, childSign(artwork.children), element("div", {},
        element("p", { class: "child-name", dir: "auto" }, artwork.children.name),
        element("p", { class: "muted" }, element("time", { dateTime: artwork.created_date }, dayText(artwork.created_date)), age ? ` · ${age}` : "")));
}

/**
 * The picture of an artwork that a column names, which may still be cleaned when it is asked for.
 *
 * The service waits for the cleaning itself, and after that asks the reader to come again. A page that has been open for
 * hours has addresses that are over, so another attempt reads the row again.
 */
function picture(app, artwork, column, { text, className, isLazy }) {
    const node = element("img", { src: pathOf(artwork[column]), alt: text, class: className, decoding: "async", loading: isLazy ? "lazy" : "eager" });
    const tryAgain = async () => {
        const [row] = await app.api.rows("artworks", { select: column, id: `eq.${artwork.id}` }).catch(() => []);
        node.src = pathOf((row ?? artwork)[column]);
    };
    let attempts = 0;
    node.addEventListener("error", () => {
        if (++attempts <= 5) setTimeout(tryAgain, attempts * 2000);
        else node.replaceWith(element("p", { class: "notice warn" }, "This picture cannot be shown."));
    });
    return node;
}

const artworkPicture = (app, artwork, isLazy) => picture(app, artwork, "image_url", {
    text: artwork.description || `Artwork by ${artwork.children.name}: ${nameOf(artwork)}`, className: "artwork-picture", isLazy,
});

const momentPhoto = (app, artwork, isLazy) => (artwork.moment_photo_url
    ? element("figure", { class: "moment" },
        picture(app, artwork, "moment_photo_url", { text: `Photo of the moment: ${nameOf(artwork)}`, className: "moment-photo", isLazy }),
        element("figcaption", {}, "Moment photo"))
    : null);

const story = (text, ...more) => element("div", { class: "story" }, ...text.split(/\n+/).map((line) => element("p", { dir: "auto" }, line)), ...more);

/** The heading of an artwork; a title that only begins the story is not said twice. */
const heading = (level, artwork, title) => (hasOwnTitle(artwork)
    ? element(`h${level}`, { dir: "auto" }, title)
    : element(`h${level}`, { class: "hidden-text" }, `Artwork by ${artwork.children.name}, ${dayText(artwork.created_date)}`));

/** An artwork in the feed, with the beginning of its story; `reload` reads it again. */
export function feedCard(app, artwork, reload) {
    const address = `#/artwork/${artwork.id}`;
    const { text, isWhole } = excerpt(artwork.story);
    return [
        head(artwork),
        story(text, isWhole ? null : element("p", {}, element("a", { href: address }, "Read the whole story"))),
        momentPhoto(app, artwork, true),
        element("a", { class: "to-artwork", href: address }, artworkPicture(app, artwork, true)),
        heading(2, artwork, element("a", { href: address }, artwork.title)),
        reactionsView(app, artwork, artwork.artwork_reactions, reload),
        element("p", { class: "to-comments" }, element("a", { href: address }, commentCount(artwork),
            element("span", { class: "hidden-text" }, ` on ${nameOf(artwork)}`))),
    ].filter((node) => node !== null);
}

/** An artwork on its own page: the picture first, then all that is told of it; `reload` reads it again. */
export function artworkPage(app, artwork, reload) {
    return [
        head(artwork), artworkPicture(app, artwork, false), heading(1, artwork, artwork.title), artwork.story ? story(artwork.story) : null,
        momentPhoto(app, artwork, false), reactionsView(app, artwork, artwork.artwork_reactions, reload),
    ].filter((node) => node !== null);
}

/** How many comments an artwork has, in words. */
function commentCount(artwork) {
    const count = artwork.artwork_comments[0]?.count ?? 0;
    return count === 0 ? "Comment" : count === 1 ? "1 comment" : `${count} comments`;
}
