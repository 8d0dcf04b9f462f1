// The keyboard: one table, which the help shows as well.

/** The names of the modes. */
export const modeNames = { check: "Check fields", fill: "Fill in", preview: "Preview", result: "Result" };

/**
 * The shortcuts. `keys` are alternatives: a key's name, behind the modifiers Mod (Ctrl, or Command on a Mac), Alt and
 * Shift; `modes` are the modes in which the command works; `isTyping` if it works in an input, too. Commands without keys
 * only inform.
 */
export const shortcuts = [
    { command: "help", keys: ["?"], text: "Show the shortcuts" },
    { command: "mode-check", keys: ["Alt+1"], text: "Check fields", isTyping: true },
    { command: "mode-fill", keys: ["Alt+2"], text: "Fill in", isTyping: true },
    { command: "mode-preview", keys: ["Alt+3"], text: "Preview", isTyping: true },
    { command: "mode-result", keys: ["Alt+4"], text: "Result, once the PDF is made", isTyping: true },
    { command: "switch", keys: ["F6"], text: "Go from the pages to the fields beside them, and back", isTyping: true },
    { command: "next", keys: ["N"], text: "Go to the next field to check", modes: ["check"] },
    { command: "create", keys: ["A"], text: "Add a field on this page", modes: ["check"] },
    { command: "draw", keys: ["D"], text: "Draw a field with the mouse", modes: ["check"] },
    { command: null, keys: ["Space"], text: "Select the field, or no longer", modes: ["check"] },
    {
        command: "edit", keys: ["Enter"], text: "Change the label and type of the field; in its label: keep it and go back to the field",
        modes: ["check"], onField: true,
    },
    { command: "select-page", keys: ["Mod+A"], text: "Select all fields of the page", modes: ["check"] },
    { command: "select-all", keys: ["Mod+Shift+A"], text: "Select all fields of the form", modes: ["check"] },
    {
        command: "escape", keys: ["Escape"], modes: ["check"],
        text: "Stop drawing, or select nothing; in a label: restore it and go back to the field",
    },
    {
        command: "move", keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], shown: "Arrow keys",
        text: "Move the selected fields by 1 point", modes: ["check"],
    },
    {
        command: "move-far", keys: ["Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowDown"],
        shown: "Shift + arrow keys", text: "Move the selected fields by 10 points", modes: ["check"],
    },
    {
        command: "resize", keys: ["Alt+ArrowLeft", "Alt+ArrowRight", "Alt+ArrowUp", "Alt+ArrowDown"],
        shown: "Alt + arrow keys", text: "Make the selected fields wider, narrower, lower or higher", modes: ["check"],
    },
    { command: "confirm", keys: ["C"], text: "Mark the selected fields as right", modes: ["check"] },
    { command: "delete", keys: ["Delete", "Backspace"], text: "Delete the selected fields", modes: ["check"] },
    { command: "undo", keys: ["Mod+Z"], text: "Undo", modes: ["check"] },
    { command: "redo", keys: ["Mod+Shift+Z", "Mod+Y"], text: "Redo", modes: ["check"] },
];

/** The keys of a shortcut as people read them: the names of keys pressed together, for each alternative. */
export function shownKeys({ keys, shown }, names) {
    return shown ? [[shown]] : keys.map((alternative) => alternative.split("+").map((key) => names[key] ?? key));
}

/** Whether keys belong to what is being typed. */
export function isTyping(target) {
    return target.isContentEditable
        || (target.matches("input, textarea, select") && !target.matches("[type=checkbox], [type=radio], [type=button]"));
}

/** The name of a pressed key with its modifiers, as in the table. */
export function pressed(event) {
    const modifiers = [
        (event.ctrlKey || event.metaKey) && "Mod", event.altKey && "Alt",
        // "?" is Shift with another key on most keyboards, so Shift only counts with letters and named keys.
        event.shiftKey && (event.key.length > 1 || /[a-z]/i.test(event.key)) && "Shift",
    ].filter(Boolean);
    const key = event.altKey && /^Digit\d$/.test(event.code ?? "") ? event.code.slice(5) : event.key;
    return [...modifiers, key.length === 1 ? key.toUpperCase() : key].join("+");
}

/** The command of a key press; undefined if it has none here. */
export function commandOf(event, mode) {
    const name = pressed(event);
    const isInInput = isTyping(event.target);
    return shortcuts.find(({ command, keys, modes, isTyping: worksInInput, onField }) =>
        command && keys.includes(name) && (!modes || modes.includes(mode)) && (!isInInput || worksInInput)
        && (!onField || event.target.matches(".field")))?.command;
}
