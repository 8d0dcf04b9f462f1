#pragma once
// What Swift's own import of glibc omits: some headers, and calls that are declared only for _GNU_SOURCE.
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <unistd.h>

// Called by their names in libc, so that tests can interpose.
int syncfs(int descriptor);
int renameat2(int old_folder, const char *from, int new_folder, const char *to, unsigned int flags);

// Declared for _GNU_SOURCE only; tests start programs with them.
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);

static inline int formwright_syncfs(int descriptor) { return syncfs(descriptor); }

// renameat2(2) with RENAME_NOREPLACE.
static inline int formwright_rename_new(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, 1u);
}

// renameat2(2) with RENAME_EXCHANGE.
static inline int formwright_exchange(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, 2u);
}

// openat2(2) of a path beneath a folder: no links, no other file system, nothing outside. -1 with ENOSYS if the kernel
// does not have the call, or EPERM if a sandbox forbids it.
static inline int formwright_open_beneath(int folder, const char *path, int flags) {
    // struct open_how; not in the headers of glibc.
    struct { unsigned long long flags, mode, resolve; } how = {
        // RESOLVE_NO_XDEV | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS | RESOLVE_BENEATH
        (unsigned long long)flags, 0, 0x01 | 0x02 | 0x04 | 0x08,
    };
    return (int)syscall(437 /* SYS_openat2, the same on all architectures */, folder, path, &how, sizeof how);
}

// Whether a process has the file open for writing, by fcntl(2): in that case no read lease is granted. 0 if none has,
// or if it cannot be determined (another owner's file, a file system without leases).
//
// A process that opens the file while the lease is held breaks it, which the kernel reports by a signal: by default
// SIGIO, which ends the process. SIGURG is ignored unless a handler is installed.
static inline int formwright_has_writer(int descriptor) {
    enum { set_signal = 10, set_lease = 1024 };
    if (fcntl(descriptor, set_signal, SIGURG) != 0) return 0;
    if (fcntl(descriptor, set_lease, F_RDLCK) == 0) {
        fcntl(descriptor, set_lease, F_UNLCK);
        return 0;
    }
    return errno == EAGAIN;
}
