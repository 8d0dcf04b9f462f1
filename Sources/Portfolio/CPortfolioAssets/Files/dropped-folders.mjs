// The files in folders that were dropped on a page.

/** The most files that are looked for, and the most levels of folders. */
const [mostFiles, mostLevels] = [2000, 8];

/** The files of entries of the file system with their paths: {path, file}. What cannot be read is passed over. */
export async function filesOf(entries) {
    const found = [];
    const visit = async (entry, path, level) => {
        if (found.length >= mostFiles) return;
        if (entry.isFile) {
            const file = await new Promise((resolve) => entry.file(resolve, () => resolve(null)));
            if (file) found.push({ path, file });
        } else if (entry.isDirectory && level < mostLevels) {
            for (const child of await children(entry)) await visit(child, `${path}/${child.name}`, level + 1);
        }
    };
    for (const entry of entries) await visit(entry, entry.name, 0);
    return found.sort((a, b) => a.path.localeCompare(b.path, "en", { numeric: true }));
}

/** What is in a folder; the browser gives it in pieces. */
async function children(folder) {
    const reader = folder.createReader();
    const all = [];
    for (;;) {
        const some = await new Promise((resolve) => reader.readEntries(resolve, () => resolve([])));
        if (some.length === 0) return all;
        all.push(...some);
    }
}
