// Entries of a list that can be dragged to another place in it.

/** What is being dragged: an entry of this list. */
let dragged = null;

/**
 * Lets people drag the entries of a list, by the element in each that has `data-handle`. `move` gets the places before and
 * after.
 */
export function makeSortable(list, move) {
    const entryOf = (node) => {
        while (node && node.parentNode !== list) node = node.parentNode;
        return node;
    };
    const mark = (entry, side) => {
        for (const other of list.children) other.classList.remove("drop-before", "drop-after");
        if (entry && side) entry.classList.add(side);
    };
    list.addEventListener("dragstart", (event) => {
        const entry = entryOf(event.target);
        // A handle of a list in this one is another list's.
        if (!event.target.hasAttribute?.("data-handle") || event.target.closest("ol") !== list || !entry) return;
        dragged = entry;
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", entry.dataset.name ?? "");
        event.dataTransfer.setDragImage(entry, 24, 24);
        entry.classList.add("dragged");
    });
    list.addEventListener("dragover", (event) => {
        const entry = entryOf(event.target);
        if (dragged?.parentNode !== list || !entry) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "move";
        mark(entry, sideOf(entry, event));
    });
    list.addEventListener("dragleave", (event) => {
        if (!list.contains(event.relatedTarget)) mark(null);
    });
    list.addEventListener("drop", (event) => {
        const entry = entryOf(event.target);
        if (dragged?.parentNode !== list || !entry) return;
        event.preventDefault();
        const places = [...list.children];
        const from = places.indexOf(dragged);
        let to = places.indexOf(entry) + (sideOf(entry, event) === "drop-after" ? 1 : 0);
        if (to > from) to -= 1;
        mark(null);
        if (to !== from) move(from, to);
    });
    list.addEventListener("dragend", () => {
        dragged?.classList.remove("dragged");
        dragged = null;
        mark(null);
    });
}

/** On which side of an entry something would be dropped: entries stand beside or below each other. */
function sideOf(entry, { clientX, clientY }) {
    const box = entry.getBoundingClientRect();
    const isRow = entry.parentNode.classList.contains("cards");
    const share = isRow ? (clientX - box.left) / box.width : (clientY - box.top) / box.height;
    return share > 0.5 ? "drop-after" : "drop-before";
}
