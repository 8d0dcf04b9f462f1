// The sections of a portfolio with their works, where they can be moved, edited and left out.

import { announce } from "./announce.mjs";
import { canMove, canMoveWork, orderOf, worksOf } from "./arrangement-works.mjs";
import { ask } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { makeSortable } from "./dragging.mjs";
import { itemCard, signButton } from "./item-card.mjs";
import { askAboutItem } from "./item-dialog.mjs";
import { moved, withOmitted, withOrder, withText, withValue } from "./portfolio-edition.mjs";
import { countText, inputName, sectionTitle } from "./portfolio-states.mjs";

/**
 * Shows where everything stands.
 *
 * `portfolio` has {contents, arrangement, history}; changes go to the history.
 */
export function arrangementView({ contents, arrangement, history }) {
    const nameOf = (input) => contents.inputs[input].name;
    const view = { contents, arrangement, history, nameOf, titles: titlesOf(contents, arrangement) };
    return arrangement.sections.map((section, place) => sectionView(section, place, view));
}

/** What people call the inputs: as the arrangement does, or else by what was given. */
function titlesOf(contents, arrangement) {
    const titles = new Map();
    for (const block of arrangement.sections.flatMap(({ blocks }) => blocks)) {
        for (const { input, caption } of block.media ?? []) if (caption) titles.set(input, caption);
        if (block.text) titles.set(block.text.input, block.text.header);
        if (block.link) titles.set(block.link.input, block.link.title);
    }
    return (input) => titles.get(input) ?? inputName(contents.inputs[input]);
}

// MARK: Sections

function sectionView(section, place, view) {
    const { arrangement, history } = view;
    const title = sectionTitle(section.section_id);
    const ids = arrangement.sections.map(({ section_id: id }) => id);
    const move = (by) => {
        const to = place + by;
        if (to < 0 || to >= ids.length) return announce(`${title} is ${by < 0 ? "the first" : "the last"} section already.`);
        history.apply(withValue(history.edition, "sections", moved(ids, place, to)), `${title} is section ${to + 1} of ${ids.length}.`);
    };
    const heading = `section-${section.section_id}`;
    return element("section", { class: "arranged", "aria-labelledby": heading },
        element("div", { class: "arranged-head" },
            element("h3", { id: heading }, title),
            element("span", { class: "signs" },
                signButton("↑", `Move the section ${title} up`, `up-${section.section_id}`, () => move(-1), place > 0),
                signButton("↓", `Move the section ${title} down`, `down-${section.section_id}`, () => move(1), place < ids.length - 1))),
        worksList(section, view));
}

function worksList(section, view) {
    const works = worksOf(section);
    const isOrdered = section.section_id === "work";
    const { history, nameOf } = view;
    const move = (from, to) => {
        if (!canMoveWork(works, from, to - from, nameOf)) return announce("It cannot stand there: links and texts of portfolios that apps made come last.");
        const next = moved(works, from, to);
        const title = workTitle(works[from], view);
        history.apply(withOrder(history.edition, orderOf(next, nameOf)), `${title} is ${to + 1} of ${works.length}.`);
    };
    const list = element("ol", { class: "works" }, ...works.map((work, place) => workView(work, place, works, section, view, isOrdered ? move : null)));
    if (isOrdered) makeSortable(list, move);
    return list;
}

// MARK: Works

const workTitle = (work, { titles }) => {
    if (work.title) return work.title;
    if (work.items.length === 1) return titles(work.items[0].input);
    return work.work === "" ? "Pictures" : work.work ?? "Works";
};

function workView(work, place, works, section, view, move) {
    const { contents, history, nameOf, arrangement } = view;
    const title = workTitle(work, view);
    const isFolder = contents.works.some(({ folder }) => folder === work.work);
    const isMovable = move !== null && works.length > 1 && canMoveAnywhere(works, work, nameOf);
    const key = work.key;
    const by = (step) => {
        const to = place + step;
        if (to < 0 || to >= works.length) return announce(`${title} is ${step < 0 ? "the first" : "the last"} already.`);
        move(place, to);
    };
    const moveItem = (from, to) => {
        if (!canMove(work, from, to - from, nameOf)) return announce("It cannot stand there: texts stand under the pictures of their work, and links under texts.");
        const next = works.with(place, { ...work, items: moved(work.items, from, to) });
        const order = withOrder(history.edition, orderOf(next, nameOf));
        history.apply(order, `${view.titles(work.items[from].input)} is ${to + 1} of ${work.items.length} in ${title}.`);
    };
    const areMovable = section.section_id === "work" && work.items.length > 1;
    const cards = work.items.map((item, index) => itemCard(item, {
        section: section.section_id, input: contents.inputs[item.input], name: view.titles(item.input), isMovable: areMovable && Boolean(nameOf(item.input)),
        isCover: arrangement.cover === item.input && item.media.length > 0,
        canMove: { earlier: canMove(work, index, -1, nameOf), later: canMove(work, index, 1, nameOf) },
    }, {
        move: (step) => moveItem(index, index + step),
        edit: () => edit(item, view),
        omit: nameOf(item.input) && section.section_id !== "hook"
            ? () => history.apply(withOmitted(history.edition, nameOf(item.input)), `${view.titles(item.input)} is left out.`) : null,
    }));
    const list = element("ol", { class: `items ${work.items.some(({ media }) => media.length > 0) ? "cards" : ""}` }, ...cards);
    if (areMovable) makeSortable(list, moveItem);
    return element("li", { class: "work", "data-name": title },
        work.items.length > 1 || work.title || isMovable
            ? element("div", { class: "work-head" },
                isMovable ? element("span", { class: "handle", draggable: true, "data-handle": true, "aria-hidden": "true", title: "Drag it to another place" }, "⠿") : null,
                element("h4", {}, title, work.items.length > 1 ? element("span", { class: "muted" }, ` · ${countText(work.items.length, "part")}`) : null),
                element("span", { class: "signs" },
                    isFolder ? element("button", { type: "button", class: "quiet", "data-key": `rename-${key}`, "aria-label": `Rename ${title}`, onclick: () => rename(work, title, view) }, "Rename") : null,
                    isMovable ? signButton("↑", `Move ${title} up`, `work-up-${key}`, () => by(-1), place > 0) : null,
                    isMovable ? signButton("↓", `Move ${title} down`, `work-down-${key}`, () => by(1), place < works.length - 1) : null))
            : null,
        reasonsView(work.blocks[0]),
        work.items.length > 0 ? list : null,
        ...work.blocks.map((block) => figuresView(block) ?? (block.kind === "contact" ? contactView(contents.contact) : null)));
}

/** Works without a name of a file can neither be moved nor be passed. */
const canMoveAnywhere = (works, work, nameOf) =>
    works.some((other, place) => other !== work && canMoveWork(works, works.indexOf(work), place - works.indexOf(work), nameOf));

function reasonsView({ reasons }) {
    return element("p", { class: "why" }, element("strong", {}, "Why here: "), reasons.join(" "));
}

function figuresView({ metrics }) {
    if (!metrics) return null;
    return element("dl", { class: "figures" }, ...metrics.map(({ label, value, unit }) => element("div", {},
        element("dt", {}, label), element("dd", {}, [value, unit].filter((part) => part).join(" ")))));
}

function contactView({ email, phone, url }) {
    const lines = [email, phone, url].filter((line) => line);
    return element("p", { class: "excerpt" }, lines.length > 0 ? lines.join(" · ") : "No address was given.");
}

// MARK: Changes

async function rename(work, title, { history }) {
    const input = element("input", { id: "work-title", type: "text", value: title, maxLength: 100, autocomplete: "off" });
    const isRenamed = await ask({
        title: `Rename “${title}”`,
        content: [element("p", { class: "entry" }, element("label", { htmlFor: input.id }, "Title"), input)],
        actions: [{ label: "Apply", value: true, kind: "primary" }, { label: "Cancel", value: null }],
    });
    if (isRenamed) history.apply(withText(history.edition, "titles", work.work, input.value), `The work is called ${input.value.trim() || work.work}.`);
}

async function edit(item, view) {
    const { contents, history, arrangement, nameOf } = view;
    const name = nameOf(item.input);
    const { edition } = history;
    const isCover = arrangement.cover === item.input;
    const given = (key) => edition[key]?.[name] ?? "";
    const answer = await askAboutItem(item, {
        input: contents.inputs[item.input], name: view.titles(item.input), isCover, reasons: item.block.reasons,
        texts: { captions: given("captions"), titles: given("titles"), altTexts: given("altTexts") },
    });
    if (!answer) return;
    let next = edition;
    for (const key of ["captions", "titles", "altTexts"]) {
        if (answer[key] !== undefined) next = withText(next, key, name, answer[key]);
    }
    if (answer.isCover && !isCover) next = withValue(next, "cover", name);
    if (!answer.isCover && isCover && next.cover === name) next = withValue(next, "cover", undefined);
    history.apply(next, `${view.titles(item.input)} is changed.`);
}
