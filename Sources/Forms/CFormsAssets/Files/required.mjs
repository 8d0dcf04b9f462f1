// Fields that the form requires.

import { ask } from "./dialog.mjs";
import { count } from "./describe.mjs";
import { element } from "./dom.mjs";
import { shownValue } from "./value-control.mjs";

/** The controls that the form requires and that have no value; a box that must be ticked has none while it is not. */
export function missingControls(controls, values) {
    const isEmpty = (control) => {
        const value = shownValue(control, values).trim();
        return value === "" || (control.kind === "flag" && value === "false");
    };
    return controls.filter((control) => control.isRequired && !control.isReadOnly && isEmpty(control));
}

/** Asks whether the PDF is to be made although required fields are empty. */
export function askAboutMissing(missing) {
    const names = missing.slice(0, 10).map(({ title, page }) => element("li", {}, `${title}, page ${page + 1}`));
    const more = missing.length - names.length;
    return ask({
        title: missing.length === 1 ? "A required field is empty" : `${count(missing.length, "required field")} are empty`,
        content: [
            element("ul", {}, ...names, ...(more ? [element("li", {}, `and ${more} more`)] : [])),
        ],
        actions: [
            { label: missing.length === 1 ? "Fill it in" : "Fill them in", value: false, kind: "primary" },
            { label: "Make the PDF anyway", value: true },
        ],
    });
}
