// The table of shortcuts.

import { ask } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { modeNames, shortcuts, shownKeys } from "./shortcuts.mjs";

const names = { Mod: /mac/i.test(navigator.platform) ? "⌘" : "Ctrl", Escape: "Esc" };

/** Shows the table. */
export function showHelp() {
    const rows = shortcuts.map((shortcut) => {
        const keys = shownKeys(shortcut, names).flatMap((together, index) => [
            index ? " or " : "",
            ...together.flatMap((key, place) => [place ? " + " : "", element("kbd", {}, key)]),
        ]);
        const where = shortcut.modes ? shortcut.modes.map((mode) => modeNames[mode]).join(", ") : "Everywhere";
        return element("tr", {}, element("td", {}, ...keys), element("td", {}, shortcut.text),
            element("td", { class: "muted" }, where));
    });
    const head = ["Keys", "What they do", "Where"].map((title) => element("th", { scope: "col" }, title));
    const table = element("table", { class: "shortcuts" },
        element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
    return ask({
        title: "Keyboard shortcuts", wide: true, content: [
            element("div", { class: "scrolling", tabIndex: 0, role: "region", "aria-label": "Shortcuts" }, table),
        ],
        actions: [{ label: "Close", value: true, kind: "primary" }],
    });
}
