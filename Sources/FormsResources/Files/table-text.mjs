// Tables of values as text: what they are, and how many rows they have. Pure functions; the service reads the values.

/**
 * Recognises a table: {rows, type, text}, `type` is the media type under which the service takes it, `text` in that form.
 * Throws an Error with a sentence for what is no table.
 */
export function recogniseTable(source) {
    const text = source.replace(/^\uFEFF/, "").trim();
    if (!text) throw new Error("There is nothing to read. Paste a table, or choose a file.");
    if (text.startsWith("[") || text.startsWith("{")) return recogniseJSON(text);
    const rows = countRecords(text) - 1;
    if (rows < 1) throw new Error("A table needs a line with the names of fields and at least one line of values.");
    return { rows, type: "text/csv", text };
}

function recogniseJSON(text) {
    let records;
    try {
        const value = JSON.parse(text);
        records = Array.isArray(value) ? value : [value];
    } catch {
        try {
            records = text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
        } catch {
            throw new Error("This is not valid JSON: neither one object, nor a list of objects, nor one object on each line.");
        }
    }
    const isObject = (record) => typeof record === "object" && record !== null && !Array.isArray(record);
    if (!records.length || !records.every(isObject)) throw new Error("Each row must be an object with the names of fields and their values.");
    return {
        rows: records.length, type: "application/jsonl", text: records.map((record) => JSON.stringify(record)).join("\n"),
    };
}

/** The records of a CSV text that have any text; line ends within quotes do not count. */
export function countRecords(text) {
    let [records, isQuoted, hasText] = [0, false, false];
    for (const character of text) {
        if (character === '"') isQuoted = !isQuoted;
        if ((character === "\n" || character === "\r") && !isQuoted) {
            if (hasText) records += 1;
            hasText = false;
        } else if (!/[\s,;"]/.test(character)) hasText = true;
    }
    return hasText ? records + 1 : records;
}
