// The states of accounts and their files, as people read them. Pure functions.

const accountStates = {
    imported: ["Waiting", "busy"],
    processing: ["Being computed", "busy"],
    ready: ["Computed", "good"],
    filling: ["Statement in progress", "busy"],
    filled: ["Computed", "good"],
    failed: ["Failed", "bad"],
};

const fileStates = {
    imported: ["Waiting", "busy"],
    processing: ["Being read", "busy"],
    ready: ["Read", "good"],
    filling: ["Read", "good"],
    filled: ["Read", "good"],
    failed: ["Refused", "bad"],
};

/** The title of an account's state, and the class of its badge. */
export const accountState = (status) => accountStates[status] ?? [status, ""];

/** The title of a file's state, and the class of its badge. */
export const fileState = (status) => fileStates[status] ?? [status, ""];

/** Whether work on an account is in progress. */
export const isWorking = ({ status }) => accountState(status)[1] === "busy";

/** The place and the sentence of an error: `Line 3, column 5: …`, in a list of several files after the file's name. */
export function problemText({ file, line, column, message }, isOfFile = true) {
    const lines = line ? `line ${line.toLocaleString("en")}${column ? `, column ${column}` : ""}` : null;
    const place = [isOfFile ? null : file, lines].filter((part) => part).join(", ");
    if (!place) return message;
    return `${isOfFile ? place[0].toUpperCase() + place.slice(1) : place}: ${message}`;
}

const suffixes =
    /^([^.].*?)(?:\.(?:trades|prices|rates|lots)\.csv|\.opinions\.json|\.(?:account|columns)\.ya?ml|\.csv|\.ofx|\.qfx|\.xml)$/i;

/** The account that a file belongs to by its name; null for names that no file of an account has. */
export const accountOfFile = (fileName) => fileName.match(suffixes)?.[1] ?? null;
