// What the opinions in the user's files come to.

import { element } from "./dom.mjs";
import { dayText, fractionText, moneyText, priceText } from "./figures.mjs";

const kinds = { BUY: "Buy", SELL: "Sell", HOLD: "Hold" };
const states = {
    PENDING: ["Pending", "busy"], EXECUTED: ["Executed by an imported trade", "good"], CANCELLED: ["Cancelled", ""], EXPIRED: ["Expired", ""],
};

/** Shows the recommendations of the newest session, headed by what they are computed from. */
export function analysisView({ message, recommendations, latest_session: session }, currency) {
    const heading = element("p", { class: "notice" }, message);
    if (recommendations.length === 0) return [heading];
    return [
        heading,
        element("p", { class: "muted" }, `${session.executed_recommendations} of ${session.total_recommendations} executed by imported trades. `
            + `Portfolio value ${moneyText(session.portfolio_value)}, cash ${moneyText(session.available_cash)} on the day of the opinions.`),
        element("ul", { class: "recommendations" }, ...recommendations.map((one) => recommendation(one, currency))),
    ];
}

function recommendation(one, currency) {
    const { stock } = one;
    const price = (value) => priceText(value, stock.currency, currency);
    const [state, badge] = states[one.status] ?? [one.status, ""];
    const figures = [
        ["Priority", moneyText(one.priority_score)], ["Confidence", fractionText(one.confidence_score)],
        ["Shares to buy", one.shares_to_buy], ["Cash for it", one.cash_allocated, moneyText],
        ["Shares to sell", one.shares_to_sell], ["Cash from it", one.cash_from_sale, moneyText],
        ["Price", one.current_price, price], ["Target price", one.target_price, price], ["Stop loss", one.stop_loss, price],
        ["Valid through", one.expires_at, dayText],
    ].filter(([, value]) => value !== undefined && value !== null);
    return element("li", {},
        element("h3", {}, `${kinds[one.recommendation_type] ?? one.recommendation_type} ${stock.symbol}`,
            element("span", { class: "security-name" }, stock.name === stock.symbol ? "" : ` ${stock.name}`), " ",
            element("span", { class: `badge ${badge}` }, state)),
        element("dl", { class: "figure-list" }, ...figures.map(([title, value, text = String]) =>
            element("div", {}, element("dt", {}, title), element("dd", {}, text(value))))),
        one.reasoning ? element("p", { class: "reasoning" }, one.reasoning) : null,
        factors("For it", one.key_factors), factors("Against it", one.risk_factors));
}

const factors = (title, all) => (all.length ? element("p", {}, element("strong", {}, `${title}: `), all.join(", ")) : null);
