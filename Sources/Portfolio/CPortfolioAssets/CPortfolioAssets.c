#include "CPortfolioAssets.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct asset files[] = {
    {"arrangement-view.mjs", (const char[]){
#embed "Files/arrangement-view.mjs" suffix(, 0)
    }},
    {"arrangement-works.mjs", (const char[]){
#embed "Files/arrangement-works.mjs" suffix(, 0)
    }},
    {"book-form.mjs", (const char[]){
#embed "Files/book-form.mjs" suffix(, 0)
    }},
    {"book-report.mjs", (const char[]){
#embed "Files/book-report.mjs" suffix(, 0)
    }},
    {"book-view.mjs", (const char[]){
#embed "Files/book-view.mjs" suffix(, 0)
    }},
    {"content-entries.mjs", (const char[]){
#embed "Files/content-entries.mjs" suffix(, 0)
    }},
    {"content-files.mjs", (const char[]){
#embed "Files/content-files.mjs" suffix(, 0)
    }},
    {"dragging.mjs", (const char[]){
#embed "Files/dragging.mjs" suffix(, 0)
    }},
    {"dropped-folders.mjs", (const char[]){
#embed "Files/dropped-folders.mjs" suffix(, 0)
    }},
    {"edition-history.mjs", (const char[]){
#embed "Files/edition-history.mjs" suffix(, 0)
    }},
    {"item-card.mjs", (const char[]){
#embed "Files/item-card.mjs" suffix(, 0)
    }},
    {"item-dialog.mjs", (const char[]){
#embed "Files/item-dialog.mjs" suffix(, 0)
    }},
    {"kept-edition.mjs", (const char[]){
#embed "Files/kept-edition.mjs" suffix(, 0)
    }},
    {"left-out-view.mjs", (const char[]){
#embed "Files/left-out-view.mjs" suffix(, 0)
    }},
    {"new-portfolio.mjs", (const char[]){
#embed "Files/new-portfolio.mjs" suffix(, 0)
    }},
    {"new-portfolio.mustache", (const char[]){
#embed "Files/new-portfolio.mustache" suffix(, 0)
    }},
    {"portfolio-api.mjs", (const char[]){
#embed "Files/portfolio-api.mjs" suffix(, 0)
    }},
    {"portfolio-edition.mjs", (const char[]){
#embed "Files/portfolio-edition.mjs" suffix(, 0)
    }},
    {"portfolio-page.openapi.yaml", (const char[]){
#embed "Files/portfolio-page.openapi.yaml" suffix(, 0)
    }},
    {"portfolio-request.mjs", (const char[]){
#embed "Files/portfolio-request.mjs" suffix(, 0)
    }},
    {"portfolio-states.mjs", (const char[]){
#embed "Files/portfolio-states.mjs" suffix(, 0)
    }},
    {"portfolio.mjs", (const char[]){
#embed "Files/portfolio.mjs" suffix(, 0)
    }},
    {"portfolio.mustache", (const char[]){
#embed "Files/portfolio.mustache" suffix(, 0)
    }},
    {"portfolio.openapi.yaml", (const char[]){
#embed "Files/portfolio.openapi.yaml" suffix(, 0)
    }},
    {"portfolios.css", (const char[]){
#embed "Files/portfolios.css" suffix(, 0)
    }},
    {"portfolios.mjs", (const char[]){
#embed "Files/portfolios.mjs" suffix(, 0)
    }},
    {"portfolios.mustache", (const char[]){
#embed "Files/portfolios.mustache" suffix(, 0)
    }},
    {NULL, NULL},
};

const struct asset *portfolio_assets(void) { return files; }
