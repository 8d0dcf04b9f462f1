import CLinux

/// The treatment of freed memory by glibc's allocator (`mallopt`).
package enum Allocator {
    /// Keeps up to 32 MB per thread for later work instead of returning it.
    ///
    /// Page faults, and the interrupts that notify other threads of unmapped pages, take a fifth of the time of work in
    /// small pieces. This affects the whole process, so programs should call it, not libraries.
    package static func keepFreed() {
        mallopt(M_TRIM_THRESHOLD, 32 << 20)
        // Setting one threshold stops the other from adapting.
        mallopt(M_MMAP_THRESHOLD, 4 << 20)
    }
}
