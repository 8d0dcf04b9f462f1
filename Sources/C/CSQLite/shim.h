/* What Swift cannot call of SQLite: a function with any number of arguments. It is declared here once more, since SQLite's own
   header belongs to GRDB's module. */
int sqlite3_config(int option, ...);

/* SQLITE_CONFIG_MEMSTATUS: has SQLite not count the memory that it uses. Fails once SQLite has been used. */
static inline int formwright_sqlite_count_no_memory(void) { return sqlite3_config(9, 0); }
