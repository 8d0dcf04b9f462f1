// What every page does: show local times, mark the page in the navigation, say that a login has ended, and keep what was typed
// in this tab for the user who typed it.

import { element, localTime } from "./dom.mjs";

for (const node of document.querySelectorAll("main time")) localTime(node);

const links = [...document.querySelectorAll(".masthead nav a")].map((link) => ({ link, path: link.getAttribute("href") }));
// A page may lie below another one that is in the navigation, too: only the nearest is where the person is.
const here = links.filter(({ path }) => path === location.pathname || location.pathname.startsWith(`${path}/`))
    .reduce((best, entry) => (best && best.path.length >= entry.path.length ? best : entry), null);
here?.link.setAttribute("aria-current", here.path === location.pathname ? "page" : "true");

if (location.pathname === "/login" && new URLSearchParams(location.search).has("ended")) {
    document.querySelector("main h1").after(element("p", { class: "notice", role: "alert" },
        "Your login has ended. Log in to continue where you were. What you typed last is kept in this tab."));
}

const account = document.querySelector(".account");
if (account) {
    const owner = "formwright.user";
    const user = account.querySelector("strong").textContent;
    if ((sessionStorage.getItem(owner) ?? user) !== user) sessionStorage.clear();
    sessionStorage.setItem(owner, user);
    account.addEventListener("submit", () => sessionStorage.clear());
}
