// The routes of portfolios, which apps use, too.

import { fetchJSON, send, sendPatiently } from "./api.mjs";

const root = "/api";
const pathOf = (id) => `/portfolios/${encodeURIComponent(id)}`;

/** The address of a portfolio's page. */
export const pageOf = pathOf;

/** The address to which files are uploaded. */
export const uploadAddress = `${root}/content/upload`;

/** The address of the small picture of an upload. */
export const thumbAddress = (content) => `${root}/content/${encodeURIComponent(content)}/thumb`;

/** The address of a file of a portfolio, such as `book.pdf`; without a name, of its JSON. */
export const fileAddress = (id, name) => root + pathOf(id) + (name ? `/${name}` : "");

/** The address of the picture of a page of the book, from 0; `edition` makes it another one for another book. */
export const pageAddress = (id, page, width, edition) =>
    `${root}${pathOf(id)}/pages/${page}.png?width=${width}&edition=${edition}`;

/** Portfolios, newest first, and what `before` is for the next ones. */
export const fetchPortfolios = (before) =>
    fetchJSON("GET", `/portfolios?limit=100${before ? `&before=${before}` : ""}`, { root });

/** What has become of uploads: `contents` are their IDs, at most 100. */
export const fetchUploads = async (contents) =>
    (await fetchJSON("GET", `/content?${contents.map((id) => `id=${encodeURIComponent(id)}`).join("&")}`, { root })).uploads;

/** Makes a portfolio, and returns its ID while the work goes on. */
export const makePortfolio = async (request) => (await fetchJSON("POST", "/portfolios/begin", { root, json: request })).portfolio_id;

/** What a portfolio is made of; with `isComplete`, with all words of its texts. */
export const fetchContents = async (id, isComplete = false) =>
    (await sendPatiently("GET", `${pathOf(id)}/contents${isComplete ? "?texts=complete" : ""}`, { root })).json();

/** Where everything stands by an edition, of which nothing is kept. */
export const fetchArrangement = async (id, edition) =>
    (await sendPatiently("POST", `${pathOf(id)}/arrangement`, { root, json: edition })).json();

/** What there is to know about the newest book. */
export const fetchReport = (id) => fetchJSON("GET", `${pathOf(id)}/report.json`, { root });

/** Starts the work on a book. */
export const makeBook = (id, edition) => send("POST", `${pathOf(id)}/compose`, { root, json: edition });

/** Starts the work on a portfolio again that has failed. */
export const tryAgain = (id) => send("POST", `${pathOf(id)}/retry`, { root });

/** Deletes a portfolio. */
export const deletePortfolio = (id) => send("DELETE", pathOf(id), { root });
