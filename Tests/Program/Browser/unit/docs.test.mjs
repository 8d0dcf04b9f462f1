import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { modeNames, shortcuts, shownKeys } from "../../../../Sources/Forms/CFormsAssets/Files/shortcuts.mjs";

test("docs/use/page.md has the table of shortcuts", () => {
    const names = { Mod: "Ctrl", Escape: "Esc" };
    const rows = shortcuts.map((shortcut) => {
        const keys = shownKeys(shortcut, names).map((together) => together.join(" + ")).join(" or ");
        const where = shortcut.modes ? shortcut.modes.map((mode) => modeNames[mode]).join(", ") : "everywhere";
        return `| ${keys} | ${shortcut.text} | ${where} |`;
    });
    const text = readFileSync(new URL("../../../../docs/use/page.md", import.meta.url), "utf8");
    assert.ok(text.includes(rows.join("\n")), `The rows should be:\n${rows.join("\n")}`);
});
