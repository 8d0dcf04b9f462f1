// What the report of a book says, as people read it. Pure functions.

import { countText } from "./portfolio-states.mjs";

/** Warnings that are shown; the report has all. */
const mostWarnings = 10;

/** Size, pages and resolution of a book. */
export function bookText({ pages, size, ppi }) {
    const megabytes = size / 1_000_000;
    const amount = megabytes >= 10 ? Math.round(megabytes) : Math.max(0.1, Math.round(megabytes * 10) / 10);
    return `${countText(pages, "page")}, ${amount.toLocaleString("en")} MB, pictures of at most ${ppi} pixels per inch.`;
}

/** What a person should know about a book. `nameOf` gives the name of an input. */
export function warningTexts({ warnings = [], book }, nameOf) {
    const texts = [...warnings, ...(book?.warnings ?? []).map((warning) => warningText(warning, nameOf))];
    if (texts.length <= mostWarnings) return texts;
    return [...texts.slice(0, mostWarnings), `${countText(texts.length - mostWarnings, "more warning")} in the report.`];
}

function warningText({ code, input, page, ppi }, nameOf) {
    const name = `“${nameOf(input)}” on page ${page.toLocaleString("en")}`;
    switch (code) {
    case "low_resolution": return `${name} has only ${ppi} pixels per inch where it stands, and may look coarse in print.`;
    case "picture_left_out": return `${name} could not be read; its place is empty.`;
    case "text_cut": return `The words of ${name} are longer than a page has room for, and were cut.`;
    default: return `${name}: ${code.replaceAll("_", " ")}.`;
    }
}
