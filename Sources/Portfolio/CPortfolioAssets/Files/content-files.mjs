// The files of a portfolio that is being put together: each is uploaded as soon as it is chosen, and looked at by the service.

import { announce } from "./announce.mjs";
import { APIError } from "./api.mjs";
import { element } from "./dom.mjs";
import { fetchUploads, thumbAddress, uploadAddress } from "./portfolio-api.mjs";
import { mostInputs } from "./portfolio-request.mjs";
import { adviceFor, countText, kindTitle } from "./portfolio-states.mjs";
import { sendFiles } from "./upload.mjs";

/** Uploads at the same time: the browser needs connections for other requests, too. */
const atOnce = 3;
/** Uploads that one request asks about. */
const mostAsked = 100;

/** A list of files with how far they are. `changed` is called when something was added, entered or removed. */
export class ContentFiles {
    #list;
    #changed;
    #rows = [];
    #sending = 0;
    #waiters = [];
    #timer = 0;
    #number = 0;

    constructor(list, changed) {
        this.#list = list;
        this.#changed = changed;
    }

    /** The files that can be part of a portfolio: {path, name, title, work, cover}, and the ID of the upload. */
    get values() {
        return this.#rows.filter((row) => row.content && row.state !== "failed").map((row) => ({
            path: `/uploads/${row.content}`, name: row.name, title: row.title.value, work: row.work.value, ...row.given,
        }));
    }

    get count() {
        return this.#rows.length;
    }

    /** Whether files are on their way, which would be lost with the page. */
    get isSending() {
        return this.#rows.some(({ state }) => state === "waiting" || state === "sending");
    }

    /** Uploads files: {file, work}. */
    add(files) {
        const room = Math.max(0, mostInputs - this.#rows.length);
        for (const { file, work } of files.slice(0, room)) this.#append({ file, name: file.name, work, state: "waiting" });
        if (files.length > room) {
            const text = `A portfolio has at most ${mostInputs} parts; ${countText(files.length - room, "file was", "files were")} not added.`;
            this.#list.before(element("p", { class: "notice warn", role: "alert" }, text));
        } else if (files.length > 0) {
            announce(`${countText(files.length, "file")} added.`);
        }
        this.#tell();
        this.#sendNext();
    }

    /** Takes files that were uploaded before: {path, name, title, work}, and what is passed on with them. */
    restore(files) {
        for (const { path, name, title, work, ...given } of files) {
            this.#append({ content: path.replace("/uploads/", ""), name, title, work, given, state: "arrived" });
        }
        this.#poll();
    }

    /** Waits until no upload is in progress. */
    async arrived() {
        while (this.isSending) {
            await new Promise((resolve) => this.#waiters.push(resolve));
        }
    }

    // MARK: Rows

    #append({ file, content, name, title = "", work = "", given = {}, state }) {
        const number = (this.#number += 1);
        const field = (id, label, value) => {
            const input = element("input", { id, type: "text", value, maxLength: 100, autocomplete: "off", oninput: () => this.#tell() });
            return [element("p", { class: "entry" }, element("label", { htmlFor: id }, label,
                element("span", { class: "hidden-text" }, ` of ${name}`)), input), input];
        };
        const [titleEntry, titleInput] = field(`title-${number}`, "Title", title);
        const [workEntry, workInput] = field(`work-${number}`, "Work", work);
        const row = {
            file, content, name, given, state, title: titleInput, work: workInput, cancel: () => {},
            picture: element("div", { class: "thumb", "aria-hidden": "true" }),
            badge: element("span", { class: "badge busy" }), bar: element("progress", { max: 1, value: 0, "aria-label": `Upload of ${name}` }),
            problem: element("p", { class: "error" }),
        };
        // The property `list` cannot be set.
        workInput.setAttribute("list", "works");
        row.node = element("li", { class: "content-file" }, row.picture,
            element("div", { class: "content-name" }, element("p", {}, element("span", { class: "file-name" }, name), " ", row.badge), row.bar, row.problem),
            element("div", { class: "content-fields" }, titleEntry, workEntry),
            element("button", { type: "button", class: "quiet", onclick: () => this.#remove(row) },
                "Remove", element("span", { class: "hidden-text" }, ` ${name}`)));
        this.#rows.push(row);
        this.#list.append(row.node);
        this.#show(row);
    }

    #show(row, share) {
        const [text, kind] = {
            waiting: ["Waiting", "busy"], sending: ["Uploading", "busy"], arrived: ["Being looked at", "busy"],
            ready: [kindTitle(row.type).replace(/^./, (letter) => letter.toUpperCase()), "good"], failed: ["Cannot be used", "bad"],
        }[row.state];
        row.badge.textContent = text;
        row.badge.className = `badge ${kind}`;
        row.bar.hidden = !["waiting", "sending"].includes(row.state);
        if (share !== undefined) row.bar.value = share;
        row.node.classList.toggle("failed", row.state === "failed");
    }

    #fail(row, message, code) {
        row.state = "failed";
        row.problem.textContent = [message, adviceFor(code)].filter((part) => part).join(" ");
        this.#show(row);
        announce(`${row.name} cannot be used. ${row.problem.textContent}`);
    }

    #remove(row) {
        row.cancel();
        const place = this.#rows.indexOf(row);
        this.#rows.splice(place, 1);
        row.node.remove();
        announce(`${row.name} is removed.`);
        (this.#rows[place] ?? this.#rows[place - 1])?.node.querySelector("button").focus();
        if (this.#rows.length === 0) document.getElementById("file").focus();
        this.#tell();
        this.#wake();
    }

    #tell() {
        this.#changed();
    }

    #wake() {
        this.#waiters.splice(0).forEach((resolve) => resolve());
    }

    // MARK: Uploads

    #sendNext() {
        while (this.#sending < atOnce) {
            const row = this.#rows.find(({ state }) => state === "waiting");
            if (!row) return;
            this.#sending += 1;
            this.#send(row).finally(() => {
                this.#sending -= 1;
                this.#sendNext();
                this.#tell();
                this.#wake();
                this.#poll();
            });
        }
    }

    async #send(row) {
        row.state = "sending";
        this.#show(row);
        const { answer, cancel } = sendFiles(uploadAddress, [row.file], (share) => this.#show(row, share));
        row.cancel = cancel;
        try {
            row.content = (await answer).content_id;
            row.state = "arrived";
            row.file = null;
            this.#show(row);
        } catch (error) {
            if (!(error instanceof APIError)) throw error;
            if (this.#rows.includes(row)) this.#fail(row, error.message, error.code);
        }
    }

    // MARK: What the service says of them

    /** Asks until all uploads have been looked at. */
    async #poll() {
        clearTimeout(this.#timer);
        const asked = this.#rows.filter(({ state }) => state === "arrived").slice(0, mostAsked);
        if (asked.length === 0) return;
        let wait = 1000;
        try {
            const uploads = await fetchUploads(asked.map(({ content }) => content));
            for (const upload of uploads) {
                const row = asked.find(({ content }) => content === upload.content_id);
                if (row?.state === "arrived") this.#take(row, upload);
            }
        } catch (error) {
            if (!(error instanceof APIError)) throw error;
            wait = 5000;
        }
        this.#timer = setTimeout(() => this.#poll(), wait);
    }

    #take(row, { status, type, failure, has_thumb: hasThumb }) {
        if (status === "failed") return this.#fail(row, failure.message, failure.code);
        if (status !== "ready") return;
        row.state = "ready";
        row.type = type;
        if (hasThumb) row.picture.replaceChildren(element("img", { src: thumbAddress(row.content), alt: "", loading: "lazy" }));
        this.#show(row);
    }
}
