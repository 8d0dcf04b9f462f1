// Where the broker's own figures differ, and which lines of the files do not count.

import { dataTable } from "./data-table.mjs";
import { element } from "./dom.mjs";
import { countText, moneyText, sharesText } from "./figures.mjs";

/** Shows what the comparison with the broker's own figures found. */
export function brokerView(report) {
    const compared = `${countText(report.compared_positions, "position")} and ${countText(report.compared_balances, "cash balance")}`;
    const hasCompared = report.compared_positions + report.compared_balances > 0;
    const found = report.differences.length === 0 ? "nothing differs" : `${countText(report.differences.length, "difference")} found`;
    return [
        element("p", {}, hasCompared ? `The broker states ${compared}: ${found}.`
            : "No file states the broker’s own positions or cash, so there is nothing to compare with."),
        report.differences.length ? differences(report.differences) : null,
        report.omissions.length ? details(`Lines left out (${report.omissions.length.toLocaleString("en")})`, omissions(report.omissions)) : null,
        report.duplicate_count ? details(`Lines that repeat others (${report.duplicate_count.toLocaleString("en")})`, duplicates(report)) : null,
    ];
}

const details = (title, content) => element("details", {}, element("summary", {}, title), content);
const place = ({ file, line }) => (line ? `${file}, line ${line.toLocaleString("en")}` : file);

function differences(rows) {
    const figureText = ({ symbol }) => (symbol ? sharesText : moneyText);
    return dataTable({
        key: "differences", caption: "Where the broker’s figures differ", rows,
        columns: [
            { title: "Position or cash", isHead: true, cell: (row) => row.symbol ?? `Cash in ${row.currency}` },
            { title: "Day", cell: (row) => row.day },
            { title: "Broker", isFigure: true, cell: (row) => figureText(row)(row.broker) },
            { title: "Computed", isFigure: true, cell: (row) => figureText(row)(row.ledger) },
            { title: "Difference", isFigure: true, cell: (row) => figureText(row)(row.difference) },
            { title: "Stated in", cell: place },
        ],
    });
}

function omissions(rows) {
    return dataTable({
        key: "omissions", caption: "Lines left out", rows, step: 20,
        columns: [
            { title: "Line", isHead: true, cell: place },
            { title: "Symbol", cell: (row) => row.symbol ?? "" },
            { title: "Reason", cell: (row) => row.reason },
        ],
    });
}

function duplicates({ duplicates: rows, duplicate_count: count }) {
    return element("div", {},
        element("p", { class: "muted" }, "Each of them counts once.", rows.length < count ? ` The first ${rows.length.toLocaleString("en")} are listed.` : ""),
        dataTable({
            key: "duplicates", caption: "Lines that repeat others", rows, step: 20,
            columns: [
                { title: "Line", isHead: true, cell: place },
                { title: "Repeats", cell: (row) => place({ file: row.original_file, line: row.original_line }) },
                { title: "Recognised by", cell: (row) => (row.matched_by_id ? "the broker’s identifier" : "day, action, security, shares and price") },
                { title: "Figures", cell: (row) => (row.is_different ? "differ" : "equal") },
            ],
        }));
}
