// Uploads of forms, one after the other.

import { send } from "./api.mjs";
import { Upload } from "./upload.mjs";

/** Uploads files and starts the search for their fields. Returns the ids of those that arrived. */
export async function uploadForms(files, list) {
    const uploads = files.map((file) => new Upload(file.name, "/api/v1/documents/init-upload", [file]));
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
