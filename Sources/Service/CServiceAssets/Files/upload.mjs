// An upload with its progress, and a button that cancels it.

import { announce } from "./announce.mjs";
import { APIError, errorOf } from "./api.mjs";
import { element } from "./dom.mjs";
import { progressBar } from "./progress.mjs";

/**
 * Sends files in one request. `show` gets the share that has been sent.
 *
 * Returns the promise of the answer, and a function that cancels the request.
 */
export function sendFiles(address, files, show) {
    // XMLHttpRequest, since fetch does not report how much has been sent.
    const request = new XMLHttpRequest();
    const answer = new Promise((resolve, reject) => {
        request.open("POST", address);
        request.responseType = "json";
        request.upload.addEventListener("progress", ({ loaded, total }) => show(total ? loaded / total : 0));
        request.addEventListener("load", () => {
            if (request.status >= 200 && request.status < 300) resolve(request.response);
            else reject(errorOf(request.status, request.response ?? {}));
        });
        request.addEventListener("error", () => {
            reject(new APIError(0, "unreachable", "The upload broke off; try again."));
        });
        request.addEventListener("abort", () => reject(new APIError(0, "cancelled", "The upload was cancelled.")));
        const body = new FormData();
        for (const file of files) body.append("file", file);
        request.send(body);
    });
    return { answer, cancel: () => request.abort() };
}

/** Files that are sent in one request; `node` is an entry of a list, which shows how far it is. */
export class Upload {
    #title;
    #address;
    #files;
    #abort = () => {};
    #isCancelled = false;
    #progress;

    constructor(title, address, files) {
        this.#title = title;
        this.#address = address;
        this.#files = files;
        this.#progress = progressBar(`Upload of ${title}`);
        this.#progress.show(`${title}: waiting`, 0);
        this.node = element("li", {}, this.#progress.node,
            element("button", { type: "button", class: "quiet", onclick: () => this.#cancel() },
                "Cancel", element("span", { class: "hidden-text" }, ` the upload of ${title}`)));
    }

    /**
     * Sends the files. `finish` gets the answer and returns the address of what came of them.
     *
     * Returns the answer; null if the upload was cancelled or refused, which the entry says.
     */
    async run(finish) {
        if (this.#isCancelled) return null;
        try {
            const answer = await this.#send();
            const href = await finish(answer);
            this.node.replaceChildren(element("p", { class: "progress-text" },
                element("a", { href }, this.#title), ": uploaded"));
            announce(`${this.#title}: uploaded`);
            return answer;
        } catch (error) {
            if (!this.#isCancelled) showRefusal(this.node, `${this.#title}: ${error.message}`);
            return null;
        }
    }

    #send() {
        const { answer, cancel } = sendFiles(this.#address, this.#files, (share) =>
            this.#progress.show(`${this.#title}: ${Math.floor(share * 100)} % uploaded`, share));
        this.#abort = cancel;
        return answer;
    }

    #cancel() {
        this.#isCancelled = true;
        this.#abort();
        this.node.remove();
        announce(`The upload of ${this.#title} was cancelled.`);
        document.getElementById("file")?.focus();
    }
}

/** Makes an entry say why something was refused, until it is dismissed. */
export function showRefusal(node, problem) {
    announce(problem);
    node.classList.add("failed");
    node.replaceChildren(
        element("p", { class: "progress-text", role: "alert" }, problem),
        element("button", { type: "button", class: "quiet", onclick: () => node.remove() }, "Dismiss"));
    return node;
}
