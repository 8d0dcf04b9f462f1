// A security in a table: its symbol, and its name where that is another.

import { element } from "./dom.mjs";

/** The symbol and the name of a security. */
export function securityCell(symbol, name) {
    return element("span", { class: "security" }, element("span", { class: "symbol" }, symbol),
        ...(name && name !== symbol ? [element("span", { class: "security-name" }, ` ${name}`)] : []));
}
