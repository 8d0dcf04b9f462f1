#pragma once
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <stddef.h>

/* libcurl is loaded with the first request to an object store or a receiver of webhooks. It brings some thirty
   libraries, which no other part of the program needs, and linking them would slow every start. */

/* Returns a function of the library, or null if the library is not available. */
static inline void *formwright_curl(const char *name) {
    /* The version of the interface that Debian 12 has, in its OpenSSL flavour. Opening a library again only raises a
       reference count. */
    void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

/* Whether the library can be loaded; if it cannot, the functions below must not be called. */
static inline int formwright_has_curl(void) { return formwright_curl("curl_easy_init") != NULL; }

/* Declares formwright_ALIAS, which looks up the function NAME once and calls it. */
#define FORMWRIGHT_LATE_CURL_AS(result, alias, name, parameters, arguments) \
    static inline result formwright_##alias parameters { \
        static void *found; \
        void *function = __atomic_load_n(&found, __ATOMIC_ACQUIRE); \
        if (!function) { \
            function = formwright_curl(#name); \
            __atomic_store_n(&found, function, __ATOMIC_RELEASE); \
        } \
        return ((__typeof__(&name))function) arguments; \
    }
#define FORMWRIGHT_LATE_CURL(result, name, parameters, arguments) \
    FORMWRIGHT_LATE_CURL_AS(result, name, name, parameters, arguments)

FORMWRIGHT_LATE_CURL(CURLcode, curl_global_init, (long flags), (flags))
FORMWRIGHT_LATE_CURL(CURL *, curl_easy_init, (void), ())
FORMWRIGHT_LATE_CURL(void, curl_easy_cleanup, (CURL * handle), (handle))
FORMWRIGHT_LATE_CURL(void, curl_easy_reset, (CURL * handle), (handle))
FORMWRIGHT_LATE_CURL(CURLcode, curl_easy_perform, (CURL * handle), (handle))
FORMWRIGHT_LATE_CURL(const char *, curl_easy_strerror, (CURLcode code), (code))
FORMWRIGHT_LATE_CURL(struct curl_slist *, curl_slist_append, (struct curl_slist * list, const char *text), (list, text))
FORMWRIGHT_LATE_CURL(void, curl_slist_free_all, (struct curl_slist * list), (list))

/* curl_easy_setopt has a variable number of arguments, which Swift does not import. */
FORMWRIGHT_LATE_CURL_AS(
    CURLcode, curl_set_long, curl_easy_setopt, (CURL * handle, CURLoption option, long value), (handle, option, value))
FORMWRIGHT_LATE_CURL_AS(
    CURLcode, curl_set_size, curl_easy_setopt, (CURL * handle, CURLoption option, curl_off_t value),
    (handle, option, value))
FORMWRIGHT_LATE_CURL_AS(
    CURLcode, curl_set_text, curl_easy_setopt, (CURL * handle, CURLoption option, const char *value),
    (handle, option, value))
FORMWRIGHT_LATE_CURL_AS(
    CURLcode, curl_set_pointer, curl_easy_setopt, (CURL * handle, CURLoption option, const void *value),
    (handle, option, value))
FORMWRIGHT_LATE_CURL_AS(
    CURLcode, curl_set_list, curl_easy_setopt, (CURL * handle, CURLoption option, struct curl_slist *value),
    (handle, option, value))
FORMWRIGHT_LATE_CURL_AS(
    CURLcode, curl_set_piece_callback, curl_easy_setopt,
    (CURL * handle, CURLoption option, size_t (*value)(char *, size_t, size_t, void *)), (handle, option, value))
FORMWRIGHT_LATE_CURL_AS(
    CURLcode, curl_set_seek_callback, curl_easy_setopt,
    (CURL * handle, CURLoption option, int (*value)(void *, curl_off_t, int)), (handle, option, value))
FORMWRIGHT_LATE_CURL_AS(
    CURLcode, curl_set_progress_callback, curl_easy_setopt,
    (CURL * handle, CURLoption option, int (*value)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t)),
    (handle, option, value))

FORMWRIGHT_LATE_CURL_AS(
    CURLcode, curl_set_socket_callback, curl_easy_setopt,
    (CURL * handle, CURLoption option, curl_socket_t (*value)(void *, curlsocktype, struct curl_sockaddr *)),
    (handle, option, value))

/* The values that the headers define as macros of another type. */
static const long formwright_curl_global_default = CURL_GLOBAL_DEFAULT;
static const size_t formwright_curl_read_abort = CURL_READFUNC_ABORT;
