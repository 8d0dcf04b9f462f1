// Editions: how a person wants a book otherwise than the rules arrange it. Pure functions; an edition is never changed.

const textKeys = ["captions", "titles", "altTexts"];

/** The same edition without what says nothing, so that equal editions have equal JSON. */
export function tidied(edition) {
    const result = {};
    for (const key of Object.keys(edition).sort()) {
        const value = edition[key];
        if (value === null || value === undefined || value === "" || value === false) continue;
        if (Array.isArray(value) && value.length === 0) continue;
        if (textKeys.includes(key)) {
            const texts = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
            if (texts.length > 0) result[key] = Object.fromEntries(texts);
        } else {
            result[key] = value;
        }
    }
    return result;
}

/** Whether two editions make the same book. */
export const isSame = (a, b) => JSON.stringify(tidied(a)) === JSON.stringify(tidied(b));

/** An edition with another value, or without one: `undefined` leaves it to the rules. */
export const withValue = (edition, key, value) => tidied({ ...edition, [key]: value });

/** An edition in which a file has a text, such as a caption; an empty text leaves it to the rules. */
export function withText(edition, key, name, text) {
    const texts = { ...edition[key] };
    if (text.trim() === "") delete texts[name];
    else texts[name] = text.trim();
    return withValue(edition, key, texts);
}

/** An edition that leaves a file out. */
export function withOmitted(edition, name) {
    const omit = [...(edition.omit ?? []).filter((other) => other !== name), name];
    return tidied({ ...edition, omit, cover: edition.cover === name ? undefined : edition.cover });
}

/** An edition that shows a file again. */
export const withShown = (edition, name) =>
    withValue(edition, "omit", (edition.omit ?? []).filter((other) => other !== name));

/** An edition with files in an order; names of the earlier order that are not in it follow. */
export function withOrder(edition, names) {
    const given = new Set(names);
    return withValue(edition, "order", [...names, ...(edition.order ?? []).filter((name) => !given.has(name))]);
}

/**
 * An edition as it is sent. What it lacks is taken from the portfolio's own edition, `given`; lists and texts that a person
 * has emptied are therefore sent empty.
 */
export function sent(edition, given) {
    const empty = { omit: [], order: [], captions: {}, titles: {}, altTexts: {} };
    const emptied = Object.entries(empty).filter(([key]) => given?.[key] !== undefined && edition[key] === undefined);
    return { ...edition, ...Object.fromEntries(emptied) };
}

/** A list in which the entry at a place stands at another one. */
export function moved(list, from, to) {
    const result = [...list];
    result.splice(to, 0, ...result.splice(from, 1));
    return result;
}

/** An edition without the names that a portfolio does not have, such as those of files that were taken out of it. */
export function fitted(edition, names) {
    const known = new Set(names);
    const result = { ...edition };
    for (const key of ["omit", "order"]) {
        if (edition[key]) result[key] = edition[key].filter((name) => known.has(name));
    }
    for (const key of textKeys) {
        if (edition[key]) result[key] = Object.fromEntries(Object.entries(edition[key]).filter(([name]) => known.has(name)));
    }
    if (edition.cover && !known.has(edition.cover)) delete result.cover;
    return tidied(result);
}
