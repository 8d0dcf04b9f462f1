// The fields of a table's columns, to be checked where the service found them only by a guess.

import { send } from "./api.mjs";
import { element } from "./dom.mjs";

/** The size of the part of a page that shows a field, in CSS pixels. */
const view = { width: 300, height: 64 };

/** Returns the questions and fields that a column can go into. */
function choices(fields) {
    const seen = new Map();
    for (const field of fields) {
        const name = field.group?.name ?? field.name;
        if (!seen.has(name)) seen.set(name, { name, label: field.group?.label || field.label || name, field });
    }
    return [...seen.values()];
}

/** Shows the part of a page around a field. */
function picture(id, pages, field) {
    const { width } = pages[field.page] ?? { width: 612 };
    // Wide enough for the words in front of the blank.
    const scale = Math.min(1, view.width / (field.width + 120));
    const shown = Math.round(width * scale);
    const image = element("img", {
        src: `/api/v1/documents/${id}/pages/${field.page}.png?width=${Math.max(200, shown * 2)}`, width: shown, alt: "",
    });
    image.style.marginLeft = `${-Math.max(0, field.x * scale - 90)}px`;
    image.style.marginTop = `${-Math.max(0, (field.y + field.height / 2) * scale - view.height / 2)}px`;
    const mark = element("span", { class: "mark" });
    mark.style.width = `${field.width * scale}px`;
    mark.style.height = `${field.height * scale}px`;
    mark.style.left = `${Math.min(field.x * scale, 90)}px`;
    mark.style.top = `${Math.min((field.y + field.height / 2) * scale, view.height / 2) - field.height * scale / 2}px`;
    return element("span", { class: "place" }, image, mark);
}

/**
 * Lists the columns of a mapping that nobody has confirmed, with the first value of each and its field.
 *
 * The result has the element, and `confirmed()`, the mapping as the person left it.
 */
export async function mappingTable(id, pages, mapping) {
    const { fields } = await (await send("GET", `/documents/${id}/fields`)).json();
    const all = choices(fields);
    const selects = new Map();
    const rows = mapping.columns.filter(({ confirmed }) => !confirmed).map((column, number) => {
        const place = element("div");
        const show = () => {
            const chosen = all.find(({ name }) => name === select.value);
            const { page, section } = chosen?.field ?? {};
            place.replaceChildren(...(chosen ? [picture(id, pages, chosen.field),
                element("span", { class: "muted" }, [section, `page ${page + 1}`].filter(Boolean).join(", "))] : []));
        };
        const select = element("select", { id: `column-${number}`, onchange: show },
            element("option", { value: "" }, "Leave this column out"),
            ...all.map(({ name, label }) => element("option", { value: name }, label)));
        select.value = column.field?.length === 1 ? column.field[0] : column.field?.[0] ?? "";
        selects.set(column.column, { select, proposed: select.value, fields: column.field });
        show();
        return element("tr", {},
            element("th", { scope: "row" }, element("label", { htmlFor: `column-${number}` }, column.column)),
            element("td", {}, column.value ?? ""), element("td", {}, select, place));
    });
    const head = ["Column", "First row", "Field"].map((text) => element("th", { scope: "col" }, text));
    return {
        node: element("div", { class: "mapping" }, element("table", {},
            element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows))),
        confirmed: () => ({
            ...mapping,
            columns: mapping.columns.map((column) => {
                const known = selects.get(column.column);
                if (!known) return column;
                const { select, proposed, fields: given } = known;
                // Where nothing was changed, a blank of several fields stays as it was found.
                if (select.value && select.value === proposed) return { ...column, field: given, confirmed: true };
                return { column: column.column, field: select.value ? [select.value] : [], confirmed: true };
            }),
        }),
    };
}
