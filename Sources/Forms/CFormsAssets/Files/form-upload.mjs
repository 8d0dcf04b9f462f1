// Uploads of forms, one after the other.

import { send } from "./api.mjs";
import { Upload } from "./upload.mjs";

/** Uploads files, for a group if one is named, and starts the search for their fields. Returns the ids of those that arrived. */
export async function uploadForms(files, list, group) {
    const query = group ? `?${new URLSearchParams({ group })}` : "";
    const uploads = files.map((file) => new Upload(file.name, `/api/v1/documents/init-upload${query}`, [file]));
    list.append(...uploads.map((upload) => upload.node));
    list.scrollIntoView({ block: "nearest" });
    const arrived = [];
    for (const upload of uploads) {
        const answer = await upload.run(async ({ documentId }) => {
            await send("POST", `/documents/${documentId}/process`);
            return `/documents/${documentId}`;
        });
        if (answer) arrived.push(answer.documentId);
    }
    return arrived;
}
