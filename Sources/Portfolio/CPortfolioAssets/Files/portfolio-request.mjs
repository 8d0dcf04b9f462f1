// A request for a portfolio, made of what a person has entered. Pure functions.

/** The most inputs of a portfolio. */
export const mostInputs = 500;

/** The categories that have weights; any other may be entered. */
export const categories = ["Business", "Design", "Entertainment", "Finance", "Influencers", "Legal", "Marketing", "Tech"];

/** Files that systems leave in folders, and that nobody means to show. */
const strays = /^(?:\..*|~\$.*|.*~|__MACOSX|icon\r|(?:eh)?thumbs\.db|desktop\.ini|\$recycle\.bin|system volume information|@eadir|lost\+found)$/i;

/** Whether a file or folder is one that a person has put there. */
export const isMeant = (path) => !path.split("/").some((part) => strays.test(part));

/** Names of which none occurs twice: `a.jpg`, `a (2).jpg`. */
export function distinctNames(names) {
    const taken = new Set();
    return names.map((name) => {
        let result = name;
        for (let number = 2; taken.has(result); number += 1) {
            const dot = name.lastIndexOf(".");
            result = dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`;
        }
        taken.add(result);
        return result;
    });
}

/** The title of a work that a folder is: its name without the digits that put it in order. */
export const workTitle = (folder) => folder.replace(/^\d+(?!\d)[\s._-]*(?=\S)/, "").trim() || folder;

/**
 * The files of dropped folders and files with the works that they belong to: {file, work}, and the title that a folder
 * with works gives. `entries` are {path, file}; a path has the names of the folders, with slashes.
 */
export function droppedWorks(entries) {
    const meant = entries.filter(({ path }) => isMeant(path));
    const tops = new Set(meant.map(({ path }) => path.split("/")[0]));
    const isWhole = tops.size === 1 && meant.some(({ path }) => path.split("/").length > 2);
    const files = meant.map(({ path, file }) => {
        const folders = path.split("/").slice(0, -1);
        const folder = isWhole ? folders[1] : folders[0];
        return { file, work: folder ? workTitle(folder) : "" };
    });
    return { files, title: isWhole ? [...tops][0].replace(/\.portfolio$/i, "") : "" };
}

/** The links of a text: an address in each line, then a title. */
export function parseLinks(text) {
    const links = [];
    for (const line of text.split(/\r?\n/)) {
        const match = line.trim().match(/^(\S+)\s*(.*)$/);
        if (!match || match[1].startsWith("#")) continue;
        links.push({ url: match[1], title: match[2] });
    }
    return links;
}

/** The body of the request. Empty entries are left out, and so is what says nothing. */
export function portfolioRequest({ title, subtitle, category, language, contact, metrics, files, links, texts }) {
    const inputs = [
        ...files.map(({ path, ...rest }) => ({ type: "file", file_path: path, ...given(rest) })),
        ...links.filter(({ url }) => url.trim()).map((link) => ({ type: "url", ...given(link) })),
        ...texts.filter(({ text }) => text.trim()).map((text) => ({ type: "text", ...given(text) })),
    ];
    const names = distinctNames(inputs.map(({ type, name }, index) => name ?? `${type === "url" ? "link" : type} ${index + 1}`));
    return {
        user_id: "", title: title.trim(), subtitle: subtitle.trim(), category: category.trim(), contact: given(contact),
        ...given({ language, metrics }),
        inputs: inputs.map((input, index) => ({ ...input, name: names[index] })),
    };
}

/** The entries that have a value, without the spaces around it. */
function given(values) {
    return Object.fromEntries(Object.entries(values)
        .map(([key, value]) => [key, typeof value === "string" ? value.trim() : value])
        .filter(([, value]) => value !== "" && value !== undefined && value !== null && value !== false));
}

/** What is wrong with an address; nothing for one that can be used. */
export function linkProblem(text) {
    if (text.trim() === "") return "";
    const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
    if (!url || !["http:", "https:"].includes(url.protocol)) return "An address begins with https:// or http://.";
    return url.username || url.password ? "Everybody could read the name and password in the address." : "";
}
