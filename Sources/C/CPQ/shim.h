#pragma once
#include <dlfcn.h>
#include <postgresql/libpq-fe.h>
#include <stddef.h>

/* libpq is loaded with the first connection to a server. It brings a dozen libraries, such as OpenSSL, Kerberos and
   LDAP, which a store in a folder does not need, and linking them would slow every start. */

/* Returns a function of the library, or null if the library is not available. */
static inline void *formwright_pq(const char *name) {
    /* The version of the interface that Debian 12 has. Opening a library again only raises a reference count. */
    void *library = dlopen("libpq.so.5", RTLD_LAZY | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

/* Whether the library can be loaded; if it cannot, the functions below must not be called. */
static inline int formwright_has_pq(void) { return formwright_pq("PQconnectdbParams") != NULL; }

/* Declares formwright_NAME, which looks up the function NAME once and calls it. */
#define FORMWRIGHT_LATE_PQ(result, name, parameters, arguments) \
    static inline result formwright_##name parameters { \
        static void *found; \
        void *function = __atomic_load_n(&found, __ATOMIC_ACQUIRE); \
        if (!function) { \
            function = formwright_pq(#name); \
            __atomic_store_n(&found, function, __ATOMIC_RELEASE); \
        } \
        return ((__typeof__(&name))function) arguments; \
    }

FORMWRIGHT_LATE_PQ(
    PGconn *, PQconnectdbParams,
    (const char *const *keywords, const char *const *values, int expand),
    (keywords, values, expand))
FORMWRIGHT_LATE_PQ(PQconninfoOption *, PQconndefaults, (void), ())
FORMWRIGHT_LATE_PQ(void, PQconninfoFree, (PQconninfoOption * options), (options))
FORMWRIGHT_LATE_PQ(void, PQfinish, (PGconn * connection), (connection))
FORMWRIGHT_LATE_PQ(ConnStatusType, PQstatus, (const PGconn *connection), (connection))
FORMWRIGHT_LATE_PQ(PGTransactionStatusType, PQtransactionStatus, (const PGconn *connection), (connection))
FORMWRIGHT_LATE_PQ(char *, PQerrorMessage, (const PGconn *connection), (connection))
FORMWRIGHT_LATE_PQ(int, PQsocket, (const PGconn *connection), (connection))
FORMWRIGHT_LATE_PQ(
    PQnoticeReceiver, PQsetNoticeReceiver,
    (PGconn * connection, PQnoticeReceiver receiver, void *context),
    (connection, receiver, context))

FORMWRIGHT_LATE_PQ(PGcancel *, PQgetCancel, (PGconn * connection), (connection))
FORMWRIGHT_LATE_PQ(int, PQcancel, (PGcancel * request, char *message, int size), (request, message, size))
FORMWRIGHT_LATE_PQ(void, PQfreeCancel, (PGcancel * request), (request))

FORMWRIGHT_LATE_PQ(PGresult *, PQexec, (PGconn * connection, const char *sql), (connection, sql))
FORMWRIGHT_LATE_PQ(
    PGresult *, PQexecParams,
    (PGconn * connection, const char *sql, int count, const Oid *types, const char *const *values,
     const int *lengths, const int *formats, int format),
    (connection, sql, count, types, values, lengths, formats, format))
FORMWRIGHT_LATE_PQ(
    PGresult *, PQprepare,
    (PGconn * connection, const char *name, const char *sql, int count, const Oid *types),
    (connection, name, sql, count, types))
FORMWRIGHT_LATE_PQ(
    PGresult *, PQexecPrepared,
    (PGconn * connection, const char *name, int count, const char *const *values, const int *lengths,
     const int *formats, int format),
    (connection, name, count, values, lengths, formats, format))
FORMWRIGHT_LATE_PQ(int, PQsendQuery, (PGconn * connection, const char *sql), (connection, sql))
FORMWRIGHT_LATE_PQ(
    int, PQsendQueryParams,
    (PGconn * connection, const char *sql, int count, const Oid *types, const char *const *values,
     const int *lengths, const int *formats, int format),
    (connection, sql, count, types, values, lengths, formats, format))
FORMWRIGHT_LATE_PQ(
    int, PQsendQueryPrepared,
    (PGconn * connection, const char *name, int count, const char *const *values, const int *lengths,
     const int *formats, int format),
    (connection, name, count, values, lengths, formats, format))
FORMWRIGHT_LATE_PQ(PGresult *, PQgetResult, (PGconn * connection), (connection))
FORMWRIGHT_LATE_PQ(int, PQconsumeInput, (PGconn * connection), (connection))
FORMWRIGHT_LATE_PQ(int, PQisBusy, (PGconn * connection), (connection))
FORMWRIGHT_LATE_PQ(int, PQenterPipelineMode, (PGconn * connection), (connection))
FORMWRIGHT_LATE_PQ(int, PQexitPipelineMode, (PGconn * connection), (connection))
FORMWRIGHT_LATE_PQ(int, PQpipelineSync, (PGconn * connection), (connection))
FORMWRIGHT_LATE_PQ(PGnotify *, PQnotifies, (PGconn * connection), (connection))
FORMWRIGHT_LATE_PQ(void, PQfreemem, (void *memory), (memory))

FORMWRIGHT_LATE_PQ(ExecStatusType, PQresultStatus, (const PGresult *result), (result))
FORMWRIGHT_LATE_PQ(char *, PQresultErrorField, (const PGresult *result, int field), (result, field))
FORMWRIGHT_LATE_PQ(char *, PQcmdStatus, (PGresult * result), (result))
FORMWRIGHT_LATE_PQ(char *, PQcmdTuples, (PGresult * result), (result))
FORMWRIGHT_LATE_PQ(int, PQntuples, (const PGresult *result), (result))
FORMWRIGHT_LATE_PQ(int, PQnfields, (const PGresult *result), (result))
FORMWRIGHT_LATE_PQ(char *, PQfname, (const PGresult *result, int column), (result, column))
FORMWRIGHT_LATE_PQ(Oid, PQftype, (const PGresult *result, int column), (result, column))
FORMWRIGHT_LATE_PQ(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column))
FORMWRIGHT_LATE_PQ(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column))
FORMWRIGHT_LATE_PQ(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column))
FORMWRIGHT_LATE_PQ(void, PQclear, (PGresult * result), (result))

/* Swift imports no macros that are characters. */
enum {
    formwright_pq_severity = PG_DIAG_SEVERITY_NONLOCALIZED,
    formwright_pq_sqlstate = PG_DIAG_SQLSTATE,
    formwright_pq_primary = PG_DIAG_MESSAGE_PRIMARY,
};
