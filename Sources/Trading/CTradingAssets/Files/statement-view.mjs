// The statement of an account: its period, and the PDF.

import { makeStatement, statementAddress } from "./account-api.mjs";
import { announce } from "./announce.mjs";

/**
 * Lets people make and download the statement with the form of the page.
 *
 * `onStarted` is called when the work on a statement has begun. Returns a function that shows a state of the account.
 */
export function statementForm(name, form, onStarted) {
    const problem = form.querySelector(".error");
    const button = form.querySelector("button");
    const link = document.getElementById("statement-link");
    link.href = statementAddress(name);
    link.download = `${name}.statement.pdf`;
    let isAwaited = false;
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        problem.textContent = "";
        const entries = [...new FormData(form)].filter(([, value]) => value);
        try {
            await makeStatement(name, Object.fromEntries(entries));
            isAwaited = true;
            announce("The statement is being made.");
            onStarted();
        } catch (error) {
            problem.textContent = error.message;
        }
    });
    return ({ status, has_statement: hasStatement }) => {
        const isFilling = status === "filling";
        button.disabled = isFilling;
        button.textContent = isFilling ? "The statement is being made …" : "Make the statement";
        link.hidden = !hasStatement || isFilling;
        if (!isAwaited || isFilling) return;
        isAwaited = false;
        if (status === "failed") return;
        announce("The statement is ready.");
        link.focus();
    };
}
