#include <pango/pangocairo.h>
#include <cairo-ft.h>
#include <hb-ot.h>

/* G_OBJECT casts are macros, which Swift does not import. */
static inline void formwright_pango_unref(void *object) { g_object_unref(object); }
