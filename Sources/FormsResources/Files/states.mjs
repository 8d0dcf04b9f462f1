// The states of a form, and what is being done, as people read them. The server's pages use the same words.

const states = {
    imported: ["Uploaded", ""],
    processing: ["Finding fields", "busy"],
    ready: ["Ready to fill in", ""],
    filling: ["Being filled", "busy"],
    filled: ["Filled", "good"],
    failed: ["Failed", "bad"],
};

const stages = {
    import: "Reading the file",
    rasterise: "Drawing the pages",
    detect: "Looking for fields",
    preview: "Drawing a preview",
    bind: "Checking the values",
    compose: "Writing the values",
};

/** A state's name. */
export const stateTitle = (status) => states[status]?.[0] ?? status;

/** The class of a state's badge. */
export const stateClass = (status) => states[status]?.[1] ?? "";

/** The sentence about a step: "Looking for fields: page 3 of 12". */
export function stepText({ stage, completed, total, unit }) {
    const doing = stages[stage] ?? "Working";
    if (!total) return `${doing} …`;
    return `${doing}: ${unit ?? "page"} ${Math.min(completed + 1, total)} of ${total}`;
}
