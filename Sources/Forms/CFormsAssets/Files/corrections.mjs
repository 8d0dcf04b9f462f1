// What a person's correction makes of a field. Pure functions.

/** A field that a person has looked at is certain. */
export const confirmed = (field) => ({ ...field, confidence: 1 });

/** A field of another type, without what only its old type had. */
export function retyped(field, type) {
    const result = { ...field, type };
    if (type === field.type) return result;
    const isLine = ["text", "date", "number"].includes(type);
    if (!isLine) {
        delete result.combEdges;
        delete result.maxLength;
        delete result.placeholder;
    }
    if (!isLine || (type === "date" && result.format?.kind !== "date")
        || (type === "number" && !["number", "percent"].includes(result.format?.kind))) delete result.format;
    if (type !== "text") delete result.mask;
    if (!isLine && type !== "signature") delete result.baseline;
    if (type !== "multiline") delete result.lines;
    if (type !== "checkbox") {
        delete result.group;
        delete result.option;
    }
    if (type === "checkbox" || type === "signature") {
        delete result.options;
        delete result.exportValues;
        delete result.fontSize;
        delete result.alignment;
    }
    delete result.defaultValue;
    delete result.initialValue;
    return result;
}

/** A field with another initial value, which stands where the document holds none; with none if the text is empty. */
export function startingWith(field, text) {
    const result = { ...field };
    const isFree = (field.defaultValue ?? "") === "" || field.defaultValue === field.initialValue;
    for (const key of isFree ? ["initialValue", "defaultValue"] : ["initialValue"]) {
        if (text) result[key] = text;
        else delete result[key];
    }
    return result;
}

/** A new field; `fields` are those that the form has. */
export function newField(page, region, fields) {
    const used = new Set(fields.map(({ name }) => name));
    let number = fields.filter((field) => field.page === page).length + 1;
    while (used.has(`p${page + 1}f${number}`)) number += 1;
    return {
        id: uuid(), name: `p${page + 1}f${number}`, page, ...region, type: region.height > 40 ? "multiline" : "text",
        label: "New field", confidence: 1, evidence: "space",
    };
}

/** A random UUID in upper case. `crypto.randomUUID` exists only on secure origins, not on http in a local network. */
function uuid() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("").toUpperCase();
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
