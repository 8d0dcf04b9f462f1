#include <dlfcn.h>
#include <leptonica/allheaders.h>
#include <stddef.h>
#include <stdio.h>

/* Leptonica is loaded with the first picture or scan, since linking the libraries of picture formats that it brings takes
   time at every start. Tesseract depends on it too. */

/* Returns a function of the library, or null if the library is not available. */
static inline void *formwright_leptonica(const char *name) {
    /* The version of the interface that Debian 12 has. Opening a library again only raises a reference count. */
    void *library = dlopen("liblept.so.5", RTLD_LAZY | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

/* Whether the library can be loaded; if it cannot, the functions below must not be called. */
static inline int formwright_has_leptonica(void) { return formwright_leptonica("pixCreateNoInit") != NULL; }

/* Declares formwright_NAME, which looks up the function NAME once and calls it. */
#define FORMWRIGHT_LATE_LEPTONICA(result, name, parameters, arguments) \
    static inline result formwright_##name parameters { \
        static void *found; \
        void *function = __atomic_load_n(&found, __ATOMIC_ACQUIRE); \
        if (!function) { \
            function = formwright_leptonica(#name); \
            __atomic_store_n(&found, function, __ATOMIC_RELEASE); \
        } \
        return ((__typeof__(&name))function) arguments; \
    }

FORMWRIGHT_LATE_LEPTONICA(int, setMsgSeverity, (int severity), (severity))
FORMWRIGHT_LATE_LEPTONICA(void, lept_free, (void *bytes), (bytes))

/* Reading. */
FORMWRIGHT_LATE_LEPTONICA(int, tiffGetCount, (FILE *stream, int *count), (stream, count))
FORMWRIGHT_LATE_LEPTONICA(
    int, readHeaderMemTiff,
    (const unsigned char *bytes, size_t count, int page, int *width, int *height, int *bits, int *samples, int *resolution,
     int *palette, int *format),
    (bytes, count, page, width, height, bits, samples, resolution, palette, format))
FORMWRIGHT_LATE_LEPTONICA(
    int, pixReadHeaderMem,
    (const unsigned char *bytes, size_t count, int *format, int *width, int *height, int *bits, int *samples, int *palette),
    (bytes, count, format, width, height, bits, samples, palette))
FORMWRIGHT_LATE_LEPTONICA(PIX *, pixReadMem, (const unsigned char *bytes, size_t count), (bytes, count))
FORMWRIGHT_LATE_LEPTONICA(
    PIX *, pixReadMemTiff, (const unsigned char *bytes, size_t count, int page), (bytes, count, page))

/* Pictures in memory. */
FORMWRIGHT_LATE_LEPTONICA(PIX *, pixCreateNoInit, (int width, int height, int depth), (width, height, depth))
FORMWRIGHT_LATE_LEPTONICA(void, pixDestroy, (PIX **picture), (picture))
FORMWRIGHT_LATE_LEPTONICA(int, pixSetResolution, (PIX *picture, int across, int down), (picture, across, down))
FORMWRIGHT_LATE_LEPTONICA(int, pixGetWidth, (const PIX *picture), (picture))
FORMWRIGHT_LATE_LEPTONICA(int, pixGetHeight, (const PIX *picture), (picture))
FORMWRIGHT_LATE_LEPTONICA(int, pixGetWpl, (const PIX *picture), (picture))
FORMWRIGHT_LATE_LEPTONICA(int, pixGetSpp, (const PIX *picture), (picture))
FORMWRIGHT_LATE_LEPTONICA(int, pixGetXRes, (const PIX *picture), (picture))
FORMWRIGHT_LATE_LEPTONICA(int, pixGetYRes, (const PIX *picture), (picture))
FORMWRIGHT_LATE_LEPTONICA(unsigned int *, pixGetData, (PIX *picture), (picture))

/* Operations. */
FORMWRIGHT_LATE_LEPTONICA(PIX *, pixConvertTo8, (PIX *picture, int keepsPalette), (picture, keepsPalette))
FORMWRIGHT_LATE_LEPTONICA(PIX *, pixConvertTo32, (PIX *picture), (picture))
FORMWRIGHT_LATE_LEPTONICA(PIX *, pixThresholdToBinary, (PIX *picture, int threshold), (picture, threshold))
FORMWRIGHT_LATE_LEPTONICA(
    PIX *, pixOpenCompBrick, (PIX *target, PIX *picture, int width, int height), (target, picture, width, height))
FORMWRIGHT_LATE_LEPTONICA(
    PIX *, pixDilateBrick, (PIX *target, PIX *picture, int width, int height), (target, picture, width, height))
FORMWRIGHT_LATE_LEPTONICA(PIX *, pixSubtract, (PIX *target, PIX *from, PIX *picture), (target, from, picture))
FORMWRIGHT_LATE_LEPTONICA(
    int, pixFindSkew, (PIX *picture, float *angle, float *confidence), (picture, angle, confidence))
FORMWRIGHT_LATE_LEPTONICA(
    int, pixOrientDetect, (PIX *picture, float *up, float *left, int letters, int debug),
    (picture, up, left, letters, debug))
FORMWRIGHT_LATE_LEPTONICA(PIX *, pixRotateOrth, (PIX *picture, int quarters), (picture, quarters))
FORMWRIGHT_LATE_LEPTONICA(
    PIX *, pixRotateAMGray, (PIX *picture, float angle, unsigned char background), (picture, angle, background))

/* Writing. */
FORMWRIGHT_LATE_LEPTONICA(int, pixSetZlibCompression, (PIX *picture, int level), (picture, level))
FORMWRIGHT_LATE_LEPTONICA(
    int, pixWriteMemPng, (unsigned char **bytes, size_t *count, PIX *picture, float gamma),
    (bytes, count, picture, gamma))
FORMWRIGHT_LATE_LEPTONICA(
    int, pixWriteMemJpeg, (unsigned char **bytes, size_t *count, PIX *picture, int quality, int progressive),
    (bytes, count, picture, quality, progressive))
