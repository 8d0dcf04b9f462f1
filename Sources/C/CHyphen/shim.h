#include <dlfcn.h>
#include <hyphen.h>
#include <stddef.h>

/* libhyphen is loaded with the first text that is hyphenated. */

/* Returns a function of the library, or null if the library is not available. */
static inline void *formwright_hyphen(const char *name) {
    void *library = dlopen("libhyphen.so.0", RTLD_LAZY | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

/* Whether the library can be loaded; if it cannot, the functions below must not be called. */
static inline int formwright_has_hyphen(void) { return formwright_hyphen("hnj_hyphen_load") != NULL; }

static inline HyphenDict *formwright_hyphen_load(const char *path) {
    return ((__typeof__(&hnj_hyphen_load))formwright_hyphen("hnj_hyphen_load"))(path);
}

/* The looked-up hnj_hyphen_hyphenate2. */
static inline void *formwright_hyphen_function(void) { return formwright_hyphen("hnj_hyphen_hyphenate2"); }

static inline int formwright_hyphenate(
    void *function, HyphenDict *patterns, const char *word, int length, char *hyphens, char ***rep, int **pos, int **cut) {
    return ((__typeof__(&hnj_hyphen_hyphenate2))function)(patterns, word, length, hyphens, NULL, rep, pos, cut);
}
