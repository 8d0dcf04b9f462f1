#include "CFormsAssets.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct asset files[] = {
    {"answer-cells.mjs", (const char[]){
#embed "Files/answer-cells.mjs" suffix(, 0)
    }},
    {"answer-states.mjs", (const char[]){
#embed "Files/answer-states.mjs" suffix(, 0)
    }},
    {"answers.css", (const char[]){
#embed "Files/answers.css" suffix(, 0)
    }},
    {"answers.mjs", (const char[]){
#embed "Files/answers.mjs" suffix(, 0)
    }},
    {"answers.mustache", (const char[]){
#embed "Files/answers.mustache" suffix(, 0)
    }},
    {"case-dialog.mjs", (const char[]){
#embed "Files/case-dialog.mjs" suffix(, 0)
    }},
    {"changes.mjs", (const char[]){
#embed "Files/changes.mjs" suffix(, 0)
    }},
    {"check-mode.mjs", (const char[]){
#embed "Files/check-mode.mjs" suffix(, 0)
    }},
    {"client-box.mjs", (const char[]){
#embed "Files/client-box.mjs" suffix(, 0)
    }},
    {"conflict-dialog.mjs", (const char[]){
#embed "Files/conflict-dialog.mjs" suffix(, 0)
    }},
    {"controls.mjs", (const char[]){
#embed "Files/controls.mjs" suffix(, 0)
    }},
    {"corrections.mjs", (const char[]){
#embed "Files/corrections.mjs" suffix(, 0)
    }},
    {"describe.mjs", (const char[]){
#embed "Files/describe.mjs" suffix(, 0)
    }},
    {"document.mjs", (const char[]){
#embed "Files/document.mjs" suffix(, 0)
    }},
    {"document-row.mustache", (const char[]){
#embed "Files/document-row.mustache" suffix(, 0)
    }},
    {"document.mustache", (const char[]){
#embed "Files/document.mustache" suffix(, 0)
    }},
    {"documents.mjs", (const char[]){
#embed "Files/documents.mjs" suffix(, 0)
    }},
    {"documents.mustache", (const char[]){
#embed "Files/documents.mustache" suffix(, 0)
    }},
    {"editor.css", (const char[]){
#embed "Files/editor.css" suffix(, 0)
    }},
    {"editor.mjs", (const char[]){
#embed "Files/editor.mjs" suffix(, 0)
    }},
    {"field-box.mjs", (const char[]){
#embed "Files/field-box.mjs" suffix(, 0)
    }},
    {"field-list.mjs", (const char[]){
#embed "Files/field-list.mjs" suffix(, 0)
    }},
    {"field-rules.mjs", (const char[]){
#embed "Files/field-rules.mjs" suffix(, 0)
    }},
    {"field-sheet.mjs", (const char[]){
#embed "Files/field-sheet.mjs" suffix(, 0)
    }},
    {"fill-mode.mjs", (const char[]){
#embed "Files/fill-mode.mjs" suffix(, 0)
    }},
    {"filling.mjs", (const char[]){
#embed "Files/filling.mjs" suffix(, 0)
    }},
    {"fit-check.mjs", (const char[]){
#embed "Files/fit-check.mjs" suffix(, 0)
    }},
    {"follow.mjs", (const char[]){
#embed "Files/follow.mjs" suffix(, 0)
    }},
    {"form-upload.mjs", (const char[]){
#embed "Files/form-upload.mjs" suffix(, 0)
    }},
    {"form.mjs", (const char[]){
#embed "Files/form.mjs" suffix(, 0)
    }},
    {"forms.css", (const char[]){
#embed "Files/forms.css" suffix(, 0)
    }},
    {"forms.mjs", (const char[]){
#embed "Files/forms.mjs" suffix(, 0)
    }},
    {"forms.mustache", (const char[]){
#embed "Files/forms.mustache" suffix(, 0)
    }},
    {"forms.openapi.yaml", (const char[]){
#embed "Files/forms.openapi.yaml" suffix(, 0)
    }},
    {"geometry.mjs", (const char[]){
#embed "Files/geometry.mjs" suffix(, 0)
    }},
    {"help-dialog.mjs", (const char[]){
#embed "Files/help-dialog.mjs" suffix(, 0)
    }},
    {"ink.mjs", (const char[]){
#embed "Files/ink.mjs" suffix(, 0)
    }},
    {"inspector.mjs", (const char[]){
#embed "Files/inspector.mjs" suffix(, 0)
    }},
    {"keep-typed.mjs", (const char[]){
#embed "Files/keep-typed.mjs" suffix(, 0)
    }},
    {"mapping-table.mjs", (const char[]){
#embed "Files/mapping-table.mjs" suffix(, 0)
    }},
    {"page-view.mjs", (const char[]){
#embed "Files/page-view.mjs" suffix(, 0)
    }},
    {"pages-view.mjs", (const char[]){
#embed "Files/pages-view.mjs" suffix(, 0)
    }},
    {"picture-dialog.mjs", (const char[]){
#embed "Files/picture-dialog.mjs" suffix(, 0)
    }},
    {"picture-value.mjs", (const char[]){
#embed "Files/picture-value.mjs" suffix(, 0)
    }},
    {"pictures.mjs", (const char[]){
#embed "Files/pictures.mjs" suffix(, 0)
    }},
    {"pointer.mjs", (const char[]){
#embed "Files/pointer.mjs" suffix(, 0)
    }},
    {"preview-mode.mjs", (const char[]){
#embed "Files/preview-mode.mjs" suffix(, 0)
    }},
    {"printed-text.mjs", (const char[]){
#embed "Files/printed-text.mjs" suffix(, 0)
    }},
    {"read-mode.mjs", (const char[]){
#embed "Files/read-mode.mjs" suffix(, 0)
    }},
    {"required.mjs", (const char[]){
#embed "Files/required.mjs" suffix(, 0)
    }},
    {"result-mode.mjs", (const char[]){
#embed "Files/result-mode.mjs" suffix(, 0)
    }},
    {"save-state.mjs", (const char[]){
#embed "Files/save-state.mjs" suffix(, 0)
    }},
    {"selection.mjs", (const char[]){
#embed "Files/selection.mjs" suffix(, 0)
    }},
    {"share-dialog.mjs", (const char[]){
#embed "Files/share-dialog.mjs" suffix(, 0)
    }},
    {"sharing.mjs", (const char[]){
#embed "Files/sharing.mjs" suffix(, 0)
    }},
    {"shortcuts.mjs", (const char[]){
#embed "Files/shortcuts.mjs" suffix(, 0)
    }},
    {"signature-pad.mjs", (const char[]){
#embed "Files/signature-pad.mjs" suffix(, 0)
    }},
    {"states.mjs", (const char[]){
#embed "Files/states.mjs" suffix(, 0)
    }},
    {"table-dialog.mjs", (const char[]){
#embed "Files/table-dialog.mjs" suffix(, 0)
    }},
    {"table-text.mjs", (const char[]){
#embed "Files/table-text.mjs" suffix(, 0)
    }},
    {"value-box.mjs", (const char[]){
#embed "Files/value-box.mjs" suffix(, 0)
    }},
    {"value-control.mjs", (const char[]){
#embed "Files/value-control.mjs" suffix(, 0)
    }},
    {"value-list.mjs", (const char[]){
#embed "Files/value-list.mjs" suffix(, 0)
    }},
    {"value-picture.mjs", (const char[]){
#embed "Files/value-picture.mjs" suffix(, 0)
    }},
    {"value-rules.mjs", (const char[]){
#embed "Files/value-rules.mjs" suffix(, 0)
    }},
    {"values.mjs", (const char[]){
#embed "Files/values.mjs" suffix(, 0)
    }},
    {"work-view.mjs", (const char[]){
#embed "Files/work-view.mjs" suffix(, 0)
    }},
    {NULL, NULL},
};

const struct asset *forms_assets(void) { return files; }
