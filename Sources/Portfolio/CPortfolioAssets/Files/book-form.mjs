// How the book looks: the part of an edition that is about all of it.

import { whenReleased } from "./dom.mjs";
import { withValue } from "./portfolio-edition.mjs";

const megabyte = 1_000_000;

/** Lets people choose with the form of the page. Returns a function that shows the edition. */
export function bookForm(form, history) {
    const field = (name) => form.elements.namedItem(name);
    const apply = (key, value, what) => history.apply(withValue(history.edition, key, value), what);
    const label = (select) => select.selectedOptions[0].textContent;
    field("page").addEventListener("change", ({ target }) => apply("page", target.value || undefined, `The page is ${label(target)}.`));
    field("theme").addEventListener("change", ({ target }) => apply("theme", target.value || undefined, `The theme is ${label(target)}.`));
    const isOwn = field("own-accent");
    const accent = field("accent");
    const applyAccent = () => {
        accent.disabled = !isOwn.checked;
        apply("accent", isOwn.checked ? accent.value.toUpperCase() : undefined,
            isOwn.checked ? "The accent is your colour." : "The accent is a colour of the cover.");
    };
    isOwn.addEventListener("change", applyAccent);
    accent.addEventListener("change", applyAccent);
    for (const [name, unit] of [["bleed", 1], ["maxSize", megabyte]]) {
        const input = field(name);
        const problem = document.getElementById(`${name}-problem`);
        input.addEventListener("change", () => {
            const text = input.validity.valid ? "" : `It is a number between ${input.min} and ${input.max}.`;
            whenReleased(() => (problem.textContent = text));
            input.setAttribute("aria-invalid", String(text !== ""));
            if (!input.validity.valid) return;
            const value = input.value === "" ? undefined : Math.round(input.valueAsNumber * unit * 100) / 100;
            apply(name, value || undefined, name === "bleed" ? "The bleed is changed." : "The largest size is changed.");
        });
    }
    const showNumber = (name, value) => {
        // An earlier change may be saved while somebody types the next one.
        if (field(name) !== document.activeElement) field(name).value = value ?? "";
    };
    field("json").addEventListener("change", ({ target }) => apply("json", target.checked || undefined,
        target.checked ? "Apps will show it, too." : "Apps will show what the rules made."));
    form.addEventListener("submit", (event) => event.preventDefault());
    return (edition) => {
        choose(field("page"), edition.page);
        choose(field("theme"), edition.theme);
        isOwn.checked = edition.accent !== undefined;
        accent.disabled = !isOwn.checked;
        if (edition.accent) accent.value = edition.accent.toLowerCase();
        showNumber("bleed", edition.bleed);
        showNumber("maxSize", edition.maxSize && edition.maxSize / megabyte);
        field("json").checked = edition.json === true;
    };
}

/** Chooses an option; the first one for a value that means the same as none, such as the light theme. */
function choose(select, value) {
    select.value = value ?? "";
    if (select.selectedIndex < 0) select.selectedIndex = 0;
}
