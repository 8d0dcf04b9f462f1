/// Stops the process, or lets the disk fail, at the n-th system call that changes a file.
///
/// The calls themselves (write, pwrite, fsync, fdatasync, syncfs, ftruncate, rename, renameat2, unlink, mkdir, utimensat, and open where it
/// makes a file) are defined here, and so come before libc's for the program and for the libraries that it loads, SQLite
/// among them. Only regular files and directories count.
#pragma once

enum crash_mode {
    /// Count only.
    CRASH_NEVER = 0,
    /// SIGKILL before the n-th call.
    CRASH_KILL_BEFORE,
    /// SIGKILL after the n-th call.
    CRASH_KILL_AFTER,
    /// A write is done by half, then SIGKILL.
    CRASH_TORN_WRITE,
    /// From the n-th call on, whatever needs room fails with ENOSPC; a write may be done by half.
    CRASH_DISK_FULL,
    /// From the n-th call on, every change fails with EROFS.
    CRASH_READ_ONLY,
    /// The n-th call alone fails with EIO.
    CRASH_IO_ERROR,
    /// The power goes before the n-th call; see `crash_points_cut_power`.
    CRASH_POWER_CUT,
};

/// Starts counting again from zero.
void crash_points_arm(enum crash_mode mode, long at);

/// How many calls were counted.
long crash_points_passed(void);

/// Notes from here on which bytes are not on the disk yet. Keeps files open, which those who lock them by fcntl(2) do not
/// bear.
void crash_points_keep_unsynced(void);

/// SIGKILL; what was added to files since their last sync is gone, while their names are there, as ext4 may leave them.
void crash_points_cut_power(void);
