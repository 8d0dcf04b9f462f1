// Uploads of forms, one after the other, each with its progress and a button that cancels it.

import { announce } from "./announce.mjs";
import { errorOf, send, APIError } from "./api.mjs";
import { element } from "./dom.mjs";
import { progressBar } from "./progress.mjs";

/** Uploads files and starts the search for their fields. Returns the ids of those that arrived. */
export async function uploadForms(files, list) {
    const uploads = files.map((file) => new Upload(file));
    list.append(...uploads.map((upload) => upload.node));
    list.scrollIntoView({ block: "nearest" });
    const arrived = [];
    for (const upload of uploads) {
        const id = await upload.run();
        if (id) arrived.push(id);
    }
    return arrived;
}

class Upload {
    #file;
    #request = null;
    #isCancelled = false;
    #progress;
    #button;

    constructor(file) {
        this.#file = file;
        this.#progress = progressBar(`Upload of ${file.name}`);
        this.#progress.show(`${file.name}: waiting`, 0);
        this.#button = element("button", { type: "button", class: "quiet", onclick: () => this.#cancel() },
            "Cancel", element("span", { class: "hidden-text" }, ` the upload of ${file.name}`));
        this.node = element("li", {}, this.#progress.node, this.#button);
    }

    async run() {
        if (this.#isCancelled) return null;
        try {
            const id = await this.#send();
            await send("POST", `/documents/${id}/process`);
            this.node.replaceChildren(element("p", { class: "progress-text" },
                element("a", { href: `/documents/${id}` }, this.#file.name), ": uploaded"));
            announce(`${this.#file.name}: uploaded`);
            return id;
        } catch (error) {
            if (!this.#isCancelled) this.#fail(error);
            return null;
        }
    }

    // XMLHttpRequest, since fetch does not report how much has been sent.
    #send() {
        return new Promise((resolve, reject) => {
            const request = (this.#request = new XMLHttpRequest());
            request.open("POST", "/api/v1/documents/init-upload");
            request.responseType = "json";
            request.upload.addEventListener("progress", ({ loaded, total }) => {
                const share = total ? loaded / total : 0;
                this.#progress.show(`${this.#file.name}: ${Math.floor(share * 100)} % uploaded`, share);
            });
            request.addEventListener("load", () => {
                if (request.status === 201) resolve(request.response.documentId);
                else reject(errorOf(request.status, request.response ?? {}));
            });
            request.addEventListener("error", () => {
                reject(new APIError(0, "unreachable", "The upload broke off; try again."));
            });
            request.addEventListener("abort", () => reject(new APIError(0, "cancelled", "The upload was cancelled.")));
            const body = new FormData();
            body.append("file", this.#file);
            request.send(body);
        });
    }

    #cancel() {
        this.#isCancelled = true;
        this.#request?.abort();
        this.node.remove();
        announce(`The upload of ${this.#file.name} was cancelled.`);
        document.getElementById("file")?.focus();
    }

    #fail(error) {
        const problem = `${this.#file.name}: ${error.message}`;
        announce(problem);
        this.node.classList.add("failed");
        this.node.replaceChildren(
            element("p", { class: "progress-text", role: "alert" }, problem),
            element("button", { type: "button", class: "quiet", onclick: () => this.node.remove() }, "Dismiss"));
    }
}
