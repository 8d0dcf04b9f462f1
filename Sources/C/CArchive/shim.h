#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <locale.h>
#include <stddef.h>

/* libarchive is loaded with the first archive. It depends on libxml2 and ICU, which no other part of the program needs,
   and linking them would slow every start. */

/* Returns a function of the library, or null if the library is not available. */
static inline void *formwright_archive(const char *name) {
    /* The version of the interface that Debian 12 has. Opening a library again only raises a reference count. */
    void *library = dlopen("libarchive.so.13", RTLD_LAZY | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

/* Whether the library can be loaded; if it cannot, the functions below must not be called. */
static inline int formwright_has_archive(void) { return formwright_archive("archive_write_new") != NULL; }

/* Declares formwright_NAME, which looks up the function NAME once and calls it. */
#define FORMWRIGHT_LATE_ARCHIVE(result, name, parameters, arguments) \
    static inline result formwright_##name parameters { \
        static void *found; \
        void *function = __atomic_load_n(&found, __ATOMIC_ACQUIRE); \
        if (!function) { \
            function = formwright_archive(#name); \
            __atomic_store_n(&found, function, __ATOMIC_RELEASE); \
        } \
        return ((__typeof__(&name))function) arguments; \
    }

FORMWRIGHT_LATE_ARCHIVE(int, archive_errno, (struct archive *archive), (archive))
FORMWRIGHT_LATE_ARCHIVE(const char *, archive_error_string, (struct archive *archive), (archive))

FORMWRIGHT_LATE_ARCHIVE(struct archive *, archive_write_new, (void), ())
FORMWRIGHT_LATE_ARCHIVE(int, archive_write_set_format_zip, (struct archive *archive), (archive))
FORMWRIGHT_LATE_ARCHIVE(int, archive_write_zip_set_compression_store, (struct archive *archive), (archive))
FORMWRIGHT_LATE_ARCHIVE(int, archive_write_zip_set_compression_deflate, (struct archive *archive), (archive))
FORMWRIGHT_LATE_ARCHIVE(int, archive_write_set_format_pax_restricted, (struct archive *archive), (archive))
FORMWRIGHT_LATE_ARCHIVE(
    int, archive_write_set_bytes_per_block, (struct archive *archive, int bytes), (archive, bytes))
FORMWRIGHT_LATE_ARCHIVE(
    int, archive_write_set_bytes_in_last_block, (struct archive *archive, int bytes), (archive, bytes))
FORMWRIGHT_LATE_ARCHIVE(int, archive_write_open_fd, (struct archive *archive, int descriptor), (archive, descriptor))
FORMWRIGHT_LATE_ARCHIVE(
    int, archive_write_header, (struct archive *archive, struct archive_entry *entry), (archive, entry))
FORMWRIGHT_LATE_ARCHIVE(
    la_ssize_t, archive_write_data, (struct archive *archive, const void *bytes, size_t count),
    (archive, bytes, count))
FORMWRIGHT_LATE_ARCHIVE(int, archive_write_finish_entry, (struct archive *archive), (archive))
FORMWRIGHT_LATE_ARCHIVE(int, archive_write_fail, (struct archive *archive), (archive))
FORMWRIGHT_LATE_ARCHIVE(int, archive_write_close, (struct archive *archive), (archive))
FORMWRIGHT_LATE_ARCHIVE(int, archive_write_free, (struct archive *archive), (archive))

FORMWRIGHT_LATE_ARCHIVE(struct archive *, archive_read_new, (void), ())
FORMWRIGHT_LATE_ARCHIVE(int, archive_read_support_filter_gzip, (struct archive *archive), (archive))
FORMWRIGHT_LATE_ARCHIVE(int, archive_read_support_format_tar, (struct archive *archive), (archive))
FORMWRIGHT_LATE_ARCHIVE(int, archive_read_support_format_zip_seekable, (struct archive *archive), (archive))
FORMWRIGHT_LATE_ARCHIVE(
    int, archive_read_open_fd, (struct archive *archive, int descriptor, size_t bytes), (archive, descriptor, bytes))
FORMWRIGHT_LATE_ARCHIVE(
    int, archive_read_open_memory, (struct archive *archive, const void *bytes, size_t count), (archive, bytes, count))
FORMWRIGHT_LATE_ARCHIVE(
    int, archive_read_next_header, (struct archive *archive, struct archive_entry **entry), (archive, entry))
FORMWRIGHT_LATE_ARCHIVE(
    int, archive_read_data_block,
    (struct archive *archive, const void **bytes, size_t *count, la_int64_t *offset), (archive, bytes, count, offset))
FORMWRIGHT_LATE_ARCHIVE(int, archive_read_free, (struct archive *archive), (archive))

FORMWRIGHT_LATE_ARCHIVE(struct archive_entry *, archive_entry_new, (void), ())
FORMWRIGHT_LATE_ARCHIVE(void, archive_entry_free, (struct archive_entry *entry), (entry))
FORMWRIGHT_LATE_ARCHIVE(
    void, archive_entry_set_pathname, (struct archive_entry *entry, const char *name), (entry, name))
FORMWRIGHT_LATE_ARCHIVE(void, archive_entry_set_size, (struct archive_entry *entry, la_int64_t bytes), (entry, bytes))
FORMWRIGHT_LATE_ARCHIVE(
    void, archive_entry_set_perm, (struct archive_entry *entry, __LA_MODE_T mode), (entry, mode))
FORMWRIGHT_LATE_ARCHIVE(
    void, archive_entry_set_filetype, (struct archive_entry *entry, unsigned int type), (entry, type))
FORMWRIGHT_LATE_ARCHIVE(
    void, archive_entry_set_mtime, (struct archive_entry *entry, time_t seconds, long nanoseconds),
    (entry, seconds, nanoseconds))
FORMWRIGHT_LATE_ARCHIVE(const char *, archive_entry_pathname, (struct archive_entry *entry), (entry))
FORMWRIGHT_LATE_ARCHIVE(const char *, archive_entry_hardlink, (struct archive_entry *entry), (entry))
FORMWRIGHT_LATE_ARCHIVE(la_int64_t, archive_entry_size, (struct archive_entry *entry), (entry))
FORMWRIGHT_LATE_ARCHIVE(int, archive_entry_sparse_count, (struct archive_entry *entry), (entry))
FORMWRIGHT_LATE_ARCHIVE(int, archive_entry_is_data_encrypted, (struct archive_entry *entry), (entry))
FORMWRIGHT_LATE_ARCHIVE(__LA_MODE_T, archive_entry_filetype, (struct archive_entry *entry), (entry))

/* AE_IFREG as a number; the macro has a cast, which Swift does not import. */
static inline unsigned int formwright_archive_regular_file(void) { return AE_IFREG; }

/* AE_IFDIR, likewise. */
static inline unsigned int formwright_archive_folder(void) { return AE_IFDIR; }

/* Calls below this one see names as UTF-8. libarchive converts names by the thread's locale, which is ASCII in a
   program that never calls setlocale. Returns the previous locale, or null if there is no such locale. */
static inline locale_t formwright_archive_enter_utf8(void) {
    static locale_t found;
    locale_t locale = __atomic_load_n(&found, __ATOMIC_ACQUIRE);
    if (!locale) {
        /* Never freed: at most one for each thread that comes here first. */
        locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
        if (!locale) return (locale_t)0;
        __atomic_store_n(&found, locale, __ATOMIC_RELEASE);
    }
    return uselocale(locale);
}

static inline void formwright_archive_leave_utf8(locale_t previous) { uselocale(previous); }
