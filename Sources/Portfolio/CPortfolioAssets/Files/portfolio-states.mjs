// What portfolios, their parts and their places are called. Pure functions.

const states = {
    imported: ["Waiting", "busy"],
    processing: ["Being arranged", "busy"],
    ready: ["Arranged", "good"],
    filling: ["Book in progress", "busy"],
    filled: ["Book ready", "good"],
    failed: ["Failed", "bad"],
};

const sections = {
    hook: "Overview",
    credibility: "About & Links",
    work: "My Work",
    process: "Process",
    action: "Let’s Connect",
};

const kinds = { picture: "picture", video: "video", document: "PDF", text: "text", link: "link" };

/** The title of a portfolio's state, and the class of its badge. */
export const portfolioState = (status) => states[status] ?? [status, ""];

/** Whether work on a portfolio is in progress. */
export const isWorking = ({ status }) => portfolioState(status)[1] === "busy";

/** The heading of a section, as in the book. */
export const sectionTitle = (id) => sections[id] ?? id;

/** What an input is, as people call it. */
export const kindTitle = (type) => kinds[type] ?? "file";

/** A number with what is counted. */
export const countText = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** What people call an input: by its title, its caption, or the name of its file. */
export function inputName({ title, caption, name, kind, url, text }) {
    if (title || caption) return title || caption;
    // Names of links and texts are made up for editions.
    const shown = kind === "link" ? url : kind === "text" ? firstWords(text ?? "") : name;
    return shown || "Without a name";
}

/** The beginning of a text, back to a word. */
export function firstWords(text, most = 80) {
    const line = text.trim().replaceAll(/\s+/g, " ");
    if (line.length <= most) return line;
    const cut = line.slice(0, most + 1);
    const end = cut.lastIndexOf(" ");
    return `${cut.slice(0, end > 0 ? end : most)}…`;
}

/** Why an input is shown nowhere. `nameOf` gives the name of an input. */
export function leftOutText({ reason, of }, nameOf) {
    switch (reason) {
    case "omitted": return "You left it out.";
    case "near_duplicate":
        return of === undefined || of === null
            ? "It looks like a better picture, which is shown."
            : `It looks like “${nameOf(of)}”, which is better and is shown instead.`;
    case "empty_text": return "It has no words.";
    case "nothing_to_show": return "There is nothing in it to show.";
    default: return "It is not shown.";
    }
}

/** What a person can do about an input that cannot be used, by the code of its failure; empty if nothing is known. */
export function adviceFor(code) {
    switch (code) {
    case "damaged_document": return "It is damaged, or was not copied completely. Choose it again from where it came.";
    case "encrypted": return "Save a copy without a password, and use that.";
    case "picture_too_large": return "Choose a smaller copy, of at most 100 million pixels.";
    case "too_many_pages": return "Choose a file with fewer pages.";
    case "unsupported_type": return "Choose a picture, a video, a PDF or a text.";
    case "content_unknown": return "Uploads that no portfolio shows are removed after a week. Choose it again.";
    case "invalid_url": return "An address begins with https:// or http://, and has no name or password.";
    case "tool_missing": return "Videos need ffmpeg on the machine of the service.";
    default: return "";
    }
}

/** A score between 0 and 1 in hundredths, as people read it. */
export const scoreText = (score) => `${Math.round(score * 100)} of 100`;
