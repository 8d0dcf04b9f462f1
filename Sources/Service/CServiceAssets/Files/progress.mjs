// A bar with a sentence that says what is going on.

import { announce } from "./announce.mjs";
import { element } from "./dom.mjs";

/** Creates a progress display: `show(text, share)` with a share from 0 to 1, or none while it is not known. */
export function progressBar(label) {
    const text = element("p", { class: "progress-text" });
    const bar = element("progress", { "aria-label": label, max: 1 });
    let spoken = 0;
    return {
        node: element("div", { class: "progress" }, text, bar),
        show(sentence, share) {
            text.textContent = sentence;
            if (share === undefined || Number.isNaN(share)) bar.removeAttribute("value");
            else bar.value = share;
            // A screen reader hears it every few seconds, not at every step.
            if (Date.now() - spoken > 4000) {
                spoken = Date.now();
                announce(sentence);
            }
        },
    };
}
