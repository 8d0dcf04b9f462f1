// The edition of a portfolio that a person is working on, kept in this tab: a reload shows it again.

const place = (id) => `formwright.edition.${id}`;

/** The edition that was kept; null if nothing was changed. */
export function editionOf(id) {
    const kept = sessionStorage.getItem(place(id));
    return kept ? JSON.parse(kept) : null;
}

/** Keeps an edition. */
export const keepEdition = (id, edition) => sessionStorage.setItem(place(id), JSON.stringify(edition));

/** Forgets the edition of a portfolio. */
export const forgetEdition = (id) => sessionStorage.removeItem(place(id));
