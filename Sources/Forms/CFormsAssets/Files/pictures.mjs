// Pictures of pages, two at a time, for the pages that are near the visible part of the window.

import { sendPatiently } from "./api.mjs";

/** The widths in which pictures are asked for, so that few have to be drawn. */
const widths = [700, 935, 1400, 2000, 2800];
const atATime = 2;

/** The smallest of the widths that is sharp. */
export function pictureWidth(cssPixels) {
    const needed = cssPixels * (globalThis.devicePixelRatio ?? 1);
    return widths.find((width) => width >= needed * 0.95) ?? widths.at(-1);
}

/** Runs tasks, a few at a time; of those that wait, the newest first, since that is where the person looks. */
export class PictureQueue {
    #waiting = [];
    #running = 0;

    /** Runs a task when it is its turn. */
    add(task) {
        this.#waiting = this.#waiting.filter(({ owner }) => owner !== task.owner);
        this.#waiting.push(task);
        this.#next();
    }

    async #next() {
        if (this.#running >= atATime || !this.#waiting.length) return;
        const task = this.#waiting.pop();
        this.#running += 1;
        try {
            await task.run();
        } finally {
            this.#running -= 1;
            this.#next();
        }
    }
}

/** Fetches a picture, as a URL, and the values that could not be drawn on it. */
export async function fetchPicture(method, path, json) {
    const response = await sendPatiently(method, path, { json });
    return { url: URL.createObjectURL(await response.blob()), problems: problemsOf(response) };
}

/** The values that a preview left out: {fieldRegionId, code}. */
export const problemsOf = (response) => JSON.parse(response.headers.get("Formwright-Problems") ?? "[]");
