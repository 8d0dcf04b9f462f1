// Adding an artwork, straight from a phone's camera too, and editing one.

import { announce } from "./announce.mjs";
import { keepDraft, readDraft, removeDraft } from "./artwork-draft.mjs";
import { element } from "./dom.mjs";
import { progressBar } from "./progress.mjs";
import { characterCount, lengthProblem, limits, today } from "./story-text.mjs";

const types = "image/jpeg,image/png,image/webp,image/heic,image/heif,image/tiff";
const sizeLimit = 25 << 20;
const prompts = [
    "What did your child say about this?", "When or where did they make it?", "How did they feel creating it?",
    "What makes this special?",
];

/** A name that no other picture has; `randomUUID` is for pages over TLS only. */
const randomName = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A choice of one picture with its preview. */
class PictureChoice {
    #preview = element("img", { class: "preview", alt: "", hidden: true });
    #clear = element("button", { type: "button", class: "quiet", hidden: true, onclick: () => this.set(null, true) }, "Remove the photo");
    #input;
    #changed;
    file = null;

    constructor({ id, label, hint, isRequired, changed }) {
        this.#changed = changed;
        this.#input = element("input", {
            id, type: "file", accept: types, required: false, "aria-describedby": `${id}-problem`,
            onchange: () => this.#input.files[0] && this.set(this.#input.files[0], true),
        });
        this.problem = element("p", { id: `${id}-problem`, class: "error", role: "alert" });
        this.node = element("div", { class: "entry" },
            element("label", { htmlFor: id }, label, isRequired ? null : element("span", { class: "muted" }, " (optional)")),
            hint ? element("p", { class: "muted small" }, hint) : null, this.#preview, this.#input, this.problem,
            isRequired ? null : this.#clear);
    }

    set(file, isNew) {
        this.problem.textContent = file && file.size > sizeLimit ? "This file is larger than 25 MB." : "";
        this.file = this.problem.textContent ? null : file;
        if (this.#preview.src) URL.revokeObjectURL(this.#preview.src);
        this.#preview.hidden = this.file === null;
        this.#clear.hidden = this.file === null;
        if (this.file) this.#preview.src = URL.createObjectURL(this.file);
        else this.#input.value = "";
        if (isNew) this.#changed();
    }

    focus() {
        this.#input.focus();
    }
}

/** The form of an artwork; a draft of it is kept until it has been sent. */
export class ArtworkForm {
    #app;
    #id;
    #draft;
    #artwork = null;
    #picture = new PictureChoice({ id: "picture", label: "Picture of the artwork", isRequired: true, changed: () => this.#keep() });
    #moment = new PictureChoice({
        id: "moment", label: "Moment photo", hint: "Your child with the artwork.", isRequired: false, changed: () => this.#keep(),
    });
    #child = element("select", { id: "child", name: "child" });
    #story = element("textarea", { id: "story", name: "story", rows: 6, dir: "auto", "aria-describedby": "story-count prompts" });
    #count = element("p", { id: "story-count", class: "small muted" });
    #title = element("input", { id: "title", name: "title", dir: "auto", maxLength: 400, "aria-describedby": "title-hint" });
    #date = element("input", { id: "date", name: "date", type: "date", max: today(), required: true });
    #problem = element("p", { class: "error", role: "alert" });
    #send = element("button", { type: "submit", class: "primary" });
    #progress = progressBar("Upload");
    #form;

    /** `id` is the artwork to edit; null for a new one. */
    constructor(app, id) {
        this.#app = app;
        this.#id = id;
        this.#draft = `${app.user}/${app.family.id}/${id ?? "new"}`;
        this.#progress.node.hidden = true;
        const entry = (label, control, ...more) =>
            element("div", { class: "entry" }, element("label", { htmlFor: control.id }, ...label), control, ...more);
        const optional = element("span", { class: "muted" }, " (optional)");
        this.#form = element("form", {
            class: "card narrow-form", noValidate: true, oninput: () => this.#keep(), onsubmit: (event) => {
                event.preventDefault();
                this.#submit();
            },
        },
        element("h1", { tabIndex: -1 }, id ? "Edit the artwork" : "Add an artwork"),
        ...(id ? [] : [this.#picture.node]),
        entry(["Who made this?"], this.#child),
        entry(["Story"], this.#story, this.#count,
            element("details", { id: "prompts", open: true }, element("summary", {}, "Story prompts"), element("ul", {}, ...prompts.map((text) => element("li", {}, text))))),
        this.#moment.node,
        entry(["Title", optional], this.#title, element("p", { id: "title-hint", class: "small muted" }, "Without one, the beginning of the story.")),
        entry(["When was this made?"], this.#date),
        this.#problem, this.#progress.node,
        element("div", { class: "buttons" }, this.#send, element("a", { class: "button quiet", href: id ? `#/artwork/${id}` : "#/" }, "Cancel")));
        this.#story.addEventListener("input", () => this.#showCount());
        this.node = this.#form;
    }

    async show() {
        const children = await this.#app.api.rows("children", { select: "id,name", family_id: `eq.${this.#app.family.id}`, order: "name" });
        if (children.length === 0) {
            this.#form.replaceChildren(element("h1", { tabIndex: -1 }, "Add a child first"),
                element("p", {}, this.#app.isParent ? "An artwork belongs to a child of the family." : "Ask a parent to add the child whose artwork this is."),
                ...(this.#app.isParent ? [element("p", {}, element("a", { class: "button primary", href: "#/family" }, "Add a child"))] : []));
            return;
        }
        this.#child.replaceChildren(...children.map(({ id, name }) => element("option", { value: id }, name)));
        if (this.#id) [this.#artwork] = await this.#app.api.rows("artworks", { select: "*", id: `eq.${this.#id}` });
        this.#set(this.#artwork ? {
            child: this.#artwork.child_id, story: this.#artwork.story ?? "", title: this.#artwork.title, date: this.#artwork.created_date,
        } : { child: children[0].id, story: "", title: "", date: today() });
        const draft = await readDraft(this.#draft);
        if (draft) {
            this.#set(draft);
            announce("Your draft is kept from last time.");
        }
        this.#send.textContent = this.#id ? "Save" : "Add the artwork";
    }

    #set({ child, story, title, date, picture = null, moment = null }) {
        if ([...this.#child.options].some(({ value }) => value === child)) this.#child.value = child;
        this.#story.value = story;
        this.#title.value = title;
        this.#date.value = date;
        this.#picture.set(picture, false);
        this.#moment.set(moment, false);
        this.#showCount();
    }

    #keep() {
        keepDraft(this.#draft, {
            child: this.#child.value, story: this.#story.value, title: this.#title.value, date: this.#date.value,
            picture: this.#picture.file, moment: this.#moment.file,
        });
    }

    #showCount() {
        const count = characterCount(this.#story.value);
        const [least, most] = limits.story;
        this.#count.textContent = count < least ? `${count} characters (minimum ${least})`
            : count > most ? `${count} characters (maximum ${most})` : `${count} characters`;
        this.#count.classList.toggle("short", count > 0 && (count < least || count > most));
    }

    /** The first mistake, and where it is; null for none. */
    #mistake() {
        if (!this.#id && !this.#picture.file) return ["Choose a picture of the artwork.", this.#picture];
        // A story that was never there may stay away, and one that is shorter than the rule was kept before there was one.
        const story = lengthProblem("story", this.#story.value);
        if (story && (!this.#id || this.#story.value.trim() !== (this.#artwork?.story ?? ""))) return [`Story: ${story}`, this.#story];
        const title = lengthProblem("title", this.#title.value);
        if (title) return [`Title: ${title}`, this.#title];
        if (!this.#date.value) return ["Say when this was made.", this.#date];
        return null;
    }

    async #submit() {
        const mistake = this.#mistake();
        this.#problem.textContent = mistake?.[0] ?? "";
        if (mistake) return mistake[1].focus();
        this.#send.disabled = true;
        try {
            const row = {
                child_id: this.#child.value, story: this.#story.value, title: this.#title.value, created_date: this.#date.value,
            };
            if (!this.#id) row.image_url = await this.#upload("The artwork", this.#picture.file);
            if (this.#moment.file) row.moment_photo_url = await this.#upload("The moment photo", this.#moment.file);
            let id = this.#id;
            if (id) {
                if (await this.#app.api.update("artworks", { id: `eq.${id}` }, row) === 0) throw new Error("The artwork is not there any more.");
            } else {
                ({ id } = await this.#app.api.insert("artworks", { ...row, family_id: this.#app.family.id }));
            }
            await removeDraft(this.#draft);
            announce(this.#id ? "Saved." : "Artwork added.");
            location.hash = `#/artwork/${id}`;
        } catch (error) {
            this.#problem.textContent = `${error.message} Nothing of what you wrote is lost.`;
        } finally {
            this.#send.disabled = false;
            this.#progress.node.hidden = true;
        }
    }

    async #upload(label, file) {
        this.#progress.node.hidden = false;
        this.#progress.show(`${label}: waiting`, 0);
        // The name says nothing of the file's own, which may name a person or a place.
        return this.#app.api.upload(`${this.#app.family.id}/${randomName()}`, file, (share) =>
            this.#progress.show(`${label}: ${Math.floor(share * 100)} % uploaded`, share));
    }
}
