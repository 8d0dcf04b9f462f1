// What to do when somebody else has changed the same fields.

import { ask } from "./dialog.mjs";
import { labelOf, typeName } from "./describe.mjs";
import { element } from "./dom.mjs";

/** Shows both versions of each field. Resolves to "mine" or "theirs". */
export async function resolveConflict(conflicts, form) {
    const rows = conflicts.map(({ fieldId, yours, theirs }) => {
        const known = yours ?? theirs ?? form.field(fieldId);
        return element("tr", {}, element("th", { scope: "row" }, known ? labelOf(known) : "A field"),
            element("td", {}, describe(yours)), element("td", {}, describe(theirs)));
    });
    const head = ["Field", "Your change", "The other change"].map((title) => element("th", { scope: "col" }, title));
    const answer = await ask({
        title: "Somebody else has changed the same field", wide: true,
        content: [
            element("p", {}, "These fields were changed here and, at the same time, in another window or by another person."),
            element("table", { class: "conflicts" },
                element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)),
        ],
        actions: [
            { label: "Use my change", value: "mine", kind: "primary" },
            { label: "Use the other change", value: "theirs" },
        ],
    });
    return answer ?? "theirs";
}

function describe(field) {
    if (!field) return "deleted";
    const [x, y, width, height] = [field.x, field.y, field.width, field.height].map((value) => Math.round(value));
    return `“${labelOf(field)}”, ${typeName(field.type).toLowerCase()}, ${width} × ${height} points at ${x}, ${y} on page ${field.page + 1}`;
}
