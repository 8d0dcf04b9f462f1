// What an account holds: securities, and their lots.

import { dataTable } from "./data-table.mjs";
import { element } from "./dom.mjs";
import { changeText, dayText, moneyText, percentChangeText, percentText, priceText, sharesText } from "./figures.mjs";
import { securityCell } from "./security-cell.mjs";

/** Shows the holdings, the largest value first. */
export function holdingsView({ holdings, portfolio_summary: summary }) {
    if (holdings.length === 0) return [element("p", {}, "Nothing is held.")];
    const table = dataTable({
        key: "holdings", caption: `Holdings, amounts in ${summary.currency}`, sorted: "Value", rows: holdings,
        columns: [
            { title: "Security", isHead: true, cell: ({ stock }) => securityCell(stock.symbol, stock.name), order: ({ stock }) => stock.symbol },
            { title: "Shares", isFigure: true, cell: (row) => sharesText(row.quantity_exact), order: (row) => Number(row.quantity_exact) },
            { title: "Price", isFigure: true, cell: ({ stock }) => priceCell(stock, summary), order: ({ stock }) => Number(stock.current_price) },
            { title: "Average cost", isFigure: true, cell: (row) => priceText(row.average_price), order: (row) => Number(row.average_price) },
            { title: "Cost", isFigure: true, cell: (row) => moneyText(row.cost), order: (row) => Number(row.cost) },
            { title: "Value", isFigure: true, cell: (row) => moneyText(row.current_value), order: (row) => Number(row.current_value) },
            { title: "Gain", isFigure: true, cell: (row) => changeText(row.unrealized_pnl), order: (row) => Number(row.unrealized_pnl) },
            { title: "Gain in percent", isFigure: true, cell: (row) => percentChangeText(row.unrealized_pnl_percent), order: (row) => Number(row.unrealized_pnl_percent) },
            { title: "Weight", isFigure: true, cell: (row) => percentText(row.weight_percent), order: (row) => Number(row.weight_percent) },
        ],
        sums: [
            "Total", "", "", "", moneyText(summary.total_invested), moneyText(summary.total_current_value),
            changeText(summary.total_unrealized_pnl), percentChangeText(summary.total_unrealized_pnl_percent), "",
        ],
    });
    const hasTradePrices = holdings.some(({ stock }) => stock.is_trade_price);
    return [table, hasTradePrices ? element("p", { class: "muted small" }, "* No file has a close, so this is the price of the last trade.") : null];
}

/** The price, with its day where that is not the day of the figures. */
function priceCell(stock, { currency, as_of: asOf }) {
    const day = dayText(stock.price_date);
    return element("span", {},
        priceText(stock.current_price, stock.currency, currency),
        stock.is_trade_price ? element("span", {}, "*", element("span", { class: "hidden-text" }, " price of the last trade")) : null,
        day === dayText(asOf) ? null : element("span", { class: "price-day" }, ` ${day}`));
}

const methods = {
    fifo: "The oldest shares are sold first (FIFO).",
    lifo: "The newest shares are sold first (LIFO).",
    hifo: "The shares with the highest cost are sold first (HIFO).",
    average: "Shares that are sold cost the average of those held.",
    specific: "Sales take the lots that the files name.",
};

/** Shows the lots that are held. */
export function lotsView({ lots, currency, method, cost, value, gain }) {
    if (lots.length === 0) return [element("p", {}, "No lot is held.")];
    return [
        element("p", { class: "muted" }, methods[method] ?? method),
        dataTable({
            key: "lots", caption: `Held lots, amounts in ${currency}`, rows: lots, step: 20,
            columns: [
                { title: "Security", isHead: true, cell: (lot) => securityCell(lot.symbol, lot.lot), order: (lot) => lot.symbol },
                { title: "Opened", cell: (lot) => dayText(lot.opened), order: (lot) => dayText(lot.opened) },
                { title: "Days", isFigure: true, cell: (lot) => lot.days.toLocaleString("en"), order: (lot) => lot.days },
                { title: "Shares", isFigure: true, cell: (lot) => sharesText(lot.quantity_exact), order: (lot) => Number(lot.quantity_exact) },
                { title: "Cost", isFigure: true, cell: (lot) => moneyText(lot.cost), order: (lot) => Number(lot.cost) },
                { title: "Value", isFigure: true, cell: (lot) => moneyText(lot.value), order: (lot) => Number(lot.value) },
                { title: "Gain", isFigure: true, cell: (lot) => changeText(lot.gain), order: (lot) => Number(lot.gain) },
                { title: "Gain in percent", isFigure: true, cell: (lot) => percentChangeText(lot.gain_percent), order: (lot) => Number(lot.gain_percent ?? 0) },
            ],
            sums: ["Total", "", "", "", moneyText(cost), moneyText(value), changeText(gain), ""],
        }),
    ];
}
