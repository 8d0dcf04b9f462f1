// A document's moves and progress, live.

import { fetchJSON } from "./api.mjs";

const settled = new Set(["ready", "filled", "failed"]);

/**
 * Follows a document until it has come to rest, and returns its last state.
 *
 * `onStep` gets the progress of stages. The stream ends as soon as it is not needed: a browser opens six connections to a
 * host, and each window would hold one. If the stream breaks, the state is asked for.
 */
export function follow(id, onStep = () => {}) {
    return new Promise((resolve) => {
        const stream = new EventSource(`/api/v1/documents/${id}/events`);
        let timer = 0;
        const finish = (state) => {
            clearInterval(timer);
            stream.close();
            resolve(state);
        };
        stream.addEventListener("document", (event) => {
            const { state } = JSON.parse(event.data);
            if (settled.has(state)) finish(state);
        });
        stream.addEventListener("job", (event) => onStep(JSON.parse(event.data)));
        const poll = async () => {
            try {
                const { document } = await fetchJSON("GET", `/documents/${id}`);
                if (settled.has(document.status)) finish(document.status);
            } catch (error) {
                if (error.status === 404) finish("deleted");
            }
        };
        stream.addEventListener("error", () => {
            if (!timer) timer = setInterval(poll, 2000);
        });
    });
}
