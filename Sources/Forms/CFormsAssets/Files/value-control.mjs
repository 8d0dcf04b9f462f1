// The input of a control: the same on the page and in the panel.

import { chosenOption, isTicked } from "./controls.mjs";
import { element, setAttribute } from "./dom.mjs";
import { isPicture } from "./picture-value.mjs";
import { pictureParts } from "./value-picture.mjs";

/** The value that a control shows: what was given, or else what the form already holds. */
export const shownValue = (control, values) => values.get(control.id) ?? control.initial;

/**
 * Makes the inputs of a control: one, or a radio button for each choice of a question.
 *
 * Returns {inputs, list, picture, update()}; `list` holds the suggestions of an input and `picture` the button for a picture,
 * if it has any. `prefix` makes their ids;
 * `label` names each one that has no label element.
 */
export function valueInputs(control, values, { prefix, label }) {
    const id = `${prefix}-${control.id}`;
    const common = (suffix = "") => ({
        id: `${id}${suffix}`, disabled: control.isReadOnly, "data-key": `${id}${suffix}`,
    });
    const set = (value) => values.set(control.id, value);
    if (control.kind === "question") return question(control, values, { common, set, name: id, label });
    const list = control.kind === "combo"
        ? element("datalist", { id: `${id}-options` }, ...optionElements(control)) : null;
    const input = makeInput(control, common(), set);
    if (list) input.setAttribute("list", list.id);
    if (label) setAttribute(input, "aria-label", control.title);
    const picture = control.picture ? pictureParts(control, values, { onPage: Boolean(label) }) : null;
    if (control.isRequired) setAttribute(input, "aria-required", "true");
    return {
        inputs: [input], list, picture: picture?.node,
        update() {
            const given = shownValue(control, values);
            const hasPicture = isPicture(given);
            const value = hasPicture ? "" : given;
            picture?.update(given);
            if (picture) input.hidden = hasPicture;
            // What a person is typing must not be changed under the cursor.
            if (control.kind === "flag") input.checked = isTicked(control, value);
            else if (control.kind === "choice") input.value = chosenOption(control, value) ?? "";
            else if (input.value !== value && document.activeElement !== input) input.value = value;
            describe(input, control, values);
        },
    };
}

function makeInput(control, common, set) {
    const onInput = (event) => set(event.target.value);
    switch (control.kind) {
        case "flag":
            return element("input", {
                ...common, type: "checkbox", onchange: (event) => set(String(event.target.checked)),
            });
        case "choice": {
            const none = control.options.includes("") ? [] : [element("option", { value: "" }, "")];
            return element("select", { ...common, onchange: onInput }, ...none, ...optionElements(control));
        }
        case "lines":
            return element("textarea", { ...common, spellcheck: control.isSpelt, oninput: onInput });
        case "password":
            return element("input", { ...common, type: "password", autocomplete: "off", oninput: onInput });
        default:
            return element("input", {
                ...common, type: "text", autocomplete: "off", spellcheck: control.isSpelt, oninput: onInput,
                inputMode: control.type === "number" ? "decimal" : "text",
            });
    }
}

/** The options of a list, with what is shown of an option that goes by another text. */
function optionElements(control) {
    return control.options.map((option, index) => {
        const text = control.texts[index];
        return element("option", { value: option }, text === option ? text : `${text} (${option})`);
    });
}

function question(control, values, { common, set, name, label }) {
    const inputs = control.options.map((option, index) => {
        // Of the radio buttons with one name only one can be on, so those on a copy of a sheet have another.
        const copy = control.options.slice(0, index).filter((other) => other === option).length;
        const input = element("input", {
            ...common(index ? `-${index}` : ""), type: "radio", name: copy ? `${name}-copy-${copy}` : name, value: option,
            onchange: () => set(option),
        });
        input.dataset.field = control.fields[index].id;
        if (label) setAttribute(input, "aria-label", `${control.title}: ${option}`);
        return input;
    });
    return {
        inputs,
        update() {
            const chosen = chosenOption(control, shownValue(control, values));
            for (const input of inputs) {
                input.checked = input.value === chosen;
                describe(input, control, values);
            }
        },
    };
}

/** Connects an input with the hint and the error of its control, which stand in the panel. */
function describe(input, control, values) {
    const isWrong = values.error(control.id) !== undefined;
    setAttribute(input, "aria-invalid", isWrong ? "true" : null);
    const ids = [control.hint && `hint-${control.id}`, isWrong && `error-${control.id}`].filter(Boolean);
    setAttribute(input, "aria-describedby", ids.length ? ids.join(" ") : null);
}
