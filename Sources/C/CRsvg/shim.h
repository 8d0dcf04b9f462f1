#include <dlfcn.h>
#include <glib-object.h>
#include <stddef.h>

/* librsvg is loaded with the first drawing: it takes longer to link than the rest of the program takes to start. Its header
   would need those of gdk-pixbuf, so the few functions are declared here, as librsvg 2.54 has them. */

typedef struct {
    double x, y, width, height;
} FormwrightRectangle;

typedef struct {
    double length;
    /* RsvgUnit: 0 for a share of the surroundings, 1 for pixels, and others. */
    int unit;
} FormwrightLength;

/* Returns a function of the library, or null if the library is not available. */
static inline void *formwright_rsvg(const char *name) {
    void *library = dlopen("librsvg-2.so.2", RTLD_LAZY | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

static inline int formwright_has_rsvg(void) { return formwright_rsvg("rsvg_handle_get_intrinsic_size_in_pixels") != NULL; }

/* Each may only be called if formwright_has_rsvg returned something else than 0. */

static inline void *formwright_rsvg_handle_new_from_data(const unsigned char *bytes, size_t count, GError **error) {
    void *(*function)(const unsigned char *, size_t, GError **) = formwright_rsvg("rsvg_handle_new_from_data");
    return function(bytes, count, error);
}

static inline void formwright_rsvg_handle_set_dpi(void *handle, double dpi) {
    void (*function)(void *, double) = formwright_rsvg("rsvg_handle_set_dpi");
    function(handle, dpi);
}

static inline int formwright_rsvg_handle_get_intrinsic_size_in_pixels(void *handle, double *width, double *height) {
    gboolean (*function)(void *, double *, double *) = formwright_rsvg("rsvg_handle_get_intrinsic_size_in_pixels");
    return function(handle, width, height);
}

static inline void formwright_rsvg_handle_get_intrinsic_dimensions(
    void *handle, int *has_width, FormwrightLength *width, int *has_height, FormwrightLength *height, int *has_view_box,
    FormwrightRectangle *view_box) {
    void (*function)(void *, gboolean *, FormwrightLength *, gboolean *, FormwrightLength *, gboolean *,
                     FormwrightRectangle *) = formwright_rsvg("rsvg_handle_get_intrinsic_dimensions");
    function(handle, has_width, width, has_height, height, has_view_box, view_box);
}

/* `context` is a cairo_t. */
static inline int formwright_rsvg_handle_render_document(
    void *handle, void *context, const FormwrightRectangle *viewport, GError **error) {
    gboolean (*function)(void *, void *, const FormwrightRectangle *, GError **) =
        formwright_rsvg("rsvg_handle_render_document");
    return function(handle, context, viewport, error);
}

/* G_OBJECT casts are macros, which Swift does not import. */
static inline void formwright_rsvg_unref(void *handle) { g_object_unref(handle); }
