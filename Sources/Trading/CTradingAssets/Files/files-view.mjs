// The files of an account, their states and their errors.

import { fileState, problemText } from "./account-states.mjs";
import { element } from "./dom.mjs";
import { countText } from "./figures.mjs";

/** Errors that are shown at once. */
const most = 20;

/** Shows the files of an account; `onRemove` is called with the name of a file that is to be removed; null if none may be. */
export function filesView(files, onRemove) {
    return files.map(({ name, status, problems }) => {
        const [title, badge] = fileState(status);
        return element("li", { class: problems.length ? "failed" : "" },
            element("p", { class: "file-head" },
                element("span", { class: "file-name" }, name, " ", element("span", { class: `badge ${badge}` }, title)),
                onRemove ? element("button", {
                    type: "button", class: "quiet", "aria-label": `Remove ${name}`, "data-key": `remove-${name}`, onclick: () => onRemove(name),
                }, "Remove") : null),
            ...(problems.length ? [element("p", {}, `This file was rejected: ${countText(problems.length, "error")}.${onRemove ? " Correct the file and add it again." : ""}`)] : []),
            problemList(problems));
    });
}

/** A list of errors, of one file or of several; null if there are none. */
export function problemList(problems, isOfFile = true) {
    if (problems.length === 0) return null;
    const item = (problem) => element("li", {}, problemText(problem, isOfFile));
    const list = element("ul", { class: "problems" }, ...problems.slice(0, most).map(item));
    if (problems.length <= most) return list;
    const button = element("button", {
        type: "button", class: "quiet", onclick: () => {
            const added = problems.slice(most).map(item);
            list.append(...added);
            button.remove();
            added[0].tabIndex = -1;
            added[0].focus();
        },
    }, `Show all ${problems.length.toLocaleString("en")} errors`);
    return element("div", {}, list, button);
}
