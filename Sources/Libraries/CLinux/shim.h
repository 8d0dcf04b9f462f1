#pragma once
// What Swift's own import of glibc leaves out: some headers, and calls that are declared for _GNU_SOURCE only.
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <unistd.h>

// By their names in libc, so that tests can come between.
int syncfs(int descriptor);
int renameat2(int old_folder, const char *from, int new_folder, const char *to, unsigned int flags);

static inline int formwright_syncfs(int descriptor) { return syncfs(descriptor); }

// renameat2(2) with RENAME_NOREPLACE.
static inline int formwright_rename_new(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, 1u);
}

// Whether somebody has the file open for writing, by fcntl(2): no read lease is given then. 0 where there is nobody, or where
// it cannot be told (another owner's file, a file system without leases).
//
// Who opens the file while the lease is held breaks it, of which the kernel tells by a signal: SIGIO, which ends the process,
// unless another is asked for. SIGURG is one that does nothing unless somebody handles it.
static inline int formwright_has_writer(int descriptor) {
    enum { set_signal = 10, set_lease = 1024 };
    if (fcntl(descriptor, set_signal, SIGURG) != 0) return 0;
    if (fcntl(descriptor, set_lease, F_RDLCK) == 0) {
        fcntl(descriptor, set_lease, F_UNLCK);
        return 0;
    }
    return errno == EAGAIN;
}
