// How far a filled copy is read, as people read it. The server's pages use the same words.

const states = {
    reading: ["Being read", "busy"],
    read: ["Read", "good"],
    unknown_form: ["Another form", "bad"],
    other_edition: ["Another edition", "bad"],
    failed: ["Failed", "bad"],
};

const reasons = {
    withheld: "The form withholds this value.",
    recognised: "Text recognition is not sure of it.",
    ink: "It is not clear whether this is a mark.",
    handwriting: "There is writing that text recognition cannot read.",
    severalTicks: "Several answers are ticked.",
    missingPage: "The page is missing in the file.",
    addendum: "The value is on an added page that could not be read.",
    hidden: "The file has text here that is not visible, or covered by other text.",
};

/** A state's name. */
export const answerStateTitle = (state) => states[state]?.[0] ?? state;

/** The class of a state's badge. */
export const answerStateClass = (state) => states[state]?.[1] ?? "";

/** Why a cell is doubtful, in a sentence. */
export const doubtText = (reason) => reasons[reason] ?? "Please look at it.";
