#pragma once
#include <libpq-fe.h>

// Swift imports no macros that are characters.
enum {
    formwright_pq_severity = PG_DIAG_SEVERITY_NONLOCALIZED,
    formwright_pq_sqlstate = PG_DIAG_SQLSTATE,
    formwright_pq_primary = PG_DIAG_MESSAGE_PRIMARY,
};
