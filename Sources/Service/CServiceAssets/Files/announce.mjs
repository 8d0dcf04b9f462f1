// What a screen reader says about things that happen elsewhere on the page.

const region = document.getElementById("announcements");
let timer = 0;

/** Says something as soon as the reader has finished its sentence. */
export function announce(text) {
    clearTimeout(timer);
    // The same text twice would not be a change of the region.
    region.textContent = "";
    timer = setTimeout(() => (region.textContent = text), 50);
}

/** Removes what was said already; what is about to be said remains. */
export function forgetAnnouncement() {
    region.textContent = "";
}
