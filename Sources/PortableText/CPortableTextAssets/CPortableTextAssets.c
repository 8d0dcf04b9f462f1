#include "CPortableTextAssets.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct asset files[] = {
    {"portable-text.openapi.yaml", (const char[]){
#embed "Files/portable-text.openapi.yaml" suffix(, 0)
    }},
    {NULL, NULL},
};

const struct asset *portable_text_assets(void) { return files; }
