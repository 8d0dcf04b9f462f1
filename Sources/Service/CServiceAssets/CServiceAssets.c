#include "CServiceAssets.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct asset files[] = {
    {"announce.mjs", (const char[]){
#embed "Files/announce.mjs" suffix(, 0)
    }},
    {"api.mjs", (const char[]){
#embed "Files/api.mjs" suffix(, 0)
    }},
    {"api.mustache", (const char[]){
#embed "Files/api.mustache" suffix(, 0)
    }},
    {"base.css", (const char[]){
#embed "Files/base.css" suffix(, 0)
    }},
    {"dialog.mjs", (const char[]){
#embed "Files/dialog.mjs" suffix(, 0)
    }},
    {"dom.mjs", (const char[]){
#embed "Files/dom.mjs" suffix(, 0)
    }},
    {"drop-zone.mjs", (const char[]){
#embed "Files/drop-zone.mjs" suffix(, 0)
    }},
    {"error.mustache", (const char[]){
#embed "Files/error.mustache" suffix(, 0)
    }},
    {"icon.svg", (const char[]){
#embed "Files/icon.svg" suffix(, 0)
    }},
    {"layout.mjs", (const char[]){
#embed "Files/layout.mjs" suffix(, 0)
    }},
    {"layout.mustache", (const char[]){
#embed "Files/layout.mustache" suffix(, 0)
    }},
    {"lists.css", (const char[]){
#embed "Files/lists.css" suffix(, 0)
    }},
    {"login.mustache", (const char[]){
#embed "Files/login.mustache" suffix(, 0)
    }},
    {"may-change.mjs", (const char[]){
#embed "Files/may-change.mjs" suffix(, 0)
    }},
    {"progress.mjs", (const char[]){
#embed "Files/progress.mjs" suffix(, 0)
    }},
    {"service.openapi.yaml", (const char[]){
#embed "Files/service.openapi.yaml" suffix(, 0)
    }},
    {"upload.mjs", (const char[]){
#embed "Files/upload.mjs" suffix(, 0)
    }},
    {NULL, NULL},
};

const struct asset *service_assets(void) { return files; }
