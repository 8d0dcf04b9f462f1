// Filling the form, and the link to the result.

import { announce } from "./announce.mjs";
import { fetchJSON, send } from "./api.mjs";
import { count } from "./describe.mjs";
import { element } from "./dom.mjs";
import { follow } from "./follow.mjs";
import { mayChange } from "./may-change.mjs";
import { progressBar } from "./progress.mjs";
import { stepText } from "./states.mjs";

function rowsText(rows) {
    if (!rows) return "The filled forms are ready.";
    const filled = `${count(rows.filled, "form is", "forms are")} filled`;
    return rows.failed
        ? `${filled}. ${count(rows.failed, "row")} could not be used; the file in the ZIP says why.` : `${filled}.`;
}

/** Shows in `node` how a fill goes on, and what came of it. */
export class Filling {
    #id;
    #onState;
    #isRunning = false;
    /** Called with {isMany, isNew} when there is a result. */
    onResult = () => {};
    /** Called with {fieldRegionId, message} of each value that the fields do not take. */
    onRefused = () => {};
    node = element("div", { class: "filling" });

    constructor(id, onState) {
        this.#id = id;
        this.#onState = onState;
    }

    /** Shows what there is from before. */
    resume({ document: { status }, failure }) {
        if (status === "filling") return this.#run(async () => {});
        if (status === "filled") return this.#showResult(false);
        if (status === "failed") this.#showFailure(failure);
    }

    /** Fills the form with the values that the service has. */
    compose() {
        return this.#run(() => send("POST", `/documents/${this.#id}/compose`));
    }

    /** Fills the form once for each row of a table. Throws if the service refuses the table. */
    async rows(body, type) {
        await send("POST", `/documents/${this.#id}/rows`, { body, type });
        this.#run(async () => {});
    }

    /** Says that the filled form is not up to date any more. */
    changed() {
        const note = this.node.querySelector(".outdated");
        if (!note || this.#isRunning) return;
        note.hidden = false;
        note.closest(".notice").className = "notice warn";
    }

    async #run(start) {
        if (this.#isRunning) return;
        this.#isRunning = true;
        try {
            await start();
            await this.#watch();
        } catch (error) {
            announce(error.message);
            this.#show("bad", element("p", { role: "alert" }, error.message));
            if (error.fields?.length) this.onRefused(error.fields);
        } finally {
            this.#isRunning = false;
        }
    }

    async #watch() {
        this.#onState("filling");
        const progress = progressBar("Progress");
        progress.show("The form is being filled …");
        this.#show("", progress.node);
        const state = await follow(this.#id, (step) =>
            progress.show(stepText(step), step.total ? step.completed / step.total : undefined));
        this.#onState(state);
        if (state === "filled") return this.#showResult(true);
        const { failure } = await fetchJSON("GET", `/documents/${this.#id}`);
        announce(`The form could not be filled. ${failure?.message ?? ""}`);
        this.#showFailure(failure);
    }

    async #showResult(isNew) {
        const [{ filledPdfUrl, isCurrent, uncalculated }, { rows }] = await Promise.all([
            fetchJSON("GET", `/documents/${this.#id}/download`), fetchJSON("GET", `/documents/${this.#id}`),
        ]);
        const isMany = new URL(filledPdfUrl).pathname.endsWith(".zip");
        const title = isMany ? rowsText(rows) : "The filled form is ready.";
        // The link expires, so a new one is fetched when it is used.
        const link = element("a", {
            class: "button primary", href: filledPdfUrl, download: "", onfocus: () => this.#renew(link),
            onpointerenter: () => this.#renew(link),
        }, isMany ? "Download the filled forms (ZIP)" : "Download the filled form");
        const outdated = element("p", { class: "outdated", hidden: isCurrent !== false },
            mayChange
            ? "Something has changed since then. Make the PDF again to download the new version."
            : "Something has changed since then. The new version can be downloaded once the form is filled again.");
        const stale = element("p", { class: "outdated", hidden: !uncalculated },
            "The form would calculate these fields itself, which is not done here. Check them: "
            + `${uncalculated?.slice(0, 10).join(", ")}${uncalculated?.length > 10 ? " …" : ""}`);
        this.#show(isCurrent === false ? "warn" : "good", element("p", {}, title), outdated, stale, element("p", {}, link));
        this.onResult({ isMany, isNew });
        if (!isNew) return;
        announce(title);
        link.focus();
    }

    #renewed = Date.now();

    async #renew(link) {
        if (Date.now() - this.#renewed < 10 * 60 * 1000) return;
        this.#renewed = Date.now();
        link.href = (await fetchJSON("GET", `/documents/${this.#id}/download`)).filledPdfUrl;
    }

    #showFailure(failure) {
        this.#show("bad", element("p", { role: "alert" },
            element("strong", {}, "The form could not be filled. "), failure?.message ?? ""),
        mayChange ? element("p", {}, "Change what is wrong, and make the PDF again.") : "");
    }

    #show(kind, ...children) {
        this.node.replaceChildren(element("div", { class: `notice ${kind}` }, ...children));
    }
}
