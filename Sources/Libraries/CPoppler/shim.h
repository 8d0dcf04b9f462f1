#include <poppler.h>

/* G_OBJECT casts are macros, which Swift does not import. */
static inline void formwright_poppler_unref(void *object) { g_object_unref(object); }
