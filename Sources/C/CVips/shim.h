#include <dlfcn.h>
#include <stddef.h>
#include <vips/vips.h>

/* libvips is loaded with the first picture. It brings some ninety libraries, which would take longer to link than the rest
   of the program takes to start. Of GLib, which text layout needs anyway, only the reference counts are used here. */

/* Returns a function of the library, or null if the library is not available. */
static inline void *formwright_vips(const char *name) {
    /* The version of the interface that Debian 12 has. Opening a library again only raises a reference count. */
    void *library = dlopen("libvips.so.42", RTLD_LAZY | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

/* What the loader says of the library if it cannot load it, valid until the next call; else null. */
static inline const char *formwright_vips_trouble(void) {
    dlerror();
    return dlopen("libvips.so.42", RTLD_LAZY | RTLD_LOCAL) ? NULL : dlerror();
}

/* Declares formwright_NAME, which looks up the function NAME once and calls it. The functions with a variable number of
   arguments, which Swift does not import, get those that are needed. */
#define FORMWRIGHT_LATE_VIPS_AS(result, alias, name, parameters, arguments) \
    static inline result formwright_##alias parameters { \
        static void *found; \
        void *function = __atomic_load_n(&found, __ATOMIC_ACQUIRE); \
        if (!function) { \
            function = formwright_vips(#name); \
            __atomic_store_n(&found, function, __ATOMIC_RELEASE); \
        } \
        return ((__typeof__(&name))function) arguments; \
    }
#define FORMWRIGHT_LATE_VIPS(result, name, parameters, arguments) \
    FORMWRIGHT_LATE_VIPS_AS(result, name, name, parameters, arguments)
#define FORMWRIGHT_VIPS_END ((void *)0)

FORMWRIGHT_LATE_VIPS(int, vips_init, (const char *program), (program))
FORMWRIGHT_LATE_VIPS(void, vips_block_untrusted_set, (gboolean state), (state))
FORMWRIGHT_LATE_VIPS(void, vips_operation_block_set, (const char *name, gboolean state), (name, state))
FORMWRIGHT_LATE_VIPS(void, vips_concurrency_set, (int threads), (threads))
FORMWRIGHT_LATE_VIPS(void, vips_cache_set_max, (int operations), (operations))
FORMWRIGHT_LATE_VIPS(void, vips_cache_set_max_mem, (size_t bytes), (bytes))
FORMWRIGHT_LATE_VIPS(void, vips_cache_set_max_files, (int files), (files))
FORMWRIGHT_LATE_VIPS(void, vips_thread_shutdown, (void), ())
FORMWRIGHT_LATE_VIPS(const char *, vips_error_buffer, (void), ())
FORMWRIGHT_LATE_VIPS(void, vips_error_clear, (void), ())

/* Reading. Each keeps the pointer, which must stay valid as long as the image is not in memory. */
#define FORMWRIGHT_VIPS_READING "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR
FORMWRIGHT_LATE_VIPS(
    int, vips_jpegload_buffer, (void *bytes, size_t count, VipsImage **out, int shrink),
    (bytes, count, out, "shrink", shrink, FORMWRIGHT_VIPS_READING, FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS_AS(
    int, vips_jpegload_strictly, vips_jpegload_buffer, (void *bytes, size_t count, VipsImage **out, int shrink),
    (bytes, count, out, "shrink", shrink, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_WARNING,
     FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS(
    int, vips_pngload_buffer, (void *bytes, size_t count, VipsImage **out),
    (bytes, count, out, FORMWRIGHT_VIPS_READING, FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS(
    int, vips_webpload_buffer, (void *bytes, size_t count, VipsImage **out),
    (bytes, count, out, FORMWRIGHT_VIPS_READING, FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS(
    int, vips_heifload_buffer, (void *bytes, size_t count, VipsImage **out),
    (bytes, count, out, FORMWRIGHT_VIPS_READING, FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS(
    int, vips_tiffload_buffer, (void *bytes, size_t count, VipsImage **out, int page),
    (bytes, count, out, "page", page, FORMWRIGHT_VIPS_READING, FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS(
    int, vips_gifload_buffer, (void *bytes, size_t count, VipsImage **out),
    (bytes, count, out, FORMWRIGHT_VIPS_READING, FORMWRIGHT_VIPS_END))
/* All frames, one below the other. Of a GIF, damaged ones would be left out if warnings did not count. */
FORMWRIGHT_LATE_VIPS_AS(
    int, vips_gifload_frames, vips_gifload_buffer, (void *bytes, size_t count, VipsImage **out),
    (bytes, count, out, "n", -1, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_WARNING,
     FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS_AS(
    int, vips_webpload_frames, vips_webpload_buffer, (void *bytes, size_t count, VipsImage **out),
    (bytes, count, out, "n", -1, FORMWRIGHT_VIPS_READING, FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS(
    VipsImage *, vips_image_new_from_memory,
    (const void *bytes, size_t count, int width, int height, int bands, VipsBandFormat format),
    (bytes, count, width, height, bands, format))

/* The header. */
FORMWRIGHT_LATE_VIPS(int, vips_image_get_width, (const VipsImage *image), (image))
FORMWRIGHT_LATE_VIPS(int, vips_image_get_height, (const VipsImage *image), (image))
FORMWRIGHT_LATE_VIPS(int, vips_image_get_bands, (const VipsImage *image), (image))
FORMWRIGHT_LATE_VIPS(VipsBandFormat, vips_image_get_format, (const VipsImage *image), (image))
FORMWRIGHT_LATE_VIPS(VipsInterpretation, vips_image_get_interpretation, (const VipsImage *image), (image))
FORMWRIGHT_LATE_VIPS(VipsCoding, vips_image_get_coding, (const VipsImage *image), (image))
FORMWRIGHT_LATE_VIPS(int, vips_image_get_orientation, (VipsImage *image), (image))
FORMWRIGHT_LATE_VIPS(
    int, vips_image_get_int, (const VipsImage *image, const char *name, int *out), (image, name, out))
FORMWRIGHT_LATE_VIPS(GType, vips_image_get_typeof, (const VipsImage *image, const char *name), (image, name))
FORMWRIGHT_LATE_VIPS(
    int, vips_image_get_string, (const VipsImage *image, const char *name, const char **out), (image, name, out))

/* The bytes belong to the image. */
FORMWRIGHT_LATE_VIPS(
    int, vips_image_get_blob, (const VipsImage *image, const char *name, const void **out, size_t *count),
    (image, name, out, count))

/* Operations. */
FORMWRIGHT_LATE_VIPS(
    int, vips_resize, (VipsImage *in, VipsImage **out, double across, double down),
    (in, out, across, "vscale", down, FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS(
    int, vips_premultiply, (VipsImage *in, VipsImage **out, double most),
    (in, out, "max_alpha", most, FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS(
    int, vips_unpremultiply, (VipsImage *in, VipsImage **out, double most),
    (in, out, "max_alpha", most, FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS(
    int, vips_cast, (VipsImage *in, VipsImage **out, VipsBandFormat format, gboolean shift),
    (in, out, format, "shift", shift, FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS(
    int, vips_extract_band, (VipsImage *in, VipsImage **out, int first, int count),
    (in, out, first, "n", count, FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS(
    int, vips_bandjoin2, (VipsImage *one, VipsImage *other, VipsImage **out), (one, other, out, FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS(
    int, vips_icc_transform, (VipsImage *in, VipsImage **out, const char *profile, const char *fallback),
    (in, out, profile, "embedded", TRUE, "input_profile", fallback, "intent", VIPS_INTENT_RELATIVE,
     "black_point_compensation", TRUE, "depth", 8, FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS(
    int, vips_colourspace, (VipsImage *in, VipsImage **out, VipsInterpretation space),
    (in, out, space, FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS_AS(
    int, vips_interpret, vips_copy, (VipsImage *in, VipsImage **out, VipsInterpretation space),
    (in, out, "interpretation", space, FORMWRIGHT_VIPS_END))
/* The resolution is in pixels per millimetre. */
FORMWRIGHT_LATE_VIPS_AS(
    int, vips_describe, vips_copy,
    (VipsImage *in, VipsImage **out, VipsInterpretation space, double resolution),
    (in, out, "interpretation", space, "xres", resolution, "yres", resolution, FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS(VipsImage *, vips_image_copy_memory, (VipsImage *image), (image))
FORMWRIGHT_LATE_VIPS(int, vips_autorot, (VipsImage *in, VipsImage **out), (in, out, FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS(int, vips_min, (VipsImage *in, double *out), (in, out, FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS(
    VipsArrayDouble *, vips_array_double_new, (const double *values, int count), (values, count))
FORMWRIGHT_LATE_VIPS(void, vips_area_unref, (VipsArea *area), (area))
FORMWRIGHT_LATE_VIPS_AS(
    int, vips_flatten_onto, vips_flatten, (VipsImage *in, VipsImage **out, VipsArrayDouble *background),
    (in, out, "background", background, FORMWRIGHT_VIPS_END))

/* Writing; the caller frees the bytes with g_free. */
FORMWRIGHT_LATE_VIPS(void *, vips_image_write_to_memory, (VipsImage *image, size_t *count), (image, count))
FORMWRIGHT_LATE_VIPS(
    int, vips_jpegsave_buffer,
    (VipsImage *in, void **bytes, size_t *count, int quality, VipsForeignSubsample subsampling, gboolean progressive),
    (in, bytes, count, "Q", quality, "subsample_mode", subsampling, "interlace", progressive, "optimize_coding", TRUE,
     "strip", TRUE,
     FORMWRIGHT_VIPS_END))
FORMWRIGHT_LATE_VIPS(
    int, vips_pngsave_buffer, (VipsImage *in, void **bytes, size_t *count, int compression),
    (in, bytes, count, "compression", compression, "filter", VIPS_FOREIGN_PNG_FILTER_ALL, "strip", TRUE,
     FORMWRIGHT_VIPS_END))

static inline void formwright_vips_drop_message(
    const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer context) {}

/* Loads and starts the library, and confines it: one thread, no cache, no message on standard error, no reader but those of
   JPEG, PNG, WebP, HEIF, TIFF and GIF (libnsgif). To be called once; returns 0, or -1 if the library is not available. */
static inline int formwright_vips_start(void) {
    if (!formwright_vips("vips_init")) return -1;
    g_log_set_handler(
        "VIPS", (GLogLevelFlags)(G_LOG_LEVEL_MASK | G_LOG_FLAG_FATAL | G_LOG_FLAG_RECURSION),
        formwright_vips_drop_message, NULL);
    /* The name is used for messages only. */
    if (formwright_vips_init("formwright")) return -1;
    formwright_vips_block_untrusted_set(TRUE);
    formwright_vips_operation_block_set("VipsForeignLoad", TRUE);
    formwright_vips_operation_block_set("VipsForeignLoadJpeg", FALSE);
    formwright_vips_operation_block_set("VipsForeignLoadPng", FALSE);
    formwright_vips_operation_block_set("VipsForeignLoadWebp", FALSE);
    formwright_vips_operation_block_set("VipsForeignLoadHeif", FALSE);
    formwright_vips_operation_block_set("VipsForeignLoadTiff", FALSE);
    formwright_vips_operation_block_set("VipsForeignLoadNsgif", FALSE);
    formwright_vips_concurrency_set(1);
    formwright_vips_cache_set_max(0);
    formwright_vips_cache_set_max_mem(0);
    formwright_vips_cache_set_max_files(0);
    return 0;
}

static inline int formwright_vips_flatten_on_white(VipsImage *in, VipsImage **out) {
    double white = 255;
    VipsArrayDouble *background = formwright_vips_array_double_new(&white, 1);
    int status = formwright_vips_flatten_onto(in, out, background);
    formwright_vips_area_unref((VipsArea *)background);
    return status;
}
