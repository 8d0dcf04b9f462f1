#include <dlfcn.h>
#include <poppler/glib/poppler.h>
#include <stddef.h>

/* Poppler is loaded with the first page that is drawn or read. With the libraries that it brings, of cryptography, colour and
   disks, it took a seventh of the program's start, which filling a form with known fields does not need. */

/* Returns a function of the library, or null if the library is not available. */
static inline void *formwright_poppler(const char *name) {
    /* The version of the interface that Debian 12 has. Opening a library again only raises a reference count. */
    void *library = dlopen("libpoppler-glib.so.8", RTLD_LAZY | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

/* Whether the library can be loaded; if it cannot, the functions below must not be called. */
static inline int formwright_has_poppler(void) { return formwright_poppler("poppler_document_new_from_bytes") != NULL; }

/* Declares formwright_NAME, which looks up the function NAME once and calls it. */
#define FORMWRIGHT_LATE_POPPLER(result, name, parameters, arguments) \
    static inline result formwright_##name parameters { \
        static void *found; \
        void *function = __atomic_load_n(&found, __ATOMIC_ACQUIRE); \
        if (!function) { \
            function = formwright_poppler(#name); \
            __atomic_store_n(&found, function, __ATOMIC_RELEASE); \
        } \
        return ((__typeof__(&name))function) arguments; \
    }

FORMWRIGHT_LATE_POPPLER(
    PopplerDocument *, poppler_document_new_from_bytes, (GBytes *bytes, const char *password, GError **error),
    (bytes, password, error))
FORMWRIGHT_LATE_POPPLER(
    PopplerDocument *, poppler_document_new_from_file, (const char *uri, const char *password, GError **error),
    (uri, password, error))
FORMWRIGHT_LATE_POPPLER(int, poppler_document_get_n_pages, (PopplerDocument *document), (document))
FORMWRIGHT_LATE_POPPLER(char *, poppler_document_get_title, (PopplerDocument *document), (document))
FORMWRIGHT_LATE_POPPLER(
    PopplerPage *, poppler_document_get_page, (PopplerDocument *document, int index), (document, index))
FORMWRIGHT_LATE_POPPLER(
    void, poppler_page_get_size, (PopplerPage *page, double *width, double *height), (page, width, height))
FORMWRIGHT_LATE_POPPLER(void, poppler_page_render, (PopplerPage *page, cairo_t *context), (page, context))
FORMWRIGHT_LATE_POPPLER(
    void, poppler_page_render_for_printing, (PopplerPage *page, cairo_t *context), (page, context))
FORMWRIGHT_LATE_POPPLER(char *, poppler_page_get_text, (PopplerPage *page), (page))
FORMWRIGHT_LATE_POPPLER(
    gboolean, poppler_page_get_text_layout, (PopplerPage *page, PopplerRectangle **rectangles, guint *count),
    (page, rectangles, count))
FORMWRIGHT_LATE_POPPLER(GList *, poppler_page_get_text_attributes, (PopplerPage *page), (page))
FORMWRIGHT_LATE_POPPLER(void, poppler_page_free_text_attributes, (GList *list), (list))

/* G_OBJECT casts are macros, which Swift does not import. */
static inline void formwright_poppler_unref(void *object) { g_object_unref(object); }
