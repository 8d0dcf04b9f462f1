#include "CTradingAssets.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct asset files[] = {
    {"account-api.mjs", (const char[]){
#embed "Files/account-api.mjs" suffix(, 0)
    }},
    {"account-states.mjs", (const char[]){
#embed "Files/account-states.mjs" suffix(, 0)
    }},
    {"account-uploads.mjs", (const char[]){
#embed "Files/account-uploads.mjs" suffix(, 0)
    }},
    {"account.mjs", (const char[]){
#embed "Files/account.mjs" suffix(, 0)
    }},
    {"account.mustache", (const char[]){
#embed "Files/account.mustache" suffix(, 0)
    }},
    {"accounts.css", (const char[]){
#embed "Files/accounts.css" suffix(, 0)
    }},
    {"accounts.mjs", (const char[]){
#embed "Files/accounts.mjs" suffix(, 0)
    }},
    {"accounts.mustache", (const char[]){
#embed "Files/accounts.mustache" suffix(, 0)
    }},
    {"analysis-view.mjs", (const char[]){
#embed "Files/analysis-view.mjs" suffix(, 0)
    }},
    {"broker-view.mjs", (const char[]){
#embed "Files/broker-view.mjs" suffix(, 0)
    }},
    {"chart-views.mjs", (const char[]){
#embed "Files/chart-views.mjs" suffix(, 0)
    }},
    {"charts.mjs", (const char[]){
#embed "Files/charts.mjs" suffix(, 0)
    }},
    {"data-table.mjs", (const char[]){
#embed "Files/data-table.mjs" suffix(, 0)
    }},
    {"demo.account.yaml", (const char[]){
#embed "Files/demo.account.yaml" suffix(, 0)
    }},
    {"demo.opinions.json", (const char[]){
#embed "Files/demo.opinions.json" suffix(, 0)
    }},
    {"demo.prices.csv", (const char[]){
#embed "Files/demo.prices.csv" suffix(, 0)
    }},
    {"demo.trades.csv", (const char[]){
#embed "Files/demo.trades.csv" suffix(, 0)
    }},
    {"figures.mjs", (const char[]){
#embed "Files/figures.mjs" suffix(, 0)
    }},
    {"files-view.mjs", (const char[]){
#embed "Files/files-view.mjs" suffix(, 0)
    }},
    {"gains-view.mjs", (const char[]){
#embed "Files/gains-view.mjs" suffix(, 0)
    }},
    {"holdings-view.mjs", (const char[]){
#embed "Files/holdings-view.mjs" suffix(, 0)
    }},
    {"scale.mjs", (const char[]){
#embed "Files/scale.mjs" suffix(, 0)
    }},
    {"security-cell.mjs", (const char[]){
#embed "Files/security-cell.mjs" suffix(, 0)
    }},
    {"statement-view.mjs", (const char[]){
#embed "Files/statement-view.mjs" suffix(, 0)
    }},
    {"summary-view.mjs", (const char[]){
#embed "Files/summary-view.mjs" suffix(, 0)
    }},
    {"trades-view.mjs", (const char[]){
#embed "Files/trades-view.mjs" suffix(, 0)
    }},
    {"trading.openapi.yaml", (const char[]){
#embed "Files/trading.openapi.yaml" suffix(, 0)
    }},
    {NULL, NULL},
};

const struct asset *trading_assets(void) { return files; }
