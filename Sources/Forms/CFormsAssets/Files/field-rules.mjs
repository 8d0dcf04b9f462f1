// The rules for the values of the selected fields: required, default, choices, format and length.

import { startingWith } from "./corrections.mjs";
import { element, setAttribute } from "./dom.mjs";
import { isMask, valueProblem } from "./value-rules.mjs";

/** The formats in the order in which they are offered. */
const formats = {
    "": "Any text", mask: "Pattern of characters", date: "Date", number: "Number", percent: "Percentage",
    zip: "ZIP code (5 digits)", zipPlus4: "ZIP code (9 digits)", phone: "Telephone number", ssn: "Social security number",
};
const datePatterns = ["mm/dd/yyyy", "dd/mm/yyyy", "dd.mm.yyyy", "yyyy-mm-dd"];
const separators = { commaPoint: "1,234.56", point: "1234.56", pointComma: "1.234,56", comma: "1234,56", apostrophePoint: "1'234.56" };

/** The same limits as in FieldRules.swift. */
const [mostOptions, mostCharacters, mostBytes] = [1000, 100000, 4096];

const isLine = ({ type }) => ["text", "date", "number", "unknown"].includes(type);
const isText = (field) => isLine(field) || field.type === "multiline";
const hasOptions = (field) => (field.options?.length ?? 0) > 0;
const bytes = (text) => new TextEncoder().encode(text).length;
const optionElements = (texts) => Object.entries(texts).map(([value, title]) => element("option", { value }, title));

/** What the rules of a field are, in a few words; empty if there are none. */
export function rulesText(field) {
    const parts = [];
    if (field.required) parts.push("required");
    if (field.initialValue) parts.push("with a default");
    if (hasOptions(field)) parts.push(`${field.options.length} choices`);
    if (field.mask) parts.push(`like ${field.mask}`);
    else if (field.format) parts.push((formats[field.format.kind] ?? field.format.kind).toLowerCase());
    if (field.maxLength) parts.push(`at most ${field.maxLength} characters`);
    return parts.join(", ");
}

/** A field with other choices, of which each keeps what data call it; without any if the list is empty. */
export function withOptions(field, options) {
    const result = { ...field, options };
    if (!options.length) delete result.options;
    const exports = options.map((option) => {
        const place = field.options?.indexOf(option) ?? -1;
        return place < 0 ? option : field.exportValues?.[place] ?? option;
    });
    if (options.length && exports.some((text, index) => text !== options[index])) result.exportValues = exports;
    else delete result.exportValues;
    return result;
}

/** Shows the rules of fields and changes them: `change(edit)` replaces each selected field by `edit(field)`. */
export class FieldRules {
    node = element("details", { class: "rules" });
    #change;
    #fields = [];
    #summary = element("span", { class: "rules-summary" });
    #required;
    #parts = {};
    /** The id of the field for which a format was chosen that has no rule yet. */
    #masked = null;

    constructor(change) {
        this.#change = change;
        this.#required = element("input", {
            type: "checkbox", id: "field-required", "data-key": "field-required", onchange: () => this.#setRequired(),
        });
        const part = (key, label, input, { hint, isTick } = {}) => {
            input.id = `field-${key}`;
            input.dataset.key = input.id;
            const title = element("label", { htmlFor: input.id }, label);
            const error = element("span", { class: "error", id: `${input.id}-error`, hidden: true, role: "alert" });
            const help = hint ? element("span", { class: "hint", id: `${input.id}-hint` }, hint) : null;
            const node = isTick
                ? element("p", { class: "choice" }, input, title, error)
                : element("p", { class: "entry" }, title, help, input, error);
            this.#parts[key] = { node, input, error, help, title };
            this.#describe(key);
            return node;
        };
        const text = (key, take) => {
            const area = element("textarea", { rows: 1, spellcheck: false });
            area.addEventListener("change", () => take(area.value));
            area.addEventListener("keydown", (event) => {
                const takesLines = key === "options" || (key === "initial" && this.#field?.type === "multiline");
                if (event.key !== "Enter" || event.isComposing || event.shiftKey || takesLines) return;
                event.preventDefault();
                take(area.value);
            });
            return area;
        };
        const select = (options, take) => element("select", { onchange: ({ target }) => take(target.value) }, ...options);
        this.#single = element("div", {},
            part("tick", "Ticked at the start", element("input", { type: "checkbox", onchange: () => this.#setTick() }), { isTick: true }),
            part("options", "Choices", text("options", (value) => this.#setOptions(value)), {
                hint: "One per line, in their order. Without any, the field takes text.",
            }),
            part("initial", "Default value", text("initial", (value) => this.#setInitial(value)), {
                hint: "Stands in the field until it is changed.",
            }),
            part("initial-choice", "Default choice", select([], (value) => this.#setInitial(value, "initial-choice"))),
            part("format", "Format", select(optionElements(formats), (value) => this.#setFormat(value))),
            part("pattern", "Written as", select([], (value) => this.#setFormatPart({ pattern: value }))),
            part("separators", "Separators", select(optionElements(separators), (value) => this.#setFormatPart({ separators: value }))),
            part("decimals", "Decimal places", element("input", {
                type: "number", min: 0, max: 10, step: 1, onchange: ({ target }) => this.#setDecimals(target.value),
            })),
            part("mask", "Pattern", element("input", {
                type: "text", autocomplete: "off", spellcheck: false, onchange: ({ target }) => this.#setMask(target.value),
            }), { hint: "A stands for a letter, 9 for a digit, * for any character; all others, and one after \\, for themselves. For example AA-9999." }),
            part("length", "Maximum length", element("input", {
                type: "number", min: 1, max: mostCharacters, step: 1, onchange: ({ target }) => this.#setLength(target.value),
            }), { hint: "In characters; empty for no limit." }));
        this.node.append(element("summary", {}, "Rules for the value", this.#summary),
            element("p", { class: "choice" }, this.#required, element("label", { htmlFor: "field-required" }, "Required")),
            this.#single);
    }

    #single;

    get #field() {
        return this.#fields.length === 1 ? this.#fields[0] : undefined;
    }

    /** Shows the rules of these fields. */
    draw(fields) {
        const isOther = fields.length !== this.#fields.length || fields.some(({ id }, index) => id !== this.#fields[index].id);
        this.#fields = fields;
        if (isOther) {
            this.#masked = null;
            for (const key of Object.keys(this.#parts)) this.#fail(key, "");
        }
        this.#required.checked = fields.every((field) => field.required);
        this.#required.indeterminate = !this.#required.checked && fields.some((field) => field.required);
        const field = this.#field;
        this.#single.hidden = !field;
        const rules = field ? rulesText(field) : "";
        this.#summary.textContent = rules && `: ${rules}`;
        if (field) this.#drawSingle(field);
    }

    #drawSingle(field) {
        const { options, initial, pattern } = this.#parts;
        const kind = field.mask !== undefined || this.#masked === field.id ? "mask" : field.format?.kind ?? "";
        const isNumber = ["number", "percent"].includes(kind);
        const takesFormat = isLine(field) && !hasOptions(field);
        this.#show("tick", field.type === "checkbox", field.initialValue === "true");
        const isChoice = field.group?.exclusive;
        this.#parts.tick.title.textContent = isChoice ? "Chosen at the start" : "Ticked at the start";
        const takesOptions = (field.type === "text" || field.type === "unknown") && !field.combEdges;
        this.#show("options", takesOptions, (field.options ?? []).join("\n"));
        options.input.rows = Math.min(Math.max(field.options?.length ?? 1, 1), 6);
        const isListed = hasOptions(field) && isText(field);
        this.#show("initial", isText(field) && !isListed, field.initialValue ?? "");
        initial.input.rows = field.type === "multiline" ? 2 : 1;
        if (isListed) {
            const choices = new Set(["", ...(field.initialValue ? [field.initialValue] : []), ...field.options]);
            this.#parts["initial-choice"].input.replaceChildren(
                ...[...choices].map((value) => element("option", { value }, value || "None")));
        }
        this.#show("initial-choice", isListed, field.initialValue ?? "");
        if (kind && !(kind in formats)) this.#parts.format.input.append(element("option", { value: kind }, kind));
        this.#show("format", takesFormat, kind);
        const patterns = [...new Set([...datePatterns, field.format?.pattern].filter(Boolean))];
        if (pattern.input.options.length !== patterns.length || kind === "date") {
            pattern.input.replaceChildren(...patterns.map((value) => element("option", { value }, value)));
        }
        this.#show("pattern", takesFormat && kind === "date", field.format?.pattern ?? datePatterns[0]);
        this.#show("separators", takesFormat && kind === "number", field.format?.separators ?? "commaPoint");
        this.#show("decimals", takesFormat && isNumber, field.format?.decimals ?? 0);
        this.#show("mask", takesFormat && kind === "mask", field.mask ?? "");
        // The cells of a comb are its limit.
        this.#show("length", isText(field) && !hasOptions(field) && !field.combEdges, field.maxLength ?? "");
    }

    #show(key, isShown, value) {
        const { node, input } = this.#parts[key];
        node.hidden = !isShown;
        // What is being typed, or was refused, stays.
        if (document.activeElement === input && input.tagName !== "SELECT" && input.type !== "checkbox") return;
        if (input.getAttribute("aria-invalid")) return;
        if (input.type === "checkbox") input.checked = value;
        else if (input.value !== String(value)) input.value = value;
    }

    #describe(key) {
        const { input, error, help } = this.#parts[key];
        const ids = [help?.id, !error.hidden && error.id].filter(Boolean);
        setAttribute(input, "aria-describedby", ids.length ? ids.join(" ") : null);
    }

    /** Says what is wrong with an input; nothing if the message is empty. */
    #fail(key, message) {
        const { input, error } = this.#parts[key];
        if (error.textContent !== message) error.textContent = message;
        error.hidden = message === "";
        setAttribute(input, "aria-invalid", message ? "true" : null);
        this.#describe(key);
    }

    /** Changes the field, unless its default value would break the new rule. */
    #take(key, edit) {
        const field = this.#field;
        if (!field) return;
        const changed = edit({ ...field });
        const problem = key.startsWith("initial") ? undefined : defaultProblem(changed);
        this.#fail(key, problem ?? "");
        if (!problem && JSON.stringify(changed) !== JSON.stringify(field)) this.#change(() => changed);
    }

    #setRequired() {
        const isRequired = this.#required.checked;
        this.#change((field) => {
            if ((field.required ?? false) === isRequired) return null;
            const { required, ...rest } = field;
            return isRequired ? { ...rest, required: true } : rest;
        });
    }

    #setTick() {
        const { checked } = this.#parts.tick.input;
        const field = this.#field;
        if (!field) return;
        // Of the choices of a question only one can be chosen.
        this.#change((other) => startingWith(other, checked ? "true" : ""), checked && field.group?.exclusive ? field.group.name : undefined);
    }

    #setInitial(text, key = "initial") {
        const field = this.#field;
        if (!field) return;
        const value = field.type === "multiline" ? text.trim() : text.replace(/\s*\n\s*/g, " ").trim();
        const problem = bytes(value) > mostBytes ? "This is too long for a default value." : valueProblem(field, value, { isComplete: true });
        this.#fail(key, problem ?? "");
        if (!problem) this.#take(key, (changed) => startingWith(changed, value));
    }

    #setOptions(text) {
        const options = text.split("\n").map((line) => line.trim()).filter(Boolean);
        const twice = options.find((option, index) => options.indexOf(option) !== index);
        if (options.length > mostOptions) return this.#fail("options", `A field has at most ${mostOptions} choices; these are ${options.length}.`);
        if (twice !== undefined && !isKnownTwice(this.#field, twice)) return this.#fail("options", `“${twice}” stands in two lines.`);
        if (options.some((option) => bytes(option) > mostBytes)) return this.#fail("options", "A choice is too long.");
        this.#take("options", (field) => {
            const changed = withOptions(field, options);
            // A list needs no other rule.
            if (options.length) for (const key of ["mask", "format", "maxLength"]) delete changed[key];
            return changed;
        });
    }

    #setFormat(kind) {
        this.#fail("mask", "");
        const field = this.#field;
        if (!field) return;
        this.#masked = kind === "mask" ? field.id : null;
        if (kind === "mask") {
            this.#drawSingle(field);
            this.#parts.mask.input.focus();
            return;
        }
        this.#take("format", (changed) => {
            delete changed.mask;
            delete changed.format;
            if (kind === "date") changed.format = { kind, pattern: datePatterns[0] };
            else if (kind === "number" || kind === "percent") changed.format = { kind, decimals: kind === "number" ? 2 : 0, separators: "commaPoint" };
            else if (kind) changed.format = { kind };
            return changed;
        });
    }

    #setFormatPart(part) {
        this.#take(Object.keys(part)[0], (field) => ({ ...field, format: { ...field.format, ...part } }));
    }

    #setDecimals(text) {
        const decimals = Number(text);
        if (text === "" || !Number.isInteger(decimals) || decimals < 0 || decimals > 10) {
            return this.#fail("decimals", "Give a whole number from 0 to 10.");
        }
        this.#setFormatPart({ decimals });
    }

    #setMask(text) {
        const mask = text.trim();
        if (mask && !isMask(mask)) return this.#fail("mask", "Give 1 to 100 characters, and one after the last \\.");
        if (!mask) this.#masked = this.#field?.id ?? null;
        this.#take("mask", (field) => {
            delete field.format;
            if (mask) field.mask = mask;
            else delete field.mask;
            return field;
        });
    }

    #setLength(text) {
        const length = Number(text);
        if (text !== "" && (!Number.isInteger(length) || length < 1 || length > mostCharacters)) {
            return this.#fail("length", `Give a whole number from 1 to ${mostCharacters.toLocaleString("en")}, or nothing.`);
        }
        this.#take("length", (field) => {
            if (text === "") delete field.maxLength;
            else field.maxLength = length;
            return field;
        });
    }
}

/** Why the default value of a field breaks one of its rules; undefined if it breaks none. */
function defaultProblem(field) {
    const { initialValue } = field;
    if (!initialValue || field.type === "checkbox") return undefined;
    const isListed = !hasOptions(field) || field.options.includes(initialValue) || field.exportValues?.includes(initialValue);
    const isFit = isListed && valueProblem(field, initialValue, { isComplete: true }) === undefined;
    return isFit ? undefined : `The default value “${initialValue}” does not keep this rule; change it first.`;
}

/** Whether the form itself lists a choice twice. */
const isKnownTwice = (field, option) => (field?.options ?? []).filter((other) => other === option).length > 1;
