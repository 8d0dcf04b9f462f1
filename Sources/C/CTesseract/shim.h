#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stddef.h>
#include <tesseract/capi.h>
#include <tesseract/version.h>

/* Tesseract is loaded when the first page needs text recognition. It depends on some thirty libraries, and linking them
   took a third of the program's start time, which a form with a text layer or known fields does not need. */

#define FORMWRIGHT_TEXT(number) #number
#define FORMWRIGHT_FILE(number) "libtesseract.so." FORMWRIGHT_TEXT(number)

/* Returns a function of the library, or null if the library is not available. */
static inline void *formwright_tesseract(const char *name) {
    /* RTLD_GLOBAL makes its OpenMP visible below; opening a library again only raises a reference count. */
    void *library = dlopen(FORMWRIGHT_FILE(TESSERACT_MAJOR_VERSION), RTLD_LAZY | RTLD_GLOBAL);
    return library ? dlsym(library, name) : NULL;
}

/* Whether the library can be loaded; if it cannot, the functions below must not be called. */
static inline int formwright_has_tesseract(void) { return formwright_tesseract("TessBaseAPICreate") != NULL; }

/* Declares formwright_NAME, which looks up the function NAME once and calls it. */
#define FORMWRIGHT_LATE(result, name, parameters, arguments) \
    static inline result formwright_##name parameters { \
        static void *found; \
        void *function = __atomic_load_n(&found, __ATOMIC_ACQUIRE); \
        if (!function) { \
            function = formwright_tesseract(#name); \
            __atomic_store_n(&found, function, __ATOMIC_RELEASE); \
        } \
        return ((__typeof__(&name))function) arguments; \
    }

FORMWRIGHT_LATE(TessBaseAPI *, TessBaseAPICreate, (void), ())
FORMWRIGHT_LATE(void, TessBaseAPIDelete, (TessBaseAPI *api), (api))
FORMWRIGHT_LATE(void, TessBaseAPIEnd, (TessBaseAPI *api), (api))
FORMWRIGHT_LATE(void, TessBaseAPIClear, (TessBaseAPI *api), (api))
FORMWRIGHT_LATE(
    int, TessBaseAPIInit2, (TessBaseAPI *api, const char *path, const char *language, TessOcrEngineMode mode),
    (api, path, language, mode))
FORMWRIGHT_LATE(
    BOOL, TessBaseAPISetVariable, (TessBaseAPI *api, const char *name, const char *value), (api, name, value))
FORMWRIGHT_LATE(void, TessBaseAPISetPageSegMode, (TessBaseAPI *api, TessPageSegMode mode), (api, mode))
FORMWRIGHT_LATE(
    void, TessBaseAPISetImage,
    (TessBaseAPI *api, const unsigned char *pixels, int width, int height, int bytesPerPixel, int bytesPerLine),
    (api, pixels, width, height, bytesPerPixel, bytesPerLine))
FORMWRIGHT_LATE(void, TessBaseAPISetSourceResolution, (TessBaseAPI *api, int resolution), (api, resolution))
FORMWRIGHT_LATE(int, TessBaseAPIRecognize, (TessBaseAPI *api, ETEXT_DESC *monitor), (api, monitor))
FORMWRIGHT_LATE(TessResultIterator *, TessBaseAPIGetIterator, (TessBaseAPI *api), (api))
FORMWRIGHT_LATE(void, TessDeleteText, (const char *text), (text))
FORMWRIGHT_LATE(void, TessResultIteratorDelete, (TessResultIterator *results), (results))
FORMWRIGHT_LATE(
    BOOL, TessResultIteratorNext, (TessResultIterator *results, TessPageIteratorLevel level), (results, level))
FORMWRIGHT_LATE(
    TessPageIterator *, TessResultIteratorGetPageIterator, (TessResultIterator *results), (results))
FORMWRIGHT_LATE(
    char *, TessResultIteratorGetUTF8Text, (const TessResultIterator *results, TessPageIteratorLevel level),
    (results, level))
FORMWRIGHT_LATE(
    float, TessResultIteratorConfidence, (const TessResultIterator *results, TessPageIteratorLevel level),
    (results, level))
FORMWRIGHT_LATE(
    const char *, TessResultIteratorWordFontAttributes,
    (const TessResultIterator *results, BOOL *bold, BOOL *italic, BOOL *underlined, BOOL *monospace, BOOL *serif,
     BOOL *smallCaps, int *size, int *font),
    (results, bold, italic, underlined, monospace, serif, smallCaps, size, font))
FORMWRIGHT_LATE(
    BOOL, TessPageIteratorIsAtBeginningOf, (const TessPageIterator *page, TessPageIteratorLevel level), (page, level))
FORMWRIGHT_LATE(
    BOOL, TessPageIteratorBoundingBox,
    (const TessPageIterator *page, TessPageIteratorLevel level, int *left, int *top, int *right, int *bottom),
    (page, level, left, top, right, bottom))

/* Debian's tesseract is built with OpenMP and requests several threads at each layer of its network, regardless of
   omp_set_num_threads; OMP_THREAD_LIMIT is read only when the process starts. Without active parallel levels the calling
   thread does all the work, however the program was started. RTLD_DEFAULT is a macro that Swift does not import. */
static inline void formwright_one_omp_thread(void) {
    void (*levels)(int) = (void (*)(int))dlsym(RTLD_DEFAULT, "omp_set_max_active_levels");
    if (levels) levels(0);
    void (*threads)(int) = (void (*)(int))dlsym(RTLD_DEFAULT, "omp_set_num_threads");
    if (threads) threads(1);
}
