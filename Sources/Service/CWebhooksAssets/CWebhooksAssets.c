#include "CWebhooksAssets.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct asset files[] = {
    {"webhooks.mustache", (const char[]){
#embed "Files/webhooks.mustache" suffix(, 0)
    }},
    {"webhooks.openapi.yaml", (const char[]){
#embed "Files/webhooks.openapi.yaml" suffix(, 0)
    }},
    {NULL, NULL},
};

const struct asset *webhooks_assets(void) { return files; }
