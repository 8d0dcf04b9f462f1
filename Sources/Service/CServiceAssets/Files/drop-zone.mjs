// Files that are dropped anywhere on a page.

import { announce } from "./announce.mjs";

/**
 * Shows a veil while files are dragged over the page, and hands over what is dropped: the files, and the entries of the
 * file system, which may be folders.
 */
export function acceptDrops(veil, receive) {
    const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
    let depth = 0;
    const show = (isShown) => {
        if (isShown && veil.hidden) announce(veil.textContent.trim());
        veil.hidden = !isShown;
    };
    document.addEventListener("dragenter", (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth += 1;
        show(true);
    });
    document.addEventListener("dragover", (event) => {
        if (hasFiles(event)) event.preventDefault();
    });
    document.addEventListener("dragleave", (event) => {
        if (!hasFiles(event)) return;
        depth = Math.max(0, depth - 1);
        if (depth === 0) show(false);
    });
    document.addEventListener("drop", (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth = 0;
        show(false);
        // Neither can be asked for later.
        const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry);
        receive([...event.dataTransfer.files], entries);
    });
}
