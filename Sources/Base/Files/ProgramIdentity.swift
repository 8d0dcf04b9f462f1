import Foundation

/// Identifies this build of the program, since another build may give other results.
package enum ProgramIdentity {
    /// The size and modification time of the executable; empty if they cannot be read.
    package static let current: String = {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else { return "" }
        return "\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
    }()
}
