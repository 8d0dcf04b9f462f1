import CLinux
import Foundation

/// The limit of open files and connections of this process (`RLIMIT_NOFILE`).
package enum OpenFileLimit {
    /// The number of files this process can still open; 0 if unknown.
    package static var left: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
            let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        else { return 0 }
        return max(0, Int(clamping: limit.rlim_cur) - open)
    }

    /// Raises the limit as far as the system allows.
    ///
    /// - Returns: the effective limit, which may be lower than requested.
    @discardableResult
    package static func raise(to count: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        guard limit.rlim_cur < rlim_t(count) else { return Int(clamping: limit.rlim_cur) }
        var raised = limit
        raised.rlim_cur = min(limit.rlim_max, rlim_t(count))
        guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 else {
            return Int(clamping: limit.rlim_cur)
        }
        return Int(clamping: raised.rlim_cur)
    }
}
