#pragma once
// System calls that glibc declares only for _GNU_SOURCE, which Swift's own import of glibc does not define.
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int formwright_syncfs(int descriptor) { return (int)syscall(SYS_syncfs, descriptor); }

// renameat2(2) with RENAME_NOREPLACE.
static inline int formwright_rename_new(const char *from, const char *to) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1u);
}
