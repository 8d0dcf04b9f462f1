// The rules of stories and how dates and ages read. Pure functions.

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The number of characters as people count them, without white space at the ends; the service counts the same way. */
export const characterCount = (text) => [...graphemes.segment(text.trim())].length;

/** The least and the most characters of each text. */
export const limits = { story: [20, 10_000], title: [0, 200], comment: [1, 500], name: [1, 100] };

/** What is wrong with the length of a text of this kind; null if nothing is. */
export function lengthProblem(kind, text) {
    const [least, most] = limits[kind];
    const count = characterCount(text);
    if (count < least) return least === 1 ? "Write something first." : `Write at least ${least} characters; there are ${count} so far.`;
    if (count > most) return `Write at most ${most.toLocaleString("en")} characters; there are ${count.toLocaleString("en")}.`;
    return null;
}

const words = new Intl.Segmenter(undefined, { granularity: "word" });
const spaced = (text) => text.replace(/\s+/gu, " ").trim();

/** The beginning of a text; what has more characters is cut between two words, with an ellipsis behind. */
export function beginning(text, most) {
    const whole = text.trim();
    if (characterCount(whole) <= most) return whole;
    let end = 0;
    let count = 0;
    for (const { segment, index } of words.segment(whole)) {
        count += [...graphemes.segment(segment)].length;
        if (count > most) break;
        end = index + segment.length;
    }
    const kept = end > 0 ? whole.slice(0, end) : [...graphemes.segment(whole)].slice(0, most).map(({ segment }) => segment).join("");
    return withEllipsis(kept);
}

const withEllipsis = (text) => `${text.replace(/[\s.,;:–—-]+$/u, "")}…`;

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** The first lines of a story, and whether that is all of it. */
export function excerpt(story, { characters = 280, lines = 5 } = {}) {
    const all = story.trim().split(/\n+/);
    const some = all.slice(0, lines).join("\n");
    // A character of these scripts takes twice the room of others, and says as much as several.
    const isWide = (some.match(wide)?.length ?? 0) * 2 > some.length;
    const text = beginning(some, isWide ? characters / 2 : characters);
    if (text !== some) return { text, isWhole: false };
    return all.length > lines ? { text: withEllipsis(text), isWhole: false } : { text, isWhole: true };
}

/** Whether an artwork has a title that says more than the beginning of its story, which is the service's title without another. */
export const hasOwnTitle = ({ title, story }) => !(story && spaced(story).startsWith(spaced(title)));

/** What an artwork is called where its story is not shown. */
export const nameOf = (artwork) => (hasOwnTitle(artwork) ? artwork.title : beginning(spaced(artwork.story), 50));

/** A title without its story: one of 50 characters may be the beginning of a story, cut in a word. */
export const listTitle = (title) => (characterCount(title) === 50 ? beginning(spaced(title), 49) : title);

/** A child's age at an artwork's date, by whole months: `7 months old`, then `Age 4`; null before the birth. */
export function ageText(months) {
    if (months === null || months === undefined || months < 0) return null;
    if (months < 24) return months === 1 ? "1 month old" : `${months} months old`;
    return `Age ${Math.floor(months / 12)}`;
}

/** A day in words; days have no zone. */
export function dayText(day) {
    const date = new Date(`${day}T12:00:00`);
    return Number.isNaN(date.valueOf()) ? day : date.toLocaleDateString(undefined, { dateStyle: "long" });
}

/** The days from one to another in words. */
export function periodText(from, to) {
    if (from === to) return dayText(from);
    const [first, last] = [from, to].map((day) => new Date(`${day}T12:00:00`));
    if ([first, last].some((date) => Number.isNaN(date.valueOf()))) return `${from} – ${to}`;
    return new Intl.DateTimeFormat(undefined, { dateStyle: "long" }).formatRange(first, last);
}

/** Today as an input of type date has it, in the reader's zone. */
export function today(now = new Date()) {
    const two = (number) => String(number).padStart(2, "0");
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const steps = [[60, "second"], [60, "minute"], [24, "hour"], [7, "day"], [4.35, "week"], [12, "month"], [Infinity, "year"]];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** How long ago a moment was: `5 minutes ago`. */
export function agoText(moment, now = Date.now()) {
    let amount = Math.min(0, (new Date(moment).valueOf() - now) / 1000);
    if (amount > -10) return "just now";
    for (const [size, unit] of steps) {
        if (Math.abs(amount) < size) return relative.format(Math.ceil(amount), unit);
        amount /= size;
    }
    return "";
}

/** A random UUID; `crypto.randomUUID` is for pages over TLS only. */
export function newID() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The first letter of a name, for a sign in its place. */
export const initialOf = (name) => [...graphemes.segment(name.trim())][0]?.segment.toUpperCase() ?? "?";

/** Black or white, whichever is easier to read on a colour such as `#E91E63` (WCAG 2.2, relative luminance). */
export function inkOn(colour) {
    const part = (at) => {
        const value = parseInt(colour.slice(at, at + 2), 16) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    };
    const luminance = 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
    return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? "#000000" : "#ffffff";
}

/** The path of a signed URL, so that a page that was opened by another of the service's names finds it. */
export function pathOf(url) {
    if (!url) return null;
    const { pathname, search } = new URL(url, "http://localhost");
    return pathname + search;
}
