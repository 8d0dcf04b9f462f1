// Elements without markup in strings: text can never become HTML.

/**
 * Creates an element. Properties that begin with "on" are listeners; `class`, `data-…`, `aria-…` and other names with a
 * dash are attributes; null and false leave an attribute out.
 */
export function element(tag, properties = {}, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
        else if (name in node && !name.includes("-")) node[name] = value;
        else setAttribute(node, name, value);
    }
    node.append(...children.filter((child) => child !== null && child !== undefined));
    return node;
}

/** Sets an attribute, or removes it if the value is null or false. */
export function setAttribute(node, name, value) {
    if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value === true ? "" : value);
}

/**
 * Runs a change of the page and puts the focus back on the element with the same `data-key`, if the change moved or
 * replaced the one that had it.
 */
export function keepingFocus(change) {
    const key = document.activeElement?.dataset?.key;
    change();
    if (key && document.activeElement?.dataset?.key !== key) {
        document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
    }
}

const waiting = [];
let isPressed = false;
addEventListener("pointerdown", () => (isPressed = true), true);
for (const name of ["pointerup", "pointercancel"]) {
    addEventListener(name, () => {
        isPressed = false;
        // The click comes first.
        setTimeout(() => waiting.splice(0).forEach((action) => action()));
    }, true);
}

/** Does something now, or when the mouse button is up: what moves under a pressed button is not clicked. */
export function whenReleased(action) {
    if (isPressed) waiting.push(action);
    else action();
}

/** Scrolls a container so that a node in it can be seen, and nothing else: not the window. */
export function revealInside(container, node) {
    if (container.scrollHeight <= container.clientHeight) return;
    const margin = 24;
    const [frame, outer] = [node.getBoundingClientRect(), container.getBoundingClientRect()];
    if (frame.top < outer.top + margin) container.scrollTop -= outer.top + margin - frame.top;
    else if (frame.bottom > outer.bottom - margin) container.scrollTop += frame.bottom - outer.bottom + margin;
}

/** Shows a time of the server in the user's own zone and language. */
export function localTime(node) {
    const date = new Date(node.dateTime);
    if (!Number.isNaN(date.valueOf())) {
        node.textContent = date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
    }
}
