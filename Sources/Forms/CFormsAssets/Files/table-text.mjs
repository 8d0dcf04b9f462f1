// Tables of values as text: what they are, and how many rows they have. Pure functions; the service reads the values.

/**
 * Recognises a table: {rows, type, text}, `type` is the media type under which the service takes it, `text` in that form.
 * Throws an Error with a sentence for what is no table.
 */
export function recogniseTable(source) {
    const whole = source.replace(/^\uFEFF/, "");
    const text = whole.trim();
    if (!text) throw new Error("There is nothing to read. Paste a table, or choose a file.");
    if (text.startsWith("[") || text.startsWith("{")) return recogniseJSON(text);
    const rows = countRecords(text) - 1;
    if (rows < 1) throw new Error("A table needs a line with the names of fields and at least one line of values.");
    return { rows, type: "text/csv", text: whole };
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

/** The media type of a spreadsheet. */
export const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Whether the bytes of a file are a spreadsheet, or what people take for one: a ZIP file or one of an old Office program. */
export function isWorkbook(bytes) {
    const start = new Uint8Array(bytes).slice(0, 4).join(" ");
    return start === "80 75 3 4" || start === "208 207 17 224";
}

/**
 * The text of a file, {text, encoding}: UTF-8, UTF-16 with a byte order mark, or else Windows-1252, in which many spreadsheet
 * programs save CSV.
 */
export function decodeTable(bytes) {
    const [first, second] = new Uint8Array(bytes);
    const mark = { 0xFFFE: "utf-16le", 0xFEFF: "utf-16be" }[first * 256 + second];
    if (mark) return { text: new TextDecoder(mark).decode(bytes), encoding: "UTF-16" };
    try {
        return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "UTF-8" };
    } catch {
        return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "Windows-1252" };
    }
}

/** The records of a CSV text that have any text; line ends within quotes do not count, nor does a first line `sep=;`. */
export function countRecords(source) {
    const text = source.replace(/^"?sep=."?(\r\n|\r|\n)/i, "");
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
