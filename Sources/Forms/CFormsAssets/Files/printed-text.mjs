// Text in a box as it will be printed: its size, its lines, and smaller if it does not fit.

/** The size of text on forms, in points, unless the field is lower or asks for another. */
const usualSize = 11;
/** The smallest size to which text shrinks, in points, unless the field begins with a smaller one; as in ComposeOptions.swift. */
const leastSize = 7;
/** The smallest size with which text begins, in points. */
const smallestSize = 5;
/** The height of a line as a share of the size, as in TextFitter.swift. */
const lineHeight = 1.36;
/** How far the base line lies below the middle of a line, as a share of the size. */
const baseLine = 0.35;

let canvas = null;

function textWidth(text) {
    canvas ??= document.createElement("canvas").getContext("2d");
    // Inputs have the font of the page; one that is not on the page yet has none of its own.
    canvas.font = `100px ${getComputedStyle(document.body).fontFamily}`;
    return canvas.measureText(text).width / 100;
}

/** The size of a field's text in points, before anything shrinks it. */
export function sizeOf(field, hasLines) {
    // A line with its descenders is half as high again as its size.
    const room = hasLines ? usualSize : field.height / 1.5;
    return Math.max(smallestSize, Math.min(field.fontSize || usualSize, room));
}

/** How much of its field a text takes at the smallest size, about: 1 if it just fits. The page's font is not that of the PDF. */
export function fullness(field, text, hasLines) {
    const size = Math.min(leastSize, sizeOf(field, hasLines));
    const most = hasLines && field.lines?.length > 1 ? field.lines.length : Math.max(1, Math.floor(field.height / (size * lineHeight)));
    const lines = text.split("\n").map((line) => (textWidth(line) * size) / field.width);
    // Each line of a text takes one line at least; words do not fill all of them.
    return lines.length > 1 ? lines.reduce((sum, share) => sum + Math.max(1, share), 0) / most : lines[0] / most;
}

/** The distance of the rules of a field with several writing lines, in points; undefined without any. */
export function ruleDistance({ lines }) {
    if (!(lines?.length > 1)) return undefined;
    const bottoms = lines.map(({ y, height }) => y + height);
    return (bottoms.at(-1) - bottoms[0]) / (bottoms.length - 1);
}

/** The distance from the top of a field to where the first line of its text begins, in points. */
export function firstLine(field, size) {
    const distance = ruleDistance(field);
    if (!distance) return 0;
    const [{ y, height }] = field.lines;
    return Math.max(0, y + height - field.y - distance / 2 - baseLine * size);
}

/** Sets size and lines of the text of an input over a page, all as shares of the page's width, so that they grow with it. */
export function setText(input, control, field, page) {
    if (!["text", "combo", "password", "lines", "choice"].includes(control.kind)) return;
    const share = (points) => `${(points / page.width) * 100}cqw`;
    const hasLines = control.kind === "lines";
    let size = sizeOf(field, hasLines);
    const { style } = input;
    style.textAlign = field.alignment ?? "";
    const isComb = field.combEdges?.length > 1 && control.kind === "text";
    if (isComb) {
        // One character in each cell, as far as a proportional font can.
        style.letterSpacing = share(field.width / (field.combEdges.length - 1) - size * 0.55);
    } else if (!hasLines && control.kind !== "choice" && input.value) {
        const room = field.width - page.width * 0.008;
        size = Math.max(Math.min(leastSize, size), Math.min(size, room / textWidth(input.value)));
    }
    style.fontSize = share(size);
    if (!hasLines) return;
    const distance = ruleDistance(field);
    if (distance) {
        style.lineHeight = share(distance);
        style.paddingTop = share(firstLine(field, size));
        style.setProperty("--rule", share(distance));
        style.setProperty("--first-rule", share(field.lines[0].y + field.lines[0].height - field.y));
        input.classList.add("ruled");
    }
    if (!input.isConnected) requestAnimationFrame(() => input.isConnected && shrinkLines(input, size, share));
    else shrinkLines(input, size, share);
}

function shrinkLines(input, size, share) {
    const least = Math.min(leastSize, size);
    while (size > least && input.clientHeight > 0 && input.scrollHeight > input.clientHeight + 1) {
        size = Math.max(least, size - 0.5);
        input.style.fontSize = share(size);
    }
}
