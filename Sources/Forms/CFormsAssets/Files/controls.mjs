// What a person answers: a field, or a question of which one choice at most can be chosen. Pure functions.

import { pictureKind } from "./picture-value.mjs";
import { maskText, wantedText } from "./value-rules.mjs";

const yes = new Set(["true", "yes", "on", "x", "1", "checked"]);
const isYes = (text) => yes.has((text ?? "").trim().toLowerCase());
const has = (field, flag) => field.flags?.includes(flag) ?? false;

/**
 * The option for which each choice of a question stands; buttons of an AcroForm with one state have one option.
 *
 * It is the first text that names this answer and no other one, as the service reads it.
 */
function optionsOf(fields) {
    const state = (field) => field.evidence === "widget" ? field.state ?? field.option : undefined;
    const own = (field) => state(field) === undefined ? field.name : `/${state(field)}`;
    const names = [(field) => field.option, (field) => field.label, (field) => field.printedNames?.caption, (field) => field.state, own];
    const named = (text) => {
        const name = names.find((name) => fields.some((field) => name(field) === text));
        return new Set(fields.filter((field) => name(field) === text).map(own));
    };
    return fields.map((field) => {
        const isIts = (text) => named(text).size === 1 && named(text).has(own(field));
        return [field.option, field.state, field.label].find((text) => text && isIts(text)) ?? own(field);
    });
}

/**
 * The controls of a list of fields, in reading order. A question goes by the id of its first choice, as in the API.
 *
 * A control is {id, kind, type, label, title, page, hint, options, texts, exports, fields, initial, maxLength, isRequired,
 * isReadOnly, isSpelt, picture}; `title` is the label, with what tells it from equal ones; `picture` is what picture it takes
 * besides text. `kind` is text, password, lines, flag, choice (of `options`, in a list), combo (the same, or other text) or question
 * (an option for each of `fields`, several of which can have the same one). `texts` are what is shown of the options of a list,
 * `exports` what data call them.
 */
export function controlsOf(fields) {
    const controls = [];
    const questions = new Map();
    for (const field of fields) {
        if (field.group?.exclusive) {
            const known = questions.get(field.group.name);
            if (known) {
                known.fields.push(field);
                known.isRequired ||= field.required ?? false;
                continue;
            }
            const question = {
                ...common(field), kind: "question", label: field.group.label || field.group.name, fields: [field],
            };
            questions.set(field.group.name, question);
            controls.push(question);
        } else {
            controls.push({ ...common(field), kind: kindOf(field), ...listOf(field), fields: [field] });
        }
    }
    for (const question of questions.values()) {
        question.options = optionsOf(question.fields);
        question.initial = question.options[question.fields.findIndex((field) => isYes(field.defaultValue))] ?? "";
    }
    for (const control of controls) {
        if (["text", "lines"].includes(control.kind)) control.picture = pictureKind(control.fields[0]);
        if (control.exports) control.initial = chosenOption(control, control.initial) ?? control.initial;
    }
    addTitles(controls);
    return controls;
}

/** Gives controls a title: the label, where several have it with their section, and else with their number. */
function addTitles(controls) {
    const labels = groups(controls, ({ label }) => label);
    for (const control of controls) {
        const { section } = control.fields[0];
        const isAlone = labels.get(control.label).length === 1;
        control.title = isAlone || !section || section === control.label ? control.label : `${control.label} – ${section}`;
    }
    for (const equal of groups(controls, ({ title }) => title).values()) {
        if (equal.length > 1) equal.forEach((control, index) => (control.title += ` (${index + 1} of ${equal.length})`));
    }
}

function groups(controls, name) {
    const found = new Map();
    for (const control of controls) {
        const key = name(control);
        if (found.has(key)) found.get(key).push(control);
        else found.set(key, [control]);
    }
    return found;
}

/** The options of a list; an option goes by what data call it where others are shown alike. */
function listOf(field) {
    const texts = field.options ?? [];
    if (!texts.length) return { options: [] };
    const exports = texts.map((text, index) => field.exportValues?.[index] ?? text);
    const count = (list, text) => list.filter((other) => other === text).length;
    const options = texts.map((text, index) => {
        const isClear = count(texts, text) === 1 && (exports[index] === text || !exports.includes(text));
        return isClear || count(exports, exports[index]) !== 1 ? text : exports[index];
    });
    return { options, texts, exports };
}

function common(field) {
    return {
        id: field.id, type: field.type, label: field.label?.trim() || field.name, page: field.page, hint: hintOf(field),
        initial: field.type === "checkbox" ? (isYes(field.defaultValue) ? "true" : "") : (field.defaultValue ?? ""),
        maxLength: field.maxLength, isRequired: field.required ?? false, isReadOnly: field.readOnly ?? false,
        isSpelt: !has(field, "doNotSpellCheck"),
    };
}

function kindOf(field) {
    if (field.type === "checkbox") return "flag";
    if (field.options?.length) return has(field, "edit") ? "combo" : "choice";
    if (has(field, "password")) return "password";
    return field.type === "multiline" ? "lines" : "text";
}

/** Whether a value ticks a check box: values of tables can be words. */
export const isTicked = (control, value) => isYes(value) || (value !== "" && value === control.fields[0].option);

/**
 * The option of a list or question that a value names: exactly, or else the only one but for case, accents and spacing.
 *
 * Signs count: "A+" is not "A-".
 */
export function chosenOption(control, value) {
    const plain = (text) => text.normalize("NFD").replace(/[\p{Mn}\s]/gu, "").toLowerCase();
    const lists = [control.exports, control.texts, control.options].filter(Boolean);
    const only = (isNamed) => {
        const found = new Set(lists.flatMap((list) => control.options.filter((_, index) => isNamed(list[index]))));
        return found.size === 1 ? [...found][0] : undefined;
    };
    for (const list of lists) {
        const index = list.indexOf(value);
        if (index >= 0) return list.indexOf(value, index + 1) < 0 || list === control.options ? control.options[index] : undefined;
    }
    return value === "" ? undefined : only((text) => plain(text) === plain(value));
}

/** What helps to answer. */
function hintOf(field) {
    const hints = [];
    if (field.placeholder) hints.push(`As ${field.placeholder}.`);
    else if (field.type === "date") hints.push("A date, such as 2026-01-31, or “none”, “n/a” or “-”.");
    else if (field.type === "number") hints.push("A number, such as 1,200.00, or “none”, “n/a” or “-”.");
    else if (field.type === "signature") hints.push("A name, written in a script font, or a signature that you draw.");
    if (field.mask) hints.push(`Like ${maskText(field.mask)}.`);
    else if (wantedText(field.format)) hints.push(`${wantedText(field.format).replace(/^a/, "A")}.`);
    if (field.maxLength) hints.push(`At most ${field.maxLength} characters.`);
    return hints.join(" ");
}
