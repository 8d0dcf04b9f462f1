// Values from a table: one row fills the fields, many rows make a ZIP file of filled forms.

import { send } from "./api.mjs";
import { ask, tell } from "./dialog.mjs";
import { count } from "./describe.mjs";
import { element } from "./dom.mjs";
import { keepTyped, typedBefore } from "./keep-typed.mjs";
import { mappingTable } from "./mapping-table.mjs";
import { decodeTable, isWorkbook, recogniseTable, workbookType } from "./table-text.mjs";

/**
 * Asks for a table. `actions` are {onValues(), fillRows(text, type)}; the latter throws if the table is refused.
 *
 * Columns that the service found only by a guess are confirmed first.
 */
export async function askForTable(id, pages, controls, actions) {
    const typed = `formwright.table.${id}`;
    const text = element("textarea", {
        id: "table-text", rows: 8, spellcheck: false, "aria-describedby": "table-hint table-error",
    });
    // A workbook, which the service reads; the text is empty then.
    let workbook = null;
    const file = element("input", {
        type: "file", id: "table-file", accept: `.csv,.tsv,.json,.jsonl,.txt,.xlsx,text/csv,application/json,${workbookType}`,
        onchange: async () => {
            if (!file.files[0]) return;
            const bytes = await file.files[0].arrayBuffer();
            workbook = isWorkbook(bytes) ? file.files[0] : null;
            if (workbook) {
                text.value = "";
                problem.hidden = true;
                summary.textContent = `${workbook.name}: its first sheet is read.`;
                return;
            }
            const table = decodeTable(bytes);
            text.value = table.text;
            describe(table.encoding === "UTF-8" ? "" : `The file was read as ${table.encoding}. `);
        },
    });
    const problem = element("p", { id: "table-error", class: "error", role: "alert", hidden: true });
    const summary = element("p", { class: "muted", role: "status" });
    const guesses = element("div", { hidden: true });
    let told = "";
    let mapping = null;
    let guessed = [];
    const describe = (note = "") => {
        problem.hidden = true;
        guesses.hidden = true;
        mapping = null;
        try {
            const { rows } = recogniseTable(text.value);
            summary.textContent = note + (rows === 1 ? "One row: its values go into the fields."
                : `${count(rows, "row")}: one filled form each, in a ZIP file.`);
        } catch {
            summary.textContent = "";
        }
    };
    text.addEventListener("input", () => {
        workbook = null;
        keepTyped(typed, text.value);
        describe();
    });
    const names = controls.slice(0, 3).map(({ label }) => label.replace(/[",;\n]/g, " ").trim().slice(0, 40));
    const check = async (value) => {
        if (!value) return true;
        try {
            const table = workbook ? { type: workbookType, text: workbook } : recogniseTable(text.value);
            if (mapping) {
                await send("PUT", `/documents/${id}/mapping`, { json: mapping.confirmed() });
                guesses.hidden = true;
                mapping = null;
            }
            // One row goes into the fields, where the person sees it.
            if (workbook || table.rows !== 1 && table.type === "text/csv") {
                // The service knows what is a title above the table, or a remark below it.
                const answer = await send("POST", `/documents/${id}/rows?check=true`, { body: table.text, type: table.type });
                const { rows, notes = [] } = await answer.json();
                table.rows = rows;
                if (notes.length && told !== table.text) {
                    told = table.text;
                    summary.textContent = `${notes.join(" ")} Use the table once more to go on.`;
                    return false;
                }
            }
            if (table.rows === 1) {
                const answer = await send("POST", `/documents/${id}/values`, { body: table.text, type: table.type });
                const { bound = [] } = await answer.json();
                guessed = bound.filter(({ isGuess }) => isGuess);
                await actions.onValues();
            } else await actions.fillRows(table.text, table.type);
            return true;
        } catch (error) {
            if (error.code === "mapping_needed" && error.body.mapping) {
                mapping = await mappingTable(id, pages, error.body.mapping);
                guesses.replaceChildren(element("p", {},
                    "Are these the right fields? Correct them, then use the table once more."), mapping.node);
                guesses.hidden = false;
                problem.hidden = true;
                return false;
            }
            const details = (error.fields ?? []).slice(0, 20).map(({ message }) => element("li", {}, message));
            problem.replaceChildren(error.message, ...(details.length ? [element("ul", {}, ...details)] : []));
            problem.hidden = false;
            return false;
        }
    };
    // From before a reload.
    text.value = typedBefore(typed) ?? "";
    if (text.value) describe();
    await ask({
        title: "Values from a table", wide: true, check,
        content: [
            element("p", { id: "table-hint" },
                "Paste CSV or JSON, or open a file, also a spreadsheet (.xlsx). The first line of a table names the fields by their labels; each line below is one filled form."),
            element("p", { class: "entry" }, element("label", { htmlFor: "table-file" }, "File"), file),
            element("p", { class: "entry" }, element("label", { htmlFor: "table-text" }, "Table"), text),
            names.length ? element("details", {}, element("summary", {}, "An example for this form"),
                element("pre", {}, `${names.join(",")}\n${names.map(() => "…").join(",")}`)) : null,
            summary, guesses, problem,
        ],
        actions: [{ label: "Use the table", value: true, kind: "primary" }, { label: "Cancel", value: false }],
    });
    keepTyped(typed, null);
    if (guessed.length) {
        await tell("Please check these fields", guessed.map(({ key, label, section, pageIndex }) =>
            `“${key}” went into “${label}”${section ? `, ${section}` : ""}, page ${pageIndex + 1}.`).join(" "));
    }
}
