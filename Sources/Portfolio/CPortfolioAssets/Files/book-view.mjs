// The newest book: its files and pictures of its pages.

import { ask } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { fileAddress, pageAddress } from "./portfolio-api.mjs";
import { countText } from "./portfolio-states.mjs";

/** Pages that are shown at first. */
const mostPages = 24;

/** The links to the files of a portfolio. */
export function filesView({ portfolio_id: id, name, has_book: hasBook, pages }) {
    const title = name.replace(/\.portfolio$/, "");
    const link = (text, address, fileName, kind = "") =>
        element("a", { class: `button ${kind}`, href: address, download: fileName }, text);
    return [
        hasBook ? element("a", { class: "button primary", id: "book-link", href: fileAddress(id, "book.pdf"), download: `${title}.book.pdf` },
            `Download the book (PDF, ${countText(pages, "page")})`) : null,
        link("JSON for apps", fileAddress(id), `${title}.portfolio.json`),
        link("Pictures of the JSON (ZIP)", fileAddress(id, "media.zip"), `${title}.media.zip`),
        hasBook ? link("Report", fileAddress(id, "report.json"), `${title}.report.json`) : null,
        link("Reasons", fileAddress(id, "arrangement.json"), `${title}.arrangement.json`),
        link("Scores", fileAddress(id, "scores.json"), `${title}.scores.json`),
    ];
}

/** Pictures of the book's pages, each of which opens in a larger one. */
export function pagesView({ portfolio_id: id, pages, edition }) {
    const list = element("ol", { class: "pages", "aria-label": "Pages of the book" });
    const show = (from, to) => list.append(...Array.from({ length: to - from }, (_, index) => thumb(from + index)));
    const thumb = (page) => element("li", {}, element("button", {
        type: "button", class: "page", "aria-label": `Look at page ${page + 1}`, onclick: () => look(id, page, pages, edition),
    }, element("img", { src: pageAddress(id, page, 360, edition), alt: "", loading: "lazy" }), element("span", { class: "small muted" }, `${page + 1}`)));
    show(0, Math.min(mostPages, pages));
    if (pages <= mostPages) return [list];
    const button = element("button", {
        type: "button", class: "quiet", onclick: () => {
            show(mostPages, pages);
            button.remove();
            list.children[mostPages].querySelector("button").focus();
        },
    }, `Show all ${countText(pages, "page")}`);
    return [list, element("p", {}, button)];
}

/** Shows a page in a dialog, from which the others can be reached. */
function look(id, start, pages, edition) {
    let page = start;
    const picture = element("img", { class: "page-picture", alt: "" });
    const place = element("span", { role: "status" });
    const previous = element("button", { type: "button", onclick: () => go(-1) }, "Previous", element("span", { class: "hidden-text" }, " page"));
    const next = element("button", { type: "button", onclick: () => go(1) }, "Next", element("span", { class: "hidden-text" }, " page"));
    const show = () => {
        picture.src = pageAddress(id, page, 1400, edition);
        picture.alt = `Page ${page + 1} of the book as a picture; the PDF has its words`;
        place.textContent = `Page ${page + 1} of ${pages}`;
        previous.setAttribute("aria-disabled", String(page === 0));
        next.setAttribute("aria-disabled", String(page === pages - 1));
    };
    const go = (by) => {
        page = Math.min(Math.max(page + by, 0), pages - 1);
        show();
    };
    show();
    const bar = element("p", { class: "viewer-bar" }, previous, place, next);
    const content = element("div", {
        class: "viewer", onkeydown: (event) => {
            const by = { ArrowLeft: -1, PageUp: -1, ArrowRight: 1, PageDown: 1 }[event.key];
            if (!by) return;
            event.preventDefault();
            go(by);
        },
    }, bar, picture);
    return ask({ title: "The book", wide: true, content: [content], actions: [{ label: "Close", value: true, kind: "primary" }] });
}
