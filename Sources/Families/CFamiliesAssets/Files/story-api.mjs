// Requests for the rows, pictures and books of families.

import { StoryError } from "./story-session.mjs";

/** How long a picture is waited for that the service is still checking, in milliseconds. */
const patience = 5 * 60_000;

const pictureAddress = (name) => `/storage/v1/object/artworks/${name.split("/").map(encodeURIComponent).join("/")}`;
const pausing = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The rows, pictures and books that the signed-in user may see. */
export class StoryAPI {
    #session;
    #whenOver;

    /** `whenOver` is called when the session has ended. */
    constructor(session, whenOver) {
        this.#session = session;
        this.#whenOver = whenOver;
    }

    /** The rows of a table that pass the filters: `{ select: "*", id: "eq.…" }`. */
    async rows(table, parameters = {}) {
        return (await this.#send("GET", `/rest/v1/${table}?${new URLSearchParams(parameters)}`)).json();
    }

    /** Adds a row, and returns it. */
    async insert(table, row) {
        const response = await this.#send("POST", `/rest/v1/${table}`, row, { Prefer: "return=representation" });
        return (await response.json())[0];
    }

    /** Changes the rows that pass the filters; returns how many. */
    async update(table, filters, values) {
        const response = await this.#send(
            "PATCH", `/rest/v1/${table}?${new URLSearchParams(filters)}`, values, { Prefer: "return=representation" });
        return (await response.json()).length;
    }

    /** Deletes the rows that pass the filters. */
    async remove(table, filters) {
        await this.#send("DELETE", `/rest/v1/${table}?${new URLSearchParams(filters)}`);
    }

    /** Calls a function. */
    async call(name, parameters = {}) {
        const response = await this.#send("POST", `/rest/v1/rpc/${name}`, parameters);
        const text = await response.text();
        return text === "" ? null : JSON.parse(text);
    }

    /** Uploads a picture under a name; `progress` gets the share that has been sent. */
    async upload(name, file, progress) {
        const headers = await this.#session.headers();
        // XMLHttpRequest, since fetch does not report how much has been sent.
        return new Promise((resolve, reject) => {
            const request = new XMLHttpRequest();
            request.open("POST", pictureAddress(name));
            for (const [field, value] of Object.entries(headers)) request.setRequestHeader(field, value);
            request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
            // A second attempt after a broken connection may meet the first.
            request.setRequestHeader("x-upsert", "true");
            request.responseType = "json";
            request.upload.addEventListener("progress", ({ loaded, total }) => progress(total ? loaded / total : 0));
            request.addEventListener("load", () => {
                if (request.status >= 200 && request.status < 300) resolve(name);
                else reject(new StoryError(request.status, request.response?.error, request.response?.message ?? "The picture was refused."));
            });
            request.addEventListener("error", () => reject(new StoryError(0, "unreachable", "The upload broke off; try again.")));
            request.send(file);
        });
    }

    /** Waits until the service has checked a picture; throws its reason if it cannot be shown. */
    async checked(name) {
        const end = Date.now() + patience;
        for (;;) {
            try {
                // The service waits too, for ten seconds each time. One byte of the picture is enough.
                await (await this.#send("GET", pictureAddress(name), undefined, { Range: "bytes=0-0" })).arrayBuffer();
                return;
            } catch (error) {
                if (error.status !== 503 || Date.now() > end) throw error;
                await pausing(1000);
            }
        }
    }

    /** Removes pictures that no row shows. */
    async removePictures(names) {
        await this.#send("DELETE", "/storage/v1/object/artworks", { prefixes: names });
    }

    /** The family's books, newest first. */
    async books(family) {
        return (await this.#send("GET", `/books/v1/${family}`)).json();
    }

    /** Has a book made. */
    async orderBook(family, order) {
        await this.#send("POST", `/books/v1/${family}`, order);
    }

    /** Deletes a book. */
    async deleteBook(family, id) {
        await this.#send("DELETE", `/books/v1/${family}/${id}`);
    }

    async #send(method, path, json, more = {}) {
        for (let attempt = 1; ; attempt += 1) {
            const { user } = this.#session;
            const headers = { ...(await this.#session.headers()), ...more };
            if (user && !this.#session.user) {
                this.#whenOver();
                throw new StoryError(401, "session_over", "Your session is over. Sign in again.");
            }
            if (json !== undefined) headers["Content-Type"] = "application/json";
            let response;
            try {
                response = await fetch(path, { method, headers, body: json === undefined ? undefined : JSON.stringify(json) });
            } catch {
                throw new StoryError(0, "unreachable", "The service cannot be reached.");
            }
            if (response.ok) return response;
            const old = headers.Authorization.slice("Bearer ".length);
            if (response.status === 401 && attempt === 1 && this.#session.user && await this.#session.renew(old)) continue;
            const body = await response.json().catch(() => ({}));
            if (response.status === 401) this.#whenOver();
            throw new StoryError(response.status, body.code ?? body.error, body.message ?? "The service could not do this.");
        }
    }
}
