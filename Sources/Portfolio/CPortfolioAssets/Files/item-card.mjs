// An input of a portfolio where it stands, with what can be done about it.

import { element } from "./dom.mjs";
import { countText, firstWords, kindTitle, scoreText } from "./portfolio-states.mjs";

/** A button with a sign; one that cannot do anything now keeps the focus, and says so. */
export function signButton(sign, label, key, action, isEnabled = true) {
    return element("button", {
        type: "button", class: "sign", "aria-label": label, title: label, "data-key": key, "aria-disabled": isEnabled ? null : "true", onclick: action,
    }, sign);
}

/**
 * The card of an item.
 *
 * `about` has {section, input, name, isCover, canMove: {earlier, later}, isMovable}; `actions` are {move, edit, omit}.
 */
export function itemCard(item, { section, input, name, isCover, isMovable, canMove }, actions) {
    // The cover stands in two sections. The ID of a block changes with its first picture.
    const key = `${section}-${item.input}`;
    const details = [
        input.kind === "file" && input.name !== name ? input.name : null,
        item.media.length > 1 ? countText(item.media.length, "page") : null,
        input.final === undefined ? null : `Score ${scoreText(input.final)}`,
    ].filter((text) => text).join(" · ");
    const card = element("li", { class: `item ${item.media.length > 0 ? "medium" : "words"}`, "data-name": name },
        item.media.length > 0 ? picture(item, input, isMovable) : null,
        element("div", { class: "item-body" },
            element("p", { class: "item-name" }, name,
                // That a picture is one can be seen.
                input.type === "picture" ? null : element("span", { class: "badge" }, kindTitle(input.type)),
                isCover ? element("span", { class: "badge good" }, "cover") : null),
            words(item),
            details ? element("p", { class: "muted small" }, details) : null),
        element("div", { class: "item-actions" },
            isMovable ? signButton("←", `Move ${name} earlier`, `earlier-${key}`, () => actions.move(-1), canMove.earlier) : null,
            isMovable ? signButton("→", `Move ${name} later`, `later-${key}`, () => actions.move(1), canMove.later) : null,
            element("button", { type: "button", "data-key": `edit-${key}`, "aria-label": `Edit ${name}`, onclick: actions.edit }, "Edit"),
            actions.omit ? signButton("✕", `Leave ${name} out`, `omit-${key}`, actions.omit) : null));
    if (isMovable) {
        card.addEventListener("keydown", (event) => {
            const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
            if (!by || !event.altKey) return;
            event.preventDefault();
            event.stopPropagation();
            actions.move(by);
        });
    }
    return card;
}

function picture(item, input, isMovable) {
    const shown = input.pictures.find(({ page }) => page === item.media[0].page) ?? input.pictures[0];
    return element("div", { class: "item-picture", draggable: isMovable, "data-handle": isMovable, title: isMovable ? "Drag it to another place" : null },
        shown ? element("img", { src: shown.thumb, alt: item.media[0].alt_text, loading: "lazy", draggable: false }) : "",
        item.media[0].is_video ? element("span", { class: "play", "aria-hidden": "true" }, "▶") : null);
}

function words({ block }) {
    const text = block.text ? firstWords(block.text.text, 240) : block.link?.url;
    return text ? element("p", { class: "excerpt" }, text) : null;
}
