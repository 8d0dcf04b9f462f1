#define _GNU_SOURCE
#include "crash_points.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int mode = CRASH_NEVER;
static atomic_long fatal = 0;
static atomic_long passed = 0;

void crash_points_arm(enum crash_mode new_mode, long at) {
    passed = 0;
    fatal = at;
    mode = new_mode;
}

long crash_points_passed(void) { return passed; }

/// Files with bytes that are not on the disk yet.
static struct unsynced {
    dev_t device;
    ino_t number;
    int fd;
    off_t size_on_disk;
} unsynced[1024];
static int unsynced_count = 0;
static int keeps_unsynced = 0;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void crash_points_keep_unsynced(void) { keeps_unsynced = 1; }

void crash_points_cut_power(void) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < unsynced_count; i++) {
        struct stat status;
        if (fstat(unsynced[i].fd, &status) == 0 && status.st_size > unsynced[i].size_on_disk)
            syscall(SYS_ftruncate, unsynced[i].fd, unsynced[i].size_on_disk);
    }
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
}

/// Before bytes are added to a file.
static void note_unsynced(int fd) {
    struct stat status;
    if (!keeps_unsynced || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return;
    pthread_mutex_lock(&lock);
    int i = 0;
    while (i < unsynced_count && (unsynced[i].device != status.st_dev || unsynced[i].number != status.st_ino)) i++;
    if (i == unsynced_count && i < 1024) {
        unsynced[i] = (struct unsynced){status.st_dev, status.st_ino, fcntl(fd, F_DUPFD_CLOEXEC, 3), status.st_size};
        unsynced_count++;
    }
    pthread_mutex_unlock(&lock);
}

/// After a sync of the whole file system, or of one file.
static int note_synced(int fd, int is_all, int result) {
    struct stat status;
    if (!keeps_unsynced || result != 0 || fstat(fd, &status) != 0) return result;
    pthread_mutex_lock(&lock);
    for (int i = unsynced_count - 1; i >= 0; i--) {
        if (!is_all && (unsynced[i].device != status.st_dev || unsynced[i].number != status.st_ino)) continue;
        close(unsynced[i].fd);
        unsynced[i] = unsynced[--unsynced_count];
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static void die(void) {
    if (mode == CRASH_POWER_CUT) crash_points_cut_power();
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
}

static int is_file(int fd) {
    struct stat status;
    return fd > 2 && fstat(fd, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

/// What the present call is to do.
enum action { PASS, PASS_AND_DIE, HALF_AND_DIE, FAIL_FULL, FAIL };

static enum action next_action(int needs_room, int changes) {
    long number = atomic_fetch_add(&passed, 1) + 1;
    if (mode == CRASH_NEVER || number < fatal) return PASS;
    switch (mode) {
    case CRASH_KILL_BEFORE:
    case CRASH_POWER_CUT:
        if (number == fatal) die();
        return PASS;
    case CRASH_KILL_AFTER: return number == fatal ? PASS_AND_DIE : PASS;
    case CRASH_TORN_WRITE: return number == fatal ? HALF_AND_DIE : PASS;
    case CRASH_DISK_FULL:
        if (!needs_room) return PASS;
        errno = ENOSPC;
        return FAIL_FULL;
    case CRASH_READ_ONLY:
        if (!changes) return PASS;
        errno = EROFS;
        return FAIL;
    case CRASH_IO_ERROR:
        if (number != fatal) return PASS;
        errno = EIO;
        return FAIL;
    }
    return PASS;
}

/// Runs `call`, or what stands at this point instead of it.
#define AT_POINT(needs_room, changes, call)                       \
    do {                                                          \
        enum action action = next_action(needs_room, changes);    \
        if (action == FAIL || action == FAIL_FULL) return -1;     \
        if (action == HALF_AND_DIE) die();                        \
        long result = (call);                                     \
        if (action == PASS_AND_DIE) die();                        \
        return result;                                            \
    } while (0)

static ssize_t at_write(int fd, const void *bytes, size_t count, off_t offset, int positioned) {
    enum action action = is_file(fd) ? next_action(1, 1) : PASS;
    if (action == FAIL) return -1;
    // A disk that fills up takes the first half; the next write finds no room at all.
    if (action == FAIL_FULL && count < 2) return -1;
    if (action == FAIL_FULL || action == HALF_AND_DIE) count /= 2;
    if (is_file(fd)) note_unsynced(fd);
    ssize_t result = positioned ? syscall(SYS_pwrite64, fd, bytes, count, offset) : syscall(SYS_write, fd, bytes, count);
    if (action == PASS_AND_DIE || action == HALF_AND_DIE) die();
    if (action == FAIL_FULL) {
        errno = ENOSPC;
        return -1;
    }
    return result;
}

ssize_t write(int fd, const void *bytes, size_t count) { return at_write(fd, bytes, count, 0, 0); }

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) { return at_write(fd, bytes, count, offset, 1); }

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
    return at_write(fd, bytes, count, offset, 1);
}

int fsync(int fd) {
    if (!is_file(fd)) return syscall(SYS_fsync, fd);
    AT_POINT(0, 0, note_synced(fd, 0, syscall(SYS_fsync, fd)));
}

int fdatasync(int fd) {
    if (!is_file(fd)) return syscall(SYS_fdatasync, fd);
    AT_POINT(0, 0, note_synced(fd, 0, syscall(SYS_fdatasync, fd)));
}

int syncfs(int fd) { AT_POINT(0, 0, note_synced(fd, 1, syscall(SYS_syncfs, fd))); }

int ftruncate(int fd, off_t length) {
    if (!is_file(fd)) return syscall(SYS_ftruncate, fd, length);
    AT_POINT(length > 0, 1, syscall(SYS_ftruncate, fd, length));
}

int ftruncate64(int fd, off64_t length) { return ftruncate(fd, length); }

int rename(const char *path, const char *new_path) { AT_POINT(0, 1, syscall(SYS_rename, path, new_path)); }

int renameat2(int folder, const char *path, int new_folder, const char *new_path, unsigned int flags) {
    AT_POINT(0, 1, syscall(SYS_renameat2, folder, path, new_folder, new_path, flags));
}

int unlink(const char *path) { AT_POINT(0, 1, syscall(SYS_unlink, path)); }

int mkdir(const char *path, mode_t permissions) {
    if (access(path, F_OK) == 0) return syscall(SYS_mkdir, path, permissions);
    AT_POINT(1, 1, syscall(SYS_mkdir, path, permissions));
}

int utimensat(int directory, const char *path, const struct timespec times[2], int flags) {
    AT_POINT(0, 1, syscall(SYS_utimensat, directory, path, times, flags));
}

static int at_open(const char *path, int flags, mode_t permissions) {
    if (!(flags & O_CREAT) || access(path, F_OK) == 0) return syscall(SYS_openat, AT_FDCWD, path, flags, permissions);
    AT_POINT(1, 1, syscall(SYS_openat, AT_FDCWD, path, flags, permissions));
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t permissions = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return at_open(path, flags, permissions);
}

int open64(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t permissions = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return at_open(path, flags, permissions);
}
