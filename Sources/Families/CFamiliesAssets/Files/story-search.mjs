// What the feed is searched for, in its address and in the service's filters. Pure functions.

const wordLimit = 8;

/** A word as a pattern of `ilike`: any text around it, and quoted, since commas and parentheses mean something there. */
function pattern(word) {
    // A star is a wildcard that cannot be escaped; any one character is the nearest to it.
    const literal = word.replace(/[\\%_]/g, "\\$&").replace(/\*/g, "_");
    return `"*${literal.replace(/["\\]/g, "\\$&")}*"`;
}

/** The search that an address's query asks for, `{ text, child }`. */
export function searchOf(query) {
    const parameters = new URLSearchParams(query ?? "");
    return { text: (parameters.get("text") ?? "").trim(), child: parameters.get("child") ?? "" };
}

/** The address of a search. */
export function searchAddress({ text, child }) {
    const parameters = new URLSearchParams(Object.entries({ text: text.trim(), child }).filter(([, value]) => value !== ""));
    return parameters.size > 0 ? `#/?${parameters}` : "#/";
}

/** The filters of a search: each word is in the title or in the story. */
export function searchFilters({ text, child }) {
    const filters = child ? { child_id: `eq.${child}` } : {};
    const words = text.split(/\s+/u).filter((word) => word !== "").slice(0, wordLimit).map(pattern);
    if (words.length > 0) filters.and = `(${words.map((word) => `or(title.ilike.${word},story.ilike.${word})`).join(",")})`;
    return filters;
}
