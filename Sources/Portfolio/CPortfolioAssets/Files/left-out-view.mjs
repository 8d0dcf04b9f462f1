// The inputs of a portfolio that are shown nowhere, and those that cannot be used.

import { element } from "./dom.mjs";
import { withShown } from "./portfolio-edition.mjs";
import { adviceFor, inputName, leftOutText } from "./portfolio-states.mjs";

/** Shows what is not shown; each entry says why, and what can be done. */
export function leftOutView({ contents, arrangement, history }) {
    const nameOf = (input) => inputName(contents.inputs[input]);
    const entries = arrangement.left_out.map((entry) => {
        const input = contents.inputs[entry.input];
        const isOmitted = entry.reason === "omitted";
        return element("li", { class: "left-out" }, thumb(input),
            element("div", {}, element("p", { class: "item-name" }, nameOf(entry.input)), element("p", { class: "muted" }, leftOutText(entry, nameOf))),
            isOmitted ? element("button", {
                type: "button", "data-key": `show-${entry.input}`, "aria-label": `Show ${nameOf(entry.input)} again`,
                onclick: () => history.apply(withShown(history.edition, input.name), `${nameOf(entry.input)} is shown again.`),
            }, "Show again") : null);
    });
    const failed = contents.inputs.filter(({ status }) => status === "failed").map((input) =>
        element("li", { class: "left-out failed" }, thumb(input),
            element("div", {}, element("p", { class: "item-name" }, nameOf(input.index), " ", element("span", { class: "badge bad" }, "cannot be used")),
                element("p", {}, [input.failure.message, adviceFor(input.failure.code)].filter((part) => part).join(" ")))));
    return [...failed, ...entries];
}

const thumb = ({ pictures }) => element("div", { class: "thumb", "aria-hidden": "true" },
    pictures?.length > 0 ? element("img", { src: pictures[0].thumb, alt: "", loading: "lazy" }) : "");
