// Sending pictures, and waiting until the service has checked them: nothing that it cannot show gets into the feed.

import { newID } from "./story-text.mjs";

/** What is wrong with a picture, by the code or the status of the service's refusal. */
const sentences = {
    damaged_picture: "This picture is damaged, or was not copied completely. Choose it again from where it came, or choose another one.",
    animated_picture: "This file moves or has several pictures in it. Choose a single picture that does not move.",
    picture_too_large: "This picture has too many pixels. Choose a smaller one.",
    413: "This file is larger than 25 MB. Choose a smaller one.",
    415: "This file is no picture that can be shown here. Choose a JPEG, PNG, WebP, HEIC or TIFF file.",
    503: "The service is busy and has not checked the picture yet. Try again in a few minutes.",
};

/** A picture that the service refuses. */
export class PictureRefusal extends Error {}

/** Sends pictures; one that has arrived is not sent again by another attempt. */
export class PictureUpload {
    #app;
    #names = new WeakMap();

    constructor(app) {
        this.#app = app;
    }

    /**
     * Sends a file, and returns the name of the picture once it is checked.
     *
     * `show` gets a sentence, and the share that is done if that is known.
     */
    async send(file, show) {
        const { api, family } = this.#app;
        show("waiting", 0);
        try {
            // The name says nothing of the file's own, which may name a person or a place.
            const name = this.#names.get(file) ?? await api.upload(`${family.id}/${newID()}`, file, (share) =>
                (share < 1 ? show(`${Math.floor(share * 100)} % uploaded`, share) : show("being checked")));
            this.#names.set(file, name);
            show("being checked");
            await api.checked(name);
            return name;
        } catch (error) {
            const sentence = sentences[error.code] ?? sentences[error.status];
            if (!sentence) throw error;
            const name = this.#names.get(file);
            if (name && error.status !== 503) {
                this.#names.delete(file);
                // It would be removed later anyway.
                await api.removePictures([name]).catch(() => null);
            }
            throw new PictureRefusal(sentence);
        }
    }
}
