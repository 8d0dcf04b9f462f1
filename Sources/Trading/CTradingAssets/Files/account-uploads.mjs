// Uploads of files to accounts: one request for the files of an account.

import { pageOf, uploadAddress } from "./account-api.mjs";
import { accountOfFile } from "./account-states.mjs";
import { element } from "./dom.mjs";
import { countText } from "./figures.mjs";
import { showRefusal, Upload } from "./upload.mjs";

/** The most files of one request. */
const most = 20;

/**
 * Uploads files to an account, or to those that their names say if `account` is empty.
 *
 * `list` shows how far the uploads are. Returns the names of the accounts that got files.
 */
export async function uploadFiles(files, account, list) {
    const groups = new Map();
    for (const file of files) {
        const ofFile = accountOfFile(file.name);
        if (ofFile === null) list.append(refusal(file));
        else groups.set(account || ofFile, [...(groups.get(account || ofFile) ?? []), file]);
    }
    const uploads = [...groups].flatMap(([name, all]) => requests(name, all));
    list.append(...uploads.map(({ upload }) => upload.node));
    list.scrollIntoView({ block: "nearest" });
    const arrived = new Set();
    for (const { name, upload } of uploads) {
        if (await upload.run(() => pageOf(name))) arrived.add(name);
    }
    return [...arrived];
}

function requests(name, files) {
    const all = [];
    for (let start = 0; start < files.length; start += most) {
        const some = files.slice(start, start + most);
        const title = some.length === 1 ? some[0].name : `${name}, ${countText(some.length, "file")}`;
        all.push({ name, upload: new Upload(title, uploadAddress(name), some) });
    }
    return all;
}

function refusal(file) {
    return showRefusal(element("li"),
        `${file.name}: no file of an account has such a name. It ends in .ofx, .qfx, .xml or .csv, or in .trades.csv, .lots.csv, `
        + ".prices.csv, .rates.csv, .opinions.json, .account.yaml or .columns.yaml.");
}
