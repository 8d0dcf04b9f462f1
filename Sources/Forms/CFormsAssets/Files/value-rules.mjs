// The rules for the characters of a value, as in CharacterMask.swift and ValueRules.swift. Pure functions.

/** The most places of a mask. */
const mostPlaces = 100;

const isDigit = (character) => /^[0-9]$/.test(character);
const isLetter = (character) => /^\p{L}$/u.test(character);

/** The places of a mask, each a function of a character; null if the text is no mask. */
function placesOf(mask) {
    const places = [];
    let isEscaped = false;
    for (const character of mask) {
        if (/^\p{Cc}$/u.test(character)) return null;
        if (!isEscaped && character === "\\") {
            isEscaped = true;
            continue;
        }
        if (!isEscaped && character === "A") places.push(isLetter);
        else if (!isEscaped && character === "9") places.push(isDigit);
        else if (!isEscaped && character === "*") places.push(() => true);
        else places.push((other) => other === character);
        isEscaped = false;
    }
    return isEscaped || places.length < 1 || places.length > mostPlaces ? null : places;
}

/** Whether a text can be a mask. */
export const isMask = (mask) => placesOf(mask) !== null;

/** How a text fits a mask: "whole", "begun" if more characters can make it fit, or "not". */
export function fit(mask, text) {
    const places = placesOf(mask);
    const characters = [...text.normalize("NFC")];
    if (!places) return "whole";
    if (characters.length > places.length || !characters.every((character, index) => places[index](character))) return "not";
    return characters.length === places.length ? "whole" : "begun";
}

/** What a mask means, for people. */
export const maskText = (mask) => `${mask} (A is a letter, 9 a digit, * any character)`;

/** The formats of digits: what is wanted, how many digits, and what may stand between them. */
const digitFormats = {
    zip: { wanted: "a ZIP code of 5 digits, such as 02139", least: 5, most: 5, separators: "" },
    zipPlus4: { wanted: "a ZIP code of 9 digits, such as 02139-4307", least: 9, most: 9, separators: "- " },
    phone: { wanted: "a telephone number of 7 to 15 digits, such as (555) 555-0142", least: 7, most: 15, separators: "+-()./ " },
    ssn: { wanted: "a social security number of 9 digits, such as 123-45-6789", least: 9, most: 9, separators: "- " },
};

/** What a format wants, for people; undefined for a format without digits alone. */
export const wantedText = (format) => digitFormats[format?.kind]?.wanted;

function graphemes(text) {
    return Intl.Segmenter ? [...new Intl.Segmenter("en").segment(text)].map(({ segment }) => segment) : [...text];
}

/** The most characters that a field takes; undefined if there is no limit. */
export function characterLimit(field) {
    const limits = [field.maxLength, field.combEdges && field.combEdges.length - 1].filter((limit) => limit > 0);
    return limits.length ? Math.min(...limits) : undefined;
}

/**
 * What is wrong with a text as the value of a field; undefined if nothing is.
 *
 * The service checks everything; this says at once what no more characters can mend. With `isComplete`, also what lacks some.
 */
export function valueProblem(field, text, { isComplete = false } = {}) {
    const value = text.trim();
    if (value === "" || ["checkbox", "signature"].includes(field.type)) return undefined;
    // Numbers are counted by the service as they are written.
    const limit = field.type === "number" ? undefined : characterLimit(field);
    if (limit !== undefined) {
        const characters = graphemes(text.normalize("NFC"));
        // Separators that the form prints itself are left out if there are too many.
        const bare = field.type === "multiline" ? characters : characters.filter((character) => /^[\p{L}\p{N}]/u.test(character));
        if (characters.length > limit && bare.length > limit) {
            return `This has ${characters.length} characters; the field takes at most ${limit}.`;
        }
    }
    if (field.mask) {
        const found = fit(field.mask, value);
        if (found === "not" || (isComplete && found === "begun")) return `This must be like ${maskText(field.mask)}.`;
    }
    // A widget's format may be its form's own, which only says how a value is displayed.
    const format = field.evidence === "widget" ? undefined : digitFormats[field.format?.kind];
    if (!format || isNothing(value)) return undefined;
    const digits = [...value].filter(isDigit).length;
    const isOther = [...value].some((character) => !isDigit(character) && !format.separators.includes(character));
    // A word such as “none” is for the service to know.
    const isWord = isOther && digits === 0;
    if (digits > format.most || (isOther && !isWord) || (isComplete && (digits < format.least || isWord))) {
        return `This must be ${format.wanted}.`;
    }
    return undefined;
}

const isNothing = (text) => ["none", "n/a", "na", "-", "–", "—"].includes(text.toLowerCase());
