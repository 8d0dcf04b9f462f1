// The charts of an account, each with a table of the same figures.

import { barChart, lineChart } from "./charts.mjs";
import { dataTable } from "./data-table.mjs";
import { element } from "./dom.mjs";
import { countText, dayText, moneyText, percentText, timeOf } from "./figures.mjs";

/** Shows the value of an account against the money that was paid in. */
export function valueChart({ days, currency }) {
    if (days.length < 2) return [element("p", {}, "A chart needs figures of at least two days.")];
    const [first, last] = [days[0], days.at(-1)];
    const byValue = [...days].sort((one, other) => Number(one.value) - Number(other.value));
    const at = (day) => `${moneyText(day.value)} on ${dayText(day.date)}`;
    const label = `Value and money paid in, in ${currency}. The value was ${at(first)} and is ${at(last)}; the lowest was `
        + `${at(byValue[0])}, the highest ${at(byValue.at(-1))}. ${moneyText(last.paid_in)} was paid in by then.`;
    const points = (name) => days.map((day) => [timeOf(day.date), Number(day[name])]);
    return [
        lineChart(label, [
            { title: "Value", kind: "solid", points: points("value") },
            { title: "Paid in, less paid out", kind: "dashed", points: points("paid_in"), isStepped: true },
        ]),
        disclosure("Values by day", dataTable({
            key: "days", caption: "Value and money paid in, by day", isNarrow: true, step: 30,
            columns: [
                { title: "Day", isHead: true, cell: (day) => dayText(day.date) },
                { title: "Value", isFigure: true, cell: (day) => moneyText(day.value) },
                { title: "Paid in", isFigure: true, cell: (day) => moneyText(day.paid_in) },
            ],
            rows: [...days].reverse(),
        })),
    ];
}

/** Holdings that have a bar; the table has all. */
const most = 20;

/** Shows the weights of the holdings. */
export function allocationChart(holdings) {
    if (holdings.length === 0) return [element("p", {}, "Nothing is held.")];
    const shown = holdings.slice(0, most);
    const bars = shown.map(({ stock, weight_percent: weight }) => ({
        title: stock.symbol, value: Number(weight), text: percentText(weight),
    }));
    const label = `Weights of ${holdings.length > most ? `the ${most} largest of ` : ""}${countText(holdings.length, "holding")}: `
        + `${bars.map(({ title, text }) => `${title} ${text}`).join(", ")}.`;
    return [
        barChart(label, bars),
        holdings.length > most ? element("p", { class: "muted small" }, `The ${most} largest of ${holdings.length} holdings.`) : null,
        disclosure("Weights of the holdings", dataTable({
            key: "weights", caption: "Weights of the holdings", isNarrow: true,
            columns: [
                { title: "Symbol", isHead: true, cell: ({ stock }) => stock.symbol },
                { title: "Value", isFigure: true, cell: (holding) => moneyText(holding.current_value) },
                { title: "Weight", isFigure: true, cell: (holding) => percentText(holding.weight_percent) },
            ],
            rows: holdings,
        })),
    ];
}

const disclosure = (title, content) => element("details", {}, element("summary", {}, title), content);
