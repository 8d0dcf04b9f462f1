// The sums and returns of an account.

import { element } from "./dom.mjs";
import { changeText, dayText, moneyText, negated, percentChangeText, percentText } from "./figures.mjs";

/** Shows the sums of an account and its returns. */
export function summaryView(summary, performance) {
    const figures = [
        ["Total value", moneyText(summary.total_value)],
        ["Cash", moneyText(summary.available_cash)],
        ...(summary.cash_balances ?? []).map(({ currency, amount }) => [`Cash in ${currency}`, moneyText(amount)]),
        ["Value of holdings", moneyText(summary.total_current_value)],
        ["Cost of holdings", moneyText(summary.total_invested)],
        ["Unrealised gain", changeText(summary.total_unrealized_pnl), percentChangeText(summary.total_unrealized_pnl_percent)],
        ["Realised gain", changeText(performance.realized_gain)],
    ];
    const returns = [
        ["Time-weighted return", percentChangeText(performance.time_weighted_percent)],
        ["Money-weighted return a year", percentChangeText(performance.money_weighted_percent)],
        ["Volatility a year", performance.volatility_percent === undefined ? "–" : percentText(performance.volatility_percent)],
        ["Greatest loss on the way", percentChangeText(performance.drawdown_percent)],
    ];
    return [
        figureList(figures),
        element("h3", {}, "Returns from ", day(performance.from), " to ", day(performance.to)),
        figureList(returns),
        element("details", {}, element("summary", {}, "How the value came about"), changes(performance)),
    ];
}

const day = (time) => element("time", { class: "day" }, dayText(time));

function figureList(figures) {
    return element("dl", { class: "figure-list" }, ...figures.map(([title, text, more]) => element("div", {},
        element("dt", {}, title), element("dd", {}, text, more ? element("span", { class: "muted" }, ` ${more}`) : null))));
}

/** The parts of the closing value, which add up. */
function changes(performance) {
    const rows = [
        ["Opening value", moneyText(performance.opening_value)],
        ["Paid in", changeText(performance.deposits)],
        ["Paid out", changeText(negated(performance.withdrawals))],
        ["Securities brought in", changeText(performance.securities_brought_in)],
        ["Dividends", changeText(performance.dividends)],
        ["Interest", changeText(performance.interest)],
        ["Fees", changeText(negated(performance.fees))],
        ["Taxes", changeText(negated(performance.taxes))],
        ["Realised gain", changeText(performance.realized_gain)],
        ["Change of the unrealised gain", changeText(performance.unrealized_gain_change)],
        ...(performance.currency_gain === undefined ? [] : [["Foreign cash, by exchange rates", changeText(performance.currency_gain)]]),
        ["Rounding", changeText(performance.rounding)],
    ];
    const row = ([title, text]) => element("tr", {},
        element("th", { scope: "row" }, title), element("td", { class: "figure" }, text));
    return element("table", { class: "figures narrow" },
        element("caption", { class: "hidden-text" }, "How the value came about"),
        element("thead", { class: "hidden-text" }, element("tr", {},
            element("th", { scope: "col" }, "Part"), element("th", { scope: "col" }, "Amount"))),
        element("tbody", {}, ...rows.map(row)),
        element("tfoot", {}, row(["Closing value", moneyText(performance.closing_value)])));
}
