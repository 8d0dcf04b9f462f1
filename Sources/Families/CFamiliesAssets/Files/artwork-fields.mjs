// What is told of an artwork: the controls that adding and editing share.

import { element } from "./dom.mjs";
import { PictureChoice } from "./picture-choice.mjs";
import { PictureRefusal } from "./picture-upload.mjs";
import { characterCount, lengthProblem, limits, today } from "./story-text.mjs";

const prompts = [
    "What did your child say about this?", "When or where did they make it?", "How did they feel creating it?",
    "What makes this special?",
];

/** The controls of one artwork, in a group that can be switched off while it is sent. */
export class ArtworkFields {
    #picture;
    #moment;
    #child;
    #story;
    #count;
    #title;
    #date;
    #legend = element("legend", { class: "hidden-text" }, "Artwork");
    #problem = element("p", { class: "error", role: "alert" });
    #mistaken = null;

    /**
     * `key` tells the controls of several artworks apart. `others` gets pictures that are chosen besides the first; without
     * it the picture is there already. `changed` is called after every change.
     */
    constructor({ key, children, hasPrompts, changed, others }) {
        this.#picture = others
            ? new PictureChoice({ id: `picture-${key}`, label: "Picture of the artwork", hint: "You can choose several at once.", isRequired: true, changed, others })
            : null;
        this.#moment = new PictureChoice({ id: `moment-${key}`, label: "Moment photo", hint: "Your child with the artwork.", isRequired: false, changed });
        this.#child = element("select", { id: `child-${key}` }, ...children.map(({ id, name }) => element("option", { value: id }, name)));
        this.#count = element("p", { id: `story-count-${key}`, class: "small muted" });
        this.#story = element("textarea", {
            id: `story-${key}`, rows: 6, dir: "auto", "aria-describedby": `story-count-${key}`, oninput: () => this.#showCount(),
        });
        this.#title = element("input", { id: `title-${key}`, dir: "auto", maxLength: 400, autocomplete: "off", "aria-describedby": `title-hint-${key}` });
        this.#date = element("input", { id: `date-${key}`, type: "date", max: today(), required: true });
        const entry = (label, control, ...more) =>
            element("div", { class: "entry" }, element("label", { htmlFor: control.id }, ...label), control, ...more);
        this.node = element("fieldset", { class: "fields", oninput: changed }, this.#legend, this.#picture?.node,
            entry(["Who made this?"], this.#child),
            entry(["Story"], this.#story, this.#count, element("details", { class: "prompts", open: hasPrompts },
                element("summary", {}, "Story prompts"), element("ul", {}, ...prompts.map((text) => element("li", {}, text))))),
            this.#moment.node,
            entry(["Title", element("span", { class: "muted" }, " (optional)")], this.#title,
                element("p", { id: `title-hint-${key}`, class: "small muted" }, "Without one, the beginning of the story.")),
            entry(["When was this made?"], this.#date), this.#problem);
        this.values = { child: children[0].id, story: "", title: "", date: today() };
    }

    get values() {
        return {
            child: this.#child.value, story: this.#story.value, title: this.#title.value, date: this.#date.value,
            picture: this.#picture?.file ?? null, moment: this.#moment.file,
        };
    }

    set values({ child, story, title, date, picture = null, moment = null }) {
        if ([...this.#child.options].some(({ value }) => value === child)) this.#child.value = child;
        this.#story.value = story;
        this.#title.value = title;
        this.#date.value = date;
        this.#picture?.set(picture, false);
        this.#moment.set(moment, false);
        this.#showCount();
    }

    /** Whether nothing has been told yet. */
    get isBlank() {
        const { story, title, picture, moment } = this.values;
        return `${story}${title}`.trim() === "" && !picture && !moment;
    }

    /** What the group is called, where there are several. */
    set legend(text) {
        this.#legend.textContent = text;
        this.#legend.classList.toggle("hidden-text", text === "Artwork");
    }

    focus() {
        (this.#picture ?? this.#story).focus();
    }

    /** The columns of the row that are told here; without the pictures. */
    get row() {
        const { child, story, title, date } = this.values;
        return { child_id: child, story, title, created_date: date };
    }

    /** Says what is wrong; `kept` is the story that is stored already. Returns whether all is well. */
    check(kept) {
        const [text, control] = this.#mistake(kept) ?? ["", null];
        this.#problem.textContent = text;
        for (const each of [this.#story, this.#title, this.#date]) each.setAttribute("aria-invalid", String(each === control));
        this.#mistaken = control;
        return control === null;
    }

    /** Goes to what is wrong. */
    focusMistake() {
        this.#mistaken?.focus();
    }

    /** Says why the service did not take the artwork; `during` is what was being sent: `picture`, `moment` or `row`. */
    refuse(error, during) {
        const choice = { picture: this.#picture, moment: this.#moment }[during];
        if (error instanceof PictureRefusal && choice) {
            choice.complain(`${error.message} Your story is kept.`);
            this.#mistaken = choice;
        } else {
            this.#problem.textContent = `${error.message} Nothing of what you wrote is lost.`;
            this.#mistaken = null;
        }
    }

    #showCount() {
        const count = characterCount(this.#story.value);
        const [least, most] = limits.story;
        this.#count.textContent = count < least ? `${count} characters (minimum ${least})`
            : count > most ? `${count} characters (maximum ${most})` : `${count} characters`;
        this.#count.classList.toggle("short", count > 0 && (count < least || count > most));
    }

    /** The first mistake, and where it is; null for none. */
    #mistake(kept) {
        if (this.#picture && !this.#picture.file) return ["Choose a picture of the artwork.", this.#picture];
        // A story that was never there may stay away, and one that is shorter than the rule was kept before there was one.
        const story = lengthProblem("story", this.#story.value);
        if (story && this.#story.value.trim() !== kept) return [`Story: ${story}`, this.#story];
        const title = lengthProblem("title", this.#title.value);
        if (title) return [`Title: ${title}`, this.#title];
        if (!this.#date.value) return ["Say when this was made.", this.#date];
        if (this.#date.value > today()) return ["The artwork cannot be of a day that is still to come: correct the date.", this.#date];
        return null;
    }
}
