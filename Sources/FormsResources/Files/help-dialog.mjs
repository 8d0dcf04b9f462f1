// The table of shortcuts.

import { ask } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { shortcuts } from "./shortcuts.mjs";

const names = { Mod: /mac/i.test(navigator.platform) ? "⌘" : "Ctrl", Escape: "Esc" };
const modeNames = { check: "Check fields", fill: "Fill in", preview: "Preview" };

/** Shows the table. */
export function showHelp() {
    const rows = shortcuts.map(({ keys, shown, text, modes }) => {
        const alternatives = shown ? [shown] : keys;
        const cells = alternatives.flatMap((keys, index) => [
            index ? " or " : "",
            ...keys.split("+").flatMap((key, place) => [place ? " + " : "", element("kbd", {}, names[key] ?? key)]),
        ]);
        return element("tr", {}, element("td", {}, ...(shown ? [element("kbd", {}, shown)] : cells)), element("td", {}, text),
            element("td", { class: "muted" }, modes ? modes.map((mode) => modeNames[mode]).join(", ") : "Everywhere"));
    });
    const head = ["Keys", "What they do", "Where"].map((title) => element("th", { scope: "col" }, title));
    const table = element("table", { class: "shortcuts" },
        element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
    return ask({
        title: "Keyboard shortcuts", wide: true, content: [element("div", { class: "scrolling", tabIndex: 0, role: "region", "aria-label": "Shortcuts" }, table)],
        actions: [{ label: "Close", value: true, kind: "primary" }],
    });
}
