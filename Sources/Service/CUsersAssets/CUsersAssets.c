#include "CUsersAssets.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct asset files[] = {
    {"administration.mustache", (const char[]){
#embed "Files/administration.mustache" suffix(, 0)
    }},
    {"groups.mustache", (const char[]){
#embed "Files/groups.mustache" suffix(, 0)
    }},
    {"invitation.mustache", (const char[]){
#embed "Files/invitation.mustache" suffix(, 0)
    }},
    {"user-account.mustache", (const char[]){
#embed "Files/user-account.mustache" suffix(, 0)
    }},
    {"users.css", (const char[]){
#embed "Files/users.css" suffix(, 0)
    }},
    {"users.openapi.yaml", (const char[]){
#embed "Files/users.openapi.yaml" suffix(, 0)
    }},
    {NULL, NULL},
};

const struct asset *users_assets(void) { return files; }
