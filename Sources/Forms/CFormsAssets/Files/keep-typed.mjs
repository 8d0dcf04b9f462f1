// What is being typed, kept for the tab until it is used, so that a reload does not lose it.

/** Keeps a text under a key, or nothing if it is null. Returns whether there was room for it. */
export function keepTyped(key, text) {
    try {
        if (text === null || text === "") sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, text);
        return true;
    } catch {
        // The browser has no room for it.
        return false;
    }
}

/** The text under a key; null if there is none. */
export const typedBefore = (key) => sessionStorage.getItem(key);
