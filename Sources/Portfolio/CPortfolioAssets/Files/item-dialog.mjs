// What a person says about an input: its caption, title and alternative text, and why it is where it is.

import { ask } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { scoreText } from "./portfolio-states.mjs";

const sources = {
    given: "You gave it.",
    metadata: "It comes from the file.",
    caption: "It is the caption. Say what the picture shows, for people who cannot see it.",
    rule: "A rule made it up from the title. Say what the picture shows, for people who cannot see it.",
    ai: "The assistant wrote it. Check that it is true.",
};

/**
 * Asks what is to be changed about an item. `about` has {input, name, texts, cover}: the texts of the edition, and whether
 * it is on the cover.
 *
 * Returns {captions, titles, altTexts, isCover}, or null if nothing is to be changed.
 */
export async function askAboutItem(item, { input, name, texts, isCover, reasons }) {
    const isMedium = item.media.length > 0;
    const [medium] = item.media;
    const hasName = Boolean(input.name);
    const entries = {};
    const entry = (key, label, hint, { placeholder = "", rows = 2, limit = 2000 } = {}) => {
        const node = element("textarea", {
            id: `edit-${key}`, value: texts[key] ?? "", rows, maxLength: limit, placeholder, "aria-describedby": hint ? `edit-${key}-hint` : null,
        });
        entries[key] = node;
        return element("p", { class: "entry" }, element("label", { htmlFor: node.id }, label), node,
            hint ? element("span", { id: `edit-${key}-hint`, class: "muted small" }, hint) : null);
    };
    const cover = isMedium ? element("input", { id: "edit-cover", type: "checkbox", checked: isCover }) : null;
    const picture = input.pictures.find(({ page }) => page === medium?.page) ?? input.pictures[0];
    const content = [
        isMedium && picture ? element("img", { class: "dialog-picture", src: picture.medium, alt: medium.alt_text }) : null,
        isMedium && hasName ? entry("captions", "Caption", "It stands under the picture.", { placeholder: medium.caption ?? "" }) : null,
        // The title of a picture is its caption.
        hasName && input.type !== "picture" ? entry("titles", "Title", "", { placeholder: input.title ?? item.block.title ?? "", rows: 1, limit: 100 }) : null,
        isMedium && hasName ? entry("altTexts", "Alternative text", sources[medium.alt_text_source], { placeholder: medium.alt_text }) : null,
        cover && hasName ? element("p", { class: "check" }, cover, element("label", { htmlFor: cover.id }, "Put it on the cover")) : null,
        hasName ? null : element("p", { class: "notice" }, "It has no name, by which an edition could refer to it."),
        element("h3", {}, "Why it is here"),
        element("ul", { class: "reasons" }, ...reasons.map((reason) => element("li", {}, reason))),
        input.scores?.length > 0 ? element("details", {}, element("summary", {}, `Score ${scoreText(input.final)}`), scoreTable(input)) : null,
    ];
    const answer = await ask({
        title: name, wide: true, content: content.filter((node) => node),
        actions: hasName
            ? [{ label: "Apply", value: true, kind: "primary" }, { label: "Cancel", value: null }]
            : [{ label: "Close", value: null, kind: "primary" }],
    });
    if (!answer) return null;
    return { ...Object.fromEntries(Object.entries(entries).map(([key, node]) => [key, node.value])), isCover: cover?.checked ?? false };
}

/** The five scores of an input. */
function scoreTable({ scores }) {
    return element("table", { class: "scores" },
        element("caption", {}, "A score is about focus, light, contrast, size, words and age, not about beauty or what a picture shows."),
        element("thead", {}, element("tr", {}, ...["Score", "Value", "Weight", "Why"].map((title) => element("th", { scope: "col" }, title)))),
        element("tbody", {}, ...scores.map(({ name, value, weight, reason }) => element("tr", {},
            element("th", { scope: "row" }, name[0].toUpperCase() + name.slice(1)),
            element("td", { "data-label": "Value" }, scoreText(value)), element("td", { "data-label": "Weight" }, `${Math.round(weight * 100)} %`),
            element("td", { "data-label": "Why" }, reason)))));
}
