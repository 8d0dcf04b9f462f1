// The routes of accounts, which apps use, too.

import { fetchJSON, send, sendPatiently } from "./api.mjs";
import { parseFigures } from "./figures.mjs";

const root = "/api";
const pathOf = (name) => `/accounts/${encodeURIComponent(name)}`;

/** The address of an account's page. */
export const pageOf = pathOf;

/** The address to which an account's files are uploaded. */
export const uploadAddress = (name) => `${root}${pathOf(name)}/files`;

/** The address of an account's newest statement. */
export const statementAddress = (name) => `${root}${pathOf(name)}/statement.pdf`;

/** The states of all accounts. */
export const fetchAccounts = async () => (await fetchJSON("GET", "/accounts", { root })).accounts;

/** The state of an account. */
export const fetchState = (name) => fetchJSON("GET", pathOf(name), { root });

/** Starts the work on a statement. */
export const makeStatement = (name, options) => send("POST", `${pathOf(name)}/statement`, { root, json: options });

/** Removes all files of a name from an account. */
export const removeFile = (name, file) => send("DELETE", `${pathOf(name)}/files/${encodeURIComponent(file)}`, { root });

/** Deletes an account. */
export const deleteAccount = (name) => send("DELETE", pathOf(name), { root });

/** Where the broker's figures differ, and which lines do not count. */
export const fetchReconciliation = (name) => fetchFigures(`${pathOf(name)}/reconciliation`);

/** An answer about an account: `path` is below /portfolio, /trades or /analysis; parameters without a value are left out. */
export function fetchAnswer(path, name, parameters = {}) {
    const given = Object.entries({ account: name, ...parameters }).filter(([, value]) => value);
    // URLSearchParams would write a space as a plus sign, which the service takes for one.
    return fetchFigures(`${path}?${given.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&")}`);
}

async function fetchFigures(path) {
    const response = await sendPatiently("GET", path, { root });
    return parseFigures(await response.text());
}
