// Tables that can be sorted by their heads, with more rows on demand.

import { announce } from "./announce.mjs";
import { element, keepingFocus } from "./dom.mjs";
import { countText, moreText } from "./figures.mjs";

const collator = new Intl.Collator("en", { numeric: true });

/** Fills a table's body with rows, `step` of them at a time. */
export function fillGradually(body, items, makeRow, { columnCount, step = 50 }) {
    let shown = 0;
    const button = element("button", { type: "button", class: "quiet", onclick: () => grow(true) });
    const moreRow = element("tr", { class: "more", role: "row" },
        element("td", { colSpan: columnCount, role: "cell" }, button));
    const grow = (isAsked) => {
        const rows = items.slice(shown, shown + step).map(makeRow);
        shown += rows.length;
        moreRow.before(...rows);
        const rest = items.length - shown;
        button.textContent = moreText(rest, step);
        if (rest === 0) moreRow.remove();
        if (!isAsked) return;
        announce(`${countText(rows.length, "row")} more`);
        if (rest > 0) return;
        rows[0].tabIndex = -1;
        rows[0].focus();
    };
    body.replaceChildren(moreRow);
    grow(false);
}

/** A cell; figures are aligned at their end, and narrow windows show the column's title beside them. */
export function tableCell({ title, isFigure, isHead }, content) {
    return element(isHead ? "th" : "td", {
        class: isFigure ? "figure" : "", role: isHead ? "rowheader" : "cell", "data-label": title,
        ...(isHead ? { scope: "row" } : {}),
    }, content);
}

/**
 * Creates a table.
 *
 * A column has `title`, `cell(row)` for the text or the node of a cell, and `isFigure`, `isHead` where they apply; `order(row)`,
 * a number or a text, makes it one by which people can sort. `sorted` is the title of the column by which the rows are sorted
 * already, from the greatest. `sums` has a text for each column, or is null. A narrow table does not fill the page. `key`
 * distinguishes the table from others.
 */
export function dataTable({ key, caption, columns, rows, sums = null, sorted = null, isNarrow = false, step = 50 }) {
    const body = element("tbody", { role: "rowgroup" });
    const heads = columns.map((column) => headCell(key, column, () => sort(column)));
    let order = { title: sorted, isDescending: true };
    const showOrder = () => {
        for (const [place, { title, order: isSortable }] of columns.entries()) {
            if (!isSortable) continue;
            const direction = order.isDescending ? "descending" : "ascending";
            heads[place].ariaSort = title === order.title ? direction : "none";
        }
    };
    const show = (items) => fillGradually(body, items,
        (row) => element("tr", { role: "row" }, ...columns.map((column) => tableCell(column, column.cell(row)))),
        { columnCount: columns.length, step });
    const sort = (column) => {
        const isDescending = order.title === column.title ? !order.isDescending : Boolean(column.isFigure);
        order = { title: column.title, isDescending };
        const sign = isDescending ? -1 : 1;
        show([...rows].sort((one, other) => sign * compare(column.order(one), column.order(other))));
        showOrder();
        announce(`Sorted by ${column.title}, ${isDescending ? "descending" : "ascending"}`);
    };
    show(rows);
    showOrder();
    const table = element("table", { class: isNarrow ? "figures stacked narrow" : "figures stacked", role: "table" },
        element("caption", { class: "hidden-text" }, caption),
        element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...heads)), body);
    if (sums) {
        table.append(element("tfoot", { role: "rowgroup" }, element("tr", { role: "row" },
            ...columns.map((column, place) => tableCell(column, sums[place])))));
    }
    return element("div", { class: "table-frame" }, table);
}

function compare(one, other) {
    if (typeof one === "number" && typeof other === "number") return one - other;
    return collator.compare(one, other);
}

function headCell(key, { title, isFigure, order }, onSort) {
    const content = order
        ? element("button", { type: "button", class: "sort", "data-key": `${key}-${title}`, onclick: () => keepingFocus(onSort) }, title)
        : title;
    return element("th", { scope: "col", role: "columnheader", class: isFigure ? "figure" : "" }, content);
}
