// The realised gains by symbol and year, each with its lots.

import { fillGradually, tableCell } from "./data-table.mjs";
import { element, keepingFocus } from "./dom.mjs";
import { changeText, countText, dayText, moneyText, percentChangeText, sharesText } from "./figures.mjs";
import { securityCell } from "./security-cell.mjs";

const columns = ["Security and lot", "Shares", "Cost", "Proceeds", "Gain", "Gain in percent"]
    .map((title, place) => ({ title, isHead: place === 0, isFigure: place > 0 }));

/** Shows the gains; `fetchGains` gets those of a year, or all without one. */
export function gainsView(gains, fetchGains) {
    if (gains.years.length === 0) return [element("p", {}, "Nothing has been sold.")];
    const content = element("div", {}, gainsTable(gains));
    const select = element("select", {
        id: "gains-year", onchange: async () => {
            const answer = await fetchGains(select.value);
            keepingFocus(() => content.replaceChildren(gainsTable(answer)));
        },
    }, element("option", { value: "" }, "All years"), ...[...gains.years].reverse().map((year) => element("option", {}, String(year))));
    return [
        element("div", { class: "filter" }, element("span", {},
            element("label", { htmlFor: "gains-year" }, "Year of the sale"), select)),
        content,
    ];
}

function gainsTable({ groups, currency, cost, proceeds, gain, gain_percent: gainPercent, currency_gain: currencyGain }) {
    const row = (cells, properties = {}) => element("tr", { role: "row", ...properties },
        ...cells.map((cell, place) => tableCell(columns[place], cell)));
    const heads = columns.map(({ title, isFigure }) =>
        element("th", { scope: "col", role: "columnheader", class: isFigure ? "figure" : "" }, title));
    return element("div", { class: "table-frame" }, element("table", { class: "figures stacked", role: "table" },
        element("caption", { class: "hidden-text" }, `Realised gains by symbol and year, amounts in ${currency}`),
        element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...heads)),
        ...groups.flatMap((group, place) => bodies(group, place, row)),
        element("tfoot", { role: "rowgroup" }, ...(currencyGain === undefined ? [] : [
            row(["of which from exchange rates", "", "", "", changeText(currencyGain), ""]),
        ]), row(["Total", "", moneyText(cost), moneyText(proceeds), changeText(gain), percentChangeText(gainPercent)]))));
}

/** The row of a group, and its lots, which are made when they are asked for. */
function bodies(group, place, row) {
    const lots = element("tbody", { id: `gain-lots-${place}`, class: "lots", role: "rowgroup", hidden: true });
    const button = element("button", {
        type: "button", class: "disclose", "aria-expanded": "false", "aria-controls": lots.id, "data-key": `gain-${group.symbol}-${group.year}`,
        onclick: () => {
            if (!lots.hasChildNodes()) {
                fillGradually(lots, group.gains, (gain) => row(lotCells(gain)), { columnCount: columns.length });
            }
            lots.hidden = !lots.hidden;
            button.setAttribute("aria-expanded", String(!lots.hidden));
        },
    }, securityCell(`${group.symbol} ${group.year}`, group.name === group.symbol ? "" : group.name),
        element("span", { class: "muted small" }, ` ${countText(group.gains.length, "lot")}`));
    return [
        element("tbody", { role: "rowgroup" }, row([
            button, "", moneyText(group.cost), moneyText(group.proceeds), changeText(group.gain), percentChangeText(group.gain_percent),
        ], { class: "group" })),
        lots,
    ];
}

function lotCells(gain) {
    return [
        `${dayText(gain.opened)} to ${dayText(gain.sold)}, ${countText(gain.days, "day")}`, sharesText(gain.quantity_exact),
        moneyText(gain.cost), moneyText(gain.proceeds), changeText(gain.gain), percentChangeText(gain.gain_percent),
    ];
}
