// Fields in words. Pure functions.

/** The types in the order in which they are offered. */
export const types = {
    text: "Text",
    multiline: "Several lines",
    checkbox: "Check box",
    date: "Date",
    number: "Number",
    signature: "Signature",
    unknown: "Unknown",
};

/** A type's name. */
export const typeName = (type) => types[type] ?? types.unknown;

/** Fields below this confidence are shown first, for a person to check. The same value as in Field+Doubt.swift. */
const certain = 0.65;

/** Whether a person should check a field. */
export const isDoubtful = (field) => (field.confidence ?? 1) < certain;

/** A field's label, which may be empty. */
export const labelOf = (field) => field.label?.trim() || field.name || "without a label";

const typeField = {
    text: "Text field", multiline: "Field with several lines", checkbox: "Check box", date: "Date field",
    number: "Number field", signature: "Signature field", unknown: "Field of unknown type",
};

/** What a screen reader says: `Text field “Name”, page 1, 3 of 40, confidence 62 %`. */
export function spokenField(field, position, total) {
    const parts = [
        `${typeField[field.type] ?? typeField.unknown} “${labelOf(field)}”`, `page ${field.page + 1}`,
        `${position} of ${total}`,
    ];
    if (isDoubtful(field)) parts.push("please check");
    parts.push(`confidence ${confidence(field)}`);
    return parts.join(", ");
}

/** A confidence in percent. */
export const confidence = (field) => `${Math.round((field.confidence ?? 1) * 100)} %`;

/** A number with its noun: `1 field`, `3 fields`. */
export const count = (number, one, many = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

/** How much is not saved because the service refused it, and that the rest is. */
export function incompleteText(refused) {
    return `${count(refused, "field is", "fields are")} not saved: ${refused === 1 ? "its value" : "their values"} cannot be used. All else is saved.`;
}

const aspects = {
    label: ["label"], type: ["type"], place: ["page", "x", "y", "width", "height"], confidence: ["confidence"],
    rules: ["required", "initialValue", "options", "exportValues", "format", "mask", "maxLength"],
};

/** What became of fields by undoing or redoing: `“Given name” (label, place)`. */
export function differenceText(before, after) {
    const old = new Map(before.map((field) => [field.id, field]));
    const kept = new Set(after.map(({ id }) => id));
    const parts = before.filter(({ id }) => !kept.has(id)).map((field) => `“${labelOf(field)}” (removed)`);
    for (const field of after) {
        const was = old.get(field.id);
        if (!was) parts.push(`“${labelOf(field)}” (added)`);
        else if (JSON.stringify(was) !== JSON.stringify(field)) parts.push(`“${labelOf(field)}” (${changedAspects(was, field)})`);
    }
    return parts.length > 3 ? `${parts.slice(0, 3).join(", ")} and ${parts.length - 3} more` : parts.join(", ");
}

function changedAspects(was, field) {
    const changed = Object.keys(aspects).filter((name) => aspects[name].some((key) => JSON.stringify(was[key]) !== JSON.stringify(field[key])));
    // A correction makes a field certain, so that its confidence is news only by itself.
    const telling = changed.length > 1 ? changed.filter((name) => name !== "confidence") : changed;
    return telling.join(", ") || "details";
}

/** A sentence about something with a title, which may end in a colon of its own, as captions of forms do. */
export const about = (title, sentence) => `${title}${/[:?.…]$/.test(title) ? "" : ":"} ${sentence}`;
