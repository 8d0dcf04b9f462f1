// Sending an artwork: its pictures, then its row.

import { PictureUpload } from "./picture-upload.mjs";

/** The names of the pictures as a progress bar says them. */
const labels = { picture: "The artwork", moment: "The moment photo" };
const columns = { picture: "image_url", moment: "moment_photo_url" };

/** Sends artworks, whose pictures the service checks before their rows are there. */
export class ArtworkSending {
    #app;
    #upload;
    #progress;

    /** `progress` shows how far it is. */
    constructor(app, progress) {
        this.#app = app;
        this.#upload = new PictureUpload(app);
        this.#progress = progress;
    }

    /**
     * Sends what the fields say; `keep` writes the row.
     *
     * Returns whether that was done; if not, the fields say why.
     */
    async send(fields, keep) {
        // What is changed while it is sent would be neither in the row nor in the draft.
        fields.node.disabled = true;
        this.#progress.node.hidden = false;
        let step = "row";
        try {
            const row = fields.row;
            for (step of Object.keys(columns)) {
                const file = fields.values[step];
                if (file) row[columns[step]] = await this.#upload.send(file, (text, share) => this.#progress.show(`${labels[step]}: ${text}`, share));
            }
            step = "row";
            await keep(row);
            this.#app.forgetFeed();
            return true;
        } catch (error) {
            fields.refuse(error, step);
            return false;
        } finally {
            fields.node.disabled = false;
            this.#progress.node.hidden = true;
        }
    }
}
