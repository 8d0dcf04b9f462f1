// The trades of an account, page by page.

import { announce } from "./announce.mjs";
import { dataTable } from "./data-table.mjs";
import { element } from "./dom.mjs";
import { dayText, moneyText, priceText, sharesText } from "./figures.mjs";
import { securityCell } from "./security-cell.mjs";

const sides = { BUY: "Buy", SELL: "Sell" };

/** Shows the trades; `fetchTrades` gets a page of them by {page, symbol, from, to}. */
export function tradesView(first, fetchTrades) {
    const input = (name, title, type) =>
        [element("label", { htmlFor: `trades-${name}` }, title), element("input", { id: `trades-${name}`, name, type, maxLength: 255 })];
    const problem = element("p", { class: "error", role: "alert" });
    const content = element("div");
    const range = element("p", { class: "muted small", tabIndex: -1 });
    const newer = element("button", { type: "button", onclick: () => turn(-1) }, "Newer trades");
    const older = element("button", { type: "button", onclick: () => turn(1) }, "Older trades");
    const form = element("form", { class: "filter", onsubmit: (event) => { event.preventDefault(); filter(); } },
        element("span", {}, ...input("symbol", "Symbol", "text")), element("span", {}, ...input("from", "First day", "date")),
        element("span", {}, ...input("to", "Last day", "date")), element("button", { type: "submit" }, "Filter"),
        element("button", { type: "reset", class: "quiet", onclick: () => setTimeout(filter) }, "Show all"));
    let [page, length] = [1, first.results.length];
    let parameters = {};

    async function load(wanted) {
        problem.textContent = "";
        try {
            const answer = await fetchTrades({ ...parameters, page: wanted });
            if (wanted === 1) length = answer.results.length;
            page = wanted;
            show(answer);
            announce(range.textContent);
        } catch (error) {
            problem.textContent = error.message;
        }
    }

    function filter() {
        parameters = Object.fromEntries(["symbol", "from", "to"].map((name) => [name, form.elements[name].value.trim()]));
        return load(1);
    }

    async function turn(by) {
        await load(page + by);
        // A button that cannot be pressed any more would keep the focus to itself.
        if (document.activeElement?.disabled || document.activeElement === document.body) range.focus();
    }

    function show({ count, results, next, previous }) {
        const start = (page - 1) * length;
        range.textContent = count === 0 ? "No trade matches."
            : `Trades ${start + 1} to ${start + results.length} of ${count.toLocaleString("en")}, newest first`;
        newer.disabled = !previous;
        older.disabled = !next;
        newer.parentElement?.toggleAttribute("hidden", !previous && !next);
        content.replaceChildren(results.length ? table(results) : "");
    }

    const paging = element("div", { class: "paging" }, newer, older);
    show(first);
    return first.count === 0 ? [element("p", {}, "No file has a trade.")] : [form, problem, range, content, paging];
}

function table(trades) {
    return dataTable({
        key: "trades", caption: `Trades, amounts in ${trades[0].currency}`, rows: trades,
        columns: [
            { title: "Day", isHead: true, cell: (trade) => dayText(trade.executed_at ?? trade.created_at) },
            { title: "Side", cell: (trade) => sides[trade.trade_type] ?? trade.trade_type },
            { title: "Security", cell: ({ stock }) => securityCell(stock.symbol, stock.name) },
            { title: "Shares", isFigure: true, cell: (trade) => sharesText(trade.quantity_exact) },
            { title: "Price", isFigure: true, cell: (trade) => priceText(trade.price ?? trade.average_fill_price, trade.price_currency, trade.currency) },
            { title: "Commission", isFigure: true, cell: (trade) => moneyText(trade.commission) },
            { title: "Amount", isFigure: true, cell: (trade) => moneyText(trade.total_amount) },
        ],
    });
}
