// Questions in a modal dialog, which keeps the focus inside and gives it back.

import { element } from "./dom.mjs";

/**
 * Asks a question.
 *
 * `actions` are the buttons: {label, value, kind}, `kind` is "primary", "danger" or nothing. The promise gives the value of
 * the button that was pressed, or null if the dialog was closed. `check` may refuse a value by returning false. `onOpen` gets
 * a function that closes the dialog with a value, for buttons in its content.
 */
export function ask({ title, content = [], actions, wide = false, check = () => true, onOpen = () => {} }) {
    return new Promise((resolve) => {
        const before = document.activeElement;
        let answer = null;
        const heading = element("h2", { id: "dialog-title" }, title);
        const buttons = actions.map(({ label, value, kind }) =>
            element("button", {
                type: "button", class: kind ?? "", onclick: async () => {
                    if (!(await check(value))) return;
                    answer = value;
                    dialog.close();
                },
            }, label));
        const dialog = element("dialog", { class: wide ? "wide" : "", "aria-labelledby": "dialog-title" },
            heading, ...content, element("div", { class: "buttons" }, ...buttons));
        dialog.addEventListener("close", () => {
            dialog.remove();
            if (before?.isConnected) before.focus({ preventScroll: true });
            resolve(answer);
        });
        document.body.append(dialog);
        dialog.showModal();
        onOpen((value) => {
            answer = value;
            dialog.close();
        });
    });
}

/** A box of a question, under its label. */
export const labelled = (label, box) =>
    element("p", { class: "labelled" }, element("label", { htmlFor: box.id }, label), box);

/** Says what went wrong. */
export function tell(title, message) {
    return ask({ title, content: [element("p", {}, message)], actions: [{ label: "Close", value: true, kind: "primary" }] });
}

/** Closes all questions without an answer. */
export function closeDialogs() {
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}
