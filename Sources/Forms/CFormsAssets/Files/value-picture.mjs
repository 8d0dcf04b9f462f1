// The picture of a control, on the page and in the panel.

import { element, setAttribute } from "./dom.mjs";
import { askForPicture } from "./picture-dialog.mjs";
import { isPicture, showPicture } from "./picture-value.mjs";

const verbs = { signature: ["Sign", "Draw or choose a signature …"], photo: ["Picture", "Choose a picture …"], any: ["", "Use a picture …"] };

/** Makes what shows and changes a control's picture: {node, update(value)}; on the page it lies over the input. */
export function pictureParts(control, values, { onPage }) {
    const image = element("img", { alt: "", draggable: false });
    const ask = async () => {
        const picture = await askForPicture(control, values.get(control.id) ?? "");
        if (picture !== null) values.set(control.id, picture);
    };
    const [short, long] = verbs[control.picture];
    const change = element("button", { type: "button", class: onPage ? "picture-button" : "small", disabled: control.isReadOnly, onclick: ask });
    const remove = onPage ? null : element("button", {
        type: "button", class: "quiet small", hidden: true, onclick: () => {
            values.set(control.id, "");
            change.focus();
        },
    }, "Remove", element("span", { class: "hidden-text" }, ` the picture of ${control.title}`));
    const node = element("span", { class: `${onPage ? "picture-on-page" : "picture-in-panel"} ${control.picture}` });
    if (onPage) node.append(change);
    else node.append(image, change, remove);
    return {
        node,
        update(value) {
            const hasPicture = isPicture(value) ?? false;
            node.classList.toggle("has-picture", hasPicture);
            showPicture(image, hasPicture ? value : "");
            image.hidden = !hasPicture;
            if (onPage) {
                change.replaceChildren(...(hasPicture ? [image] : [short]));
                setAttribute(change, "aria-label", `${hasPicture ? "Change the picture" : short}: ${control.title}`);
                // A large field with several lines is asked for a picture in the panel.
                change.hidden = !hasPicture && (control.picture === "any" || value !== "");
            } else {
                change.replaceChildren(hasPicture ? "Change …" : long, element("span", { class: "hidden-text" }, ` for ${control.title}`));
                remove.hidden = !hasPicture;
            }
        },
    };
}
