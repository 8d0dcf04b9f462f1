// Figures as people read them. Pure functions.

const money = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const change = new Intl.NumberFormat("en", {
    minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "exceptZero",
});
const price = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 20 });
const shares = new Intl.NumberFormat("en", { maximumFractionDigits: 20 });
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 });

/** Digits that a number keeps exactly. */
const safeDigits = 15;

/**
 * Reads an answer. Figures with more digits than a number keeps are text with all of them, which the functions below and
 * `Number` take as well.
 */
export function parseFigures(text) {
    return JSON.parse(text, (_, value, context) =>
        typeof value === "number" && (context?.source ?? "").replace(/\D/g, "").length > safeDigits ? context.source : value);
}

// The hyphen is not as wide as a digit.
const write = (format, value) => format.format(value).replace("-", "−");

/** An amount of money: `1,234.50`. */
export const moneyText = (value) => write(money, value);

/** A gain or a loss: `+1,234.50`. */
export const changeText = (value) => write(change, value);

/** The same figure with the other sign. */
export const negated = (value) =>
    typeof value === "string" ? (value.startsWith("-") ? value.slice(1) : `-${value}`) : -value;

// A sign at the beginning of a line would stand for nothing.
const inPercent = (figure) => `${figure}\u00A0%`;

/** A share of a whole: `12.34 %`. */
export const percentText = (value) => inPercent(write(money, value));

/** A share of a whole that is a fraction: 0.1234 is `12.34 %`. */
export const fractionText = (value) => percentText(value * 100);

/** A gain or a loss in percent: `+12.34 %`; a dash if there is none. */
export const percentChangeText = (value) => (value === undefined || value === null ? "–" : inPercent(write(change, value)));

/** A number of shares, with its fractions. */
export const sharesText = (value) => write(shares, value);

/** A price, with its currency if that is not the account's; a dash if there is none. */
export function priceText(value, currency, ofAccount) {
    if (value === undefined || value === null) return "–";
    return currency === ofAccount ? write(price, value) : `${write(price, value)} ${currency}`;
}

/** A rounded figure for an axis: `12.5K`. */
export const shortText = (value) => write(short, value);

const beginning = Date.UTC(2001, 0, 1);

/** A time of an answer in milliseconds: the service writes seconds since 2001, or ISO 8601. */
export function timeOf(value) {
    const seconds = Number(value);
    return Number.isNaN(seconds) ? Date.parse(value) : beginning + seconds * 1000;
}

/** The day of a time, as `2025-12-31`. */
export const dayText = (value) => new Date(timeOf(value)).toISOString().slice(0, 10);

/** A number with its noun: `1 file`, `3 files`. */
export const countText = (number, one, many = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

/** What a button for `step` more of `rest` rows is called. */
export const moreText = (rest, step) =>
    (rest > step ? `Show ${step.toLocaleString("en")} more of ${countText(rest, "row")}` : `Show ${countText(rest, "more row")}`);
