// Requests to the service's API.

/** What the service answers instead of a result; `status` is 0 if it cannot be reached. */
export class APIError extends Error {
    constructor(status, code, message, body = {}) {
        super(message);
        this.status = status;
        this.code = code;
        this.body = body;
    }

    /** What is wrong with single fields. */
    get fields() {
        return this.body.fields ?? [];
    }

    /** Whether the same request may succeed later. */
    get isTemporary() {
        return this.status === 0 || this.status === 429 || this.status >= 500;
    }
}

/**
 * Sends a request under `root` and returns the response.
 *
 * `json` is sent as JSON; `body` as it is, with the given `type`. Without a login the browser goes to the login page.
 */
export async function send(method, path, { root = "/api/v1", json, body, type, version, keepalive } = {}) {
    const headers = { Accept: "application/json" };
    if (json !== undefined) headers["Content-Type"] = "application/json";
    if (type) headers["Content-Type"] = type;
    if (version !== undefined) headers["If-Match"] = `"${version}"`;
    let response;
    try {
        response = await fetch(root + path, {
            method, headers, keepalive, body: json === undefined ? body : JSON.stringify(json),
        });
    } catch {
        throw new APIError(0, "unreachable", "The service cannot be reached.");
    }
    if (response.ok) return response;
    throw errorOf(response.status, await response.json().catch(() => ({})));
}

/** Sends a request that only reads; one that the service cannot answer now is sent again, a few times. */
export async function sendPatiently(method, path, options) {
    for (let attempt = 1; ; attempt += 1) {
        try {
            return await send(method, path, options);
        } catch (error) {
            if (!error.isTemporary || attempt === 4) throw error;
            await new Promise((resolve) => setTimeout(resolve, attempt * 1000));
        }
    }
}

/** The error of an answer. */
export function errorOf(status, body) {
    if (status === 401) {
        location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search + location.hash)}&ended=1`);
    }
    return new APIError(status, body.error ?? "unknown", body.message ?? "The service could not do this.", body);
}

/** Sends a request and returns the JSON of the answer. */
export async function fetchJSON(method, path, options) {
    return (await send(method, path, options)).json();
}
