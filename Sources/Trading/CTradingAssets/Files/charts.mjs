// Charts as drawings that a screen reader hears as one sentence.

import { element } from "./dom.mjs";
import { shortText } from "./figures.mjs";
import { roundTicks, thinned, timeTicks } from "./scale.mjs";

function shape(tag, attributes = {}, ...children) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
}

function drawing(label, width, height, ...children) {
    return shape("svg", { role: "img", "aria-label": label, width, height, viewBox: `0 0 ${width} ${height}` }, ...children);
}

/** Draws for the width that there is, again whenever it changes, so that text keeps its size. */
function fitted(draw) {
    const node = element("div", { class: "chart" });
    let drawn = 0;
    new ResizeObserver(([{ contentRect }]) => {
        const width = Math.floor(contentRect.width);
        if (width === drawn || width < 1) return;
        drawn = width;
        node.replaceChildren(draw(width));
    }).observe(node);
    return node;
}

/**
 * A chart of lines over time.
 *
 * `series` are {title, kind, points, isStepped}: `kind` is a class that makes the line distinct without colours, points are
 * [milliseconds, value], and a stepped line keeps each value until the next.
 */
export function lineChart(label, series) {
    const legend = element("ul", { class: "legend" }, ...series.map(({ title, kind }) => element("li", {},
        shape("svg", { width: 36, height: 12, "aria-hidden": "true" },
            shape("line", { class: `line ${kind}`, x1: 1, x2: 35, y1: 6, y2: 6 })), title)));
    return element("div", {}, legend, fitted((width) => drawLines(label, series, width)));
}

function drawLines(label, series, width) {
    const height = Math.round(Math.min(320, Math.max(200, width * 0.4)));
    const all = series.flatMap(({ points }) => points);
    const values = all.map(([, value]) => value);
    const times = all.map(([time]) => time);
    const [from, to] = [least(times), greatest(times)];
    const ticks = roundTicks(least(values), greatest(values), height / 45);
    const texts = ticks.map(shortText);
    const left = 12 + 7.5 * greatest(texts.map((text) => text.length));
    const [right, top, bottom] = [12, 10, 28];
    const x = (time) => left + ((time - from) / (to - from || 1)) * (width - left - right);
    const y = (value) => height - bottom - ((value - ticks[0]) / (ticks.at(-1) - ticks[0])) * (height - top - bottom);
    const marks = ticks.flatMap((tick, place) => [
        shape("line", { class: tick === 0 ? "axis" : "grid", x1: left, x2: width - right, y1: y(tick), y2: y(tick) }),
        shape("text", { class: "tick", x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, texts[place]),
    ]);
    const dates = timeTicks(from, to, Math.max(2, (width - left) / 70)).flatMap(([time, text]) => [
        shape("line", { class: "axis", x1: x(time), x2: x(time), y1: height - bottom, y2: height - bottom + 4 }),
        // A text at the edge would be cut off.
        shape("text", {
            class: "tick", x: x(time), y: height - 8,
            "text-anchor": x(time) > width - 30 ? "end" : x(time) < left + 12 ? "start" : "middle",
        }, text),
    ]);
    const lines = series.map(({ kind, points, isStepped }) => shape("path", {
        class: `line ${kind}`, d: pathOf(thinned(points, width).map(([time, value]) => [x(time), y(value)]), isStepped),
    }));
    return drawing(label, width, height, ...marks, ...dates, ...lines);
}

function pathOf(points, isStepped) {
    const round = (number) => Math.round(number * 10) / 10;
    return points.map(([x, y], place) => {
        if (place === 0) return `M${round(x)} ${round(y)}`;
        return isStepped ? `H${round(x)}V${round(y)}` : `L${round(x)} ${round(y)}`;
    }).join("");
}

/** A chart of bars from the left; `bars` are {title, value, text}, values are positive. */
export function barChart(label, bars) {
    return fitted((width) => {
        const [row, thickness] = [30, 16];
        const titleWidth = Math.min(width * 0.4, 12 + 8.5 * greatest(bars.map(({ title }) => title.length)));
        const textWidth = 12 + 7.5 * greatest(bars.map(({ text }) => text.length));
        const room = Math.max(20, width - titleWidth - textWidth);
        const most = greatest(bars.map(({ value }) => value));
        const rows = bars.flatMap(({ title, value, text }, place) => {
            const length = most > 0 ? Math.max(1, (value / most) * room) : 1;
            const middle = place * row + row / 2;
            return [
                shape("text", { class: "bar-title", x: 0, y: middle + 4 }, cut(title, Math.floor((titleWidth - 12) / 8.5))),
                shape("rect", { class: "bar", x: titleWidth, y: middle - thickness / 2, width: length, height: thickness, rx: 2 }),
                shape("text", { class: "tick", x: titleWidth + length + 8, y: middle + 4 }, text),
            ];
        });
        return drawing(label, width, bars.length * row, ...rows);
    });
}

const cut = (text, length) => ([...text].length > length ? `${[...text].slice(0, Math.max(1, length - 1)).join("")}…` : text);
// Spreading a long list into Math.min would exhaust the stack.
const least = (numbers) => numbers.reduce((one, other) => Math.min(one, other), Infinity);
const greatest = (numbers) => numbers.reduce((one, other) => Math.max(one, other), -Infinity);
