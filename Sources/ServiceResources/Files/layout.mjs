// What every page does: mark the page in the navigation, and forget what was typed when somebody logs out.

for (const link of document.querySelectorAll(".masthead nav a")) {
    if (link.getAttribute("href") === location.pathname) link.setAttribute("aria-current", "page");
}

document.querySelector(".account")?.addEventListener("submit", () => sessionStorage.clear());
