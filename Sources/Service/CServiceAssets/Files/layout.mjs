// What every page does: mark the page in the navigation, say that a login has ended, and keep what was typed in this tab for
// the user who typed it.

import { element } from "./dom.mjs";

for (const link of document.querySelectorAll(".masthead nav a")) {
    const path = link.getAttribute("href");
    if (path === location.pathname) link.setAttribute("aria-current", "page");
    else if (location.pathname.startsWith(`${path}/`)) link.setAttribute("aria-current", "true");
}

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
