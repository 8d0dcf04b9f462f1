import CLinux

/// How glibc's allocator treats what was freed (`mallopt`).
package enum Allocator {
    /// Keeps up to 32 MB a thread for the next piece of work, rather than giving it back after each: page faults, and the
    /// interrupts by which one thread tells the others of pages that are gone, take a fifth of the time of work that
    /// comes in small pieces. For the whole process, so for programs to call, not for libraries.
    package static func keepFreed() {
        mallopt(M_TRIM_THRESHOLD, 32 << 20)
        // Setting one threshold keeps the other from adapting.
        mallopt(M_MMAP_THRESHOLD, 4 << 20)
    }
}
