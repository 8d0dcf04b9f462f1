#include "CFamiliesAssets.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct asset files[] = {
    {"add-view.mjs", (const char[]){
#embed "Files/add-view.mjs" suffix(, 0)
    }},
    {"artwork-card.mjs", (const char[]){
#embed "Files/artwork-card.mjs" suffix(, 0)
    }},
    {"artwork-draft.mjs", (const char[]){
#embed "Files/artwork-draft.mjs" suffix(, 0)
    }},
    {"artwork-fields.mjs", (const char[]){
#embed "Files/artwork-fields.mjs" suffix(, 0)
    }},
    {"artwork-form.mjs", (const char[]){
#embed "Files/artwork-form.mjs" suffix(, 0)
    }},
    {"artwork-sending.mjs", (const char[]){
#embed "Files/artwork-sending.mjs" suffix(, 0)
    }},
    {"artwork-view.mjs", (const char[]){
#embed "Files/artwork-view.mjs" suffix(, 0)
    }},
    {"books-view.mjs", (const char[]){
#embed "Files/books-view.mjs" suffix(, 0)
    }},
    {"books.openapi.yaml", (const char[]){
#embed "Files/books.openapi.yaml" suffix(, 0)
    }},
    {"comments-view.mjs", (const char[]){
#embed "Files/comments-view.mjs" suffix(, 0)
    }},
    {"deleted-view.mjs", (const char[]){
#embed "Files/deleted-view.mjs" suffix(, 0)
    }},
    {"family-view.mjs", (const char[]){
#embed "Files/family-view.mjs" suffix(, 0)
    }},
    {"feed-view.mjs", (const char[]){
#embed "Files/feed-view.mjs" suffix(, 0)
    }},
    {"invite-view.mjs", (const char[]){
#embed "Files/invite-view.mjs" suffix(, 0)
    }},
    {"own-section.mjs", (const char[]){
#embed "Files/own-section.mjs" suffix(, 0)
    }},
    {"picture-choice.mjs", (const char[]){
#embed "Files/picture-choice.mjs" suffix(, 0)
    }},
    {"picture-upload.mjs", (const char[]){
#embed "Files/picture-upload.mjs" suffix(, 0)
    }},
    {"pictures.openapi.yaml", (const char[]){
#embed "Files/pictures.openapi.yaml" suffix(, 0)
    }},
    {"reactions-view.mjs", (const char[]){
#embed "Files/reactions-view.mjs" suffix(, 0)
    }},
    {"rows.openapi.yaml", (const char[]){
#embed "Files/rows.openapi.yaml" suffix(, 0)
    }},
    {"sign-in-view.mjs", (const char[]){
#embed "Files/sign-in-view.mjs" suffix(, 0)
    }},
    {"stories.css", (const char[]){
#embed "Files/stories.css" suffix(, 0)
    }},
    {"stories.mjs", (const char[]){
#embed "Files/stories.mjs" suffix(, 0)
    }},
    {"stories.mustache", (const char[]){
#embed "Files/stories.mustache" suffix(, 0)
    }},
    {"story-api.mjs", (const char[]){
#embed "Files/story-api.mjs" suffix(, 0)
    }},
    {"story-changes.mjs", (const char[]){
#embed "Files/story-changes.mjs" suffix(, 0)
    }},
    {"story-search.mjs", (const char[]){
#embed "Files/story-search.mjs" suffix(, 0)
    }},
    {"story-session.mjs", (const char[]){
#embed "Files/story-session.mjs" suffix(, 0)
    }},
    {"story-text.mjs", (const char[]){
#embed "Files/story-text.mjs" suffix(, 0)
    }},
    {"welcome-view.mjs", (const char[]){
#embed "Files/welcome-view.mjs" suffix(, 0)
    }},
    {NULL, NULL},
};

const struct asset *families_assets(void) { return files; }
