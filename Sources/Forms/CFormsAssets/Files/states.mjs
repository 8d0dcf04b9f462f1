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

/** What helps against a refusal of the form's content, which the same file will always meet. */
const remedies = {
    encrypted: "Save a copy without the password, for example by printing it to a PDF, and upload that.",
    damaged_document: "Download it again, or open it in another program, save a new copy and upload that.",
    unsupported_type: "Print or export it to a PDF, and upload that.",
    xfa_only: "Open it in Adobe Reader, print it to a PDF and upload that.",
    input_empty: "Copy or download it again, and upload that.",
    no_pages: "Download it again, and upload that.",
    input_too_large: "Split it, and upload the parts.",
    too_many_pages: "Split it, and upload the parts.",
    page_too_large: "Scale its pages down, and upload it again.",
    picture_too_large: "Scale its pictures down, and upload it again.",
};
remedies.wrong_password = remedies.encrypted;

/** What a person can do about a failure with this code that no second attempt can change; undefined for others. */
export const remedyOf = (code) => remedies[code];

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
