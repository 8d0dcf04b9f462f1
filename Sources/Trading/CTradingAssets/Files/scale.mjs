// Where charts have their marks. Pure functions.

/** Round values that cover a range, about `count` of them. */
export function roundTicks(from, to, count) {
    if (from === to) [from, to] = from === 0 ? [0, 1] : [from - Math.abs(from) / 10, to + Math.abs(to) / 10];
    const rough = (to - from) / Math.max(1, count);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((factor) => power * factor >= rough * 0.999);
    const first = Math.floor(from / step);
    const last = Math.ceil(to / step);
    return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

const day = 24 * 60 * 60 * 1000;
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400];
const dayMonth = new Intl.DateTimeFormat("en", { timeZone: "UTC", day: "numeric", month: "short" });
const monthYear = new Intl.DateTimeFormat("en", { timeZone: "UTC", month: "short", year: "numeric" });

/** Beginnings of years, months or days within a time, at most `count`, with their texts: [[time, text]]. */
export function timeTicks(from, to, count) {
    const months = (to - from) / (30 * day);
    if (months < 2) {
        const step = Math.max(1, Math.ceil((to - from) / day / count));
        const ticks = [];
        for (let time = Math.ceil(from / day) * day; time <= to; time += step * day) ticks.push([time, dayMonth.format(time)]);
        return ticks;
    }
    const step = monthSteps.find((length) => months / length <= count) ?? monthSteps.at(-1);
    const start = new Date(from);
    let month = Math.floor((start.getUTCFullYear() * 12 + start.getUTCMonth()) / step) * step;
    const ticks = [];
    for (;; month += step) {
        const time = Date.UTC(Math.floor(month / 12), month % 12, 1);
        if (time > to) return ticks;
        const text = step % 12 === 0 ? String(Math.floor(month / 12)) : monthYear.format(time);
        if (time >= from) ticks.push([time, text]);
    }
}

/** The points that a line of so many columns shows: of each column the first, the lowest, the highest and the last. */
export function thinned(points, columns) {
    if (points.length <= 4 * columns) return points;
    const [from, to] = [points[0][0], points.at(-1)[0]];
    const kept = [];
    let column = [];
    let number = 0;
    const flush = () => {
        if (column.length === 0) return;
        const byHeight = [...column].sort((one, other) => one[1] - other[1]);
        const shown = new Set([column[0], byHeight[0], byHeight.at(-1), column.at(-1)]);
        kept.push(...column.filter((point) => shown.has(point)));
        column = [];
    };
    for (const point of points) {
        const place = Math.floor(((point[0] - from) / (to - from)) * columns);
        if (place !== number) flush();
        number = place;
        column.push(point);
    }
    flush();
    return kept;
}
