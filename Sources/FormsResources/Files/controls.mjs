// What a person answers: a field, or a question of which one choice at most can be chosen. Pure functions.

const yes = new Set(["true", "yes", "on", "x", "1", "checked"]);
const isYes = (text) => yes.has((text ?? "").trim().toLowerCase());
const optionOf = (field) => field.option ?? field.label;

/**
 * The controls of a list of fields, in reading order. A question goes by the id of its first choice, as in the API.
 *
 * A control is {id, kind, type, label, page, hint, options, fields, initial, maxLength, isRequired, isReadOnly}; `kind` is
 * text, lines, flag, choice (of `options`, in a list) or question (one field for each option).
 */
export function controlsOf(fields) {
    const controls = [];
    const questions = new Map();
    for (const field of fields) {
        if (field.group?.exclusive) {
            const known = questions.get(field.group.name);
            if (known) {
                known.fields.push(field);
                known.options.push(optionOf(field));
                if (isYes(field.defaultValue)) known.initial = optionOf(field);
                continue;
            }
            const question = {
                ...common(field), kind: "question", label: field.group.label || field.group.name,
                options: [optionOf(field)], fields: [field],
                initial: isYes(field.defaultValue) ? optionOf(field) : "",
            };
            questions.set(field.group.name, question);
            controls.push(question);
        } else {
            controls.push({ ...common(field), kind: kindOf(field), options: field.options ?? [], fields: [field] });
        }
    }
    return controls;
}

function common(field) {
    return {
        id: field.id, type: field.type, label: field.label?.trim() || field.name, page: field.page, hint: hintOf(field),
        initial: field.type === "checkbox" ? (isYes(field.defaultValue) ? "true" : "") : (field.defaultValue ?? ""),
        maxLength: field.maxLength, isRequired: field.required ?? false, isReadOnly: field.readOnly ?? false,
    };
}

function kindOf(field) {
    if (field.type === "checkbox") return "flag";
    if (field.options?.length) return "choice";
    return field.type === "multiline" ? "lines" : "text";
}

/** Whether a value ticks a check box: values of tables can be words. */
export const isTicked = (control, value) => isYes(value) || (value !== "" && value === control.fields[0].option);

/** The option of a question that a value names. */
export function chosenOption(control, value) {
    const plain = (text) => text.trim().toLowerCase();
    return control.options.find((option) => option === value) ?? control.options.find((option) => plain(option) === plain(value));
}

/** What helps to answer. */
function hintOf(field) {
    const hints = [];
    if (field.placeholder) hints.push(`As ${field.placeholder}.`);
    else if (field.type === "date") hints.push("A date, such as 2026-01-31, or N/A.");
    else if (field.type === "number") hints.push("A number, such as 1,200.00, or N/A.");
    else if (field.type === "signature") hints.push("A name, written in a script font.");
    if (field.maxLength) hints.push(`At most ${field.maxLength} characters.`);
    return hints.join(" ");
}
