// What somebody has begun to tell of an artwork, kept in this browser until it has been sent: texts and pictures.

const database = "formwright.stories";
const store = "drafts";

function open() {
    return new Promise((resolve, reject) => {
        const request = indexedDB.open(database, 1);
        request.addEventListener("upgradeneeded", () => request.result.createObjectStore(store));
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error));
    });
}

async function work(mode, action) {
    const opened = await open();
    try {
        return await new Promise((resolve, reject) => {
            const transaction = opened.transaction(store, mode);
            const request = action(transaction.objectStore(store));
            transaction.addEventListener("complete", () => resolve(request.result));
            transaction.addEventListener("error", () => reject(transaction.error));
            transaction.addEventListener("abort", () => reject(transaction.error));
        });
    } finally {
        opened.close();
    }
}

/** The draft under a name; null for none, and where the browser keeps nothing, as in a private window. */
export const readDraft = (name) => work("readonly", (drafts) => drafts.get(name)).catch(() => null);

/** The names of all drafts that begin so, in their order. */
export const draftNames = (beginning) =>
    work("readonly", (drafts) => drafts.getAllKeys(IDBKeyRange.bound(beginning, `${beginning}\uffff`))).catch(() => []);

/** Keeps a draft, as far as the browser has room. */
export const keepDraft = (name, draft) => work("readwrite", (drafts) => drafts.put(draft, name)).catch(() => null);

/** Removes a draft. */
export const removeDraft = (name) => work("readwrite", (drafts) => drafts.delete(name)).catch(() => null);

/** Removes all drafts, such as when somebody signs out. */
export const removeDrafts = () => work("readwrite", (drafts) => drafts.clear()).catch(() => null);
