import Foundation

/// What `/proc` reports about other processes.
enum Processes {
    /// Whether it is running: neither gone nor a zombie that has not been reaped.
    static func isAlive(_ pid: pid_t) -> Bool {
        guard let state = fields(pid)?.first else { return false }
        return state != "Z" && state != "X"
    }

    /// Whether all its threads are stopped by a signal.
    static func isStopped(_ pid: pid_t) -> Bool {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        return tasks.compactMap { pid_t($0) }.allSatisfy { fields($0)?.first == "T" }
    }

    /// The child processes of this one that are running or have not been reaped.
    static func children(of parent: pid_t) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter {
            fields($0).map { $0.count > 1 && $0[1] == "\(parent)" } ?? false
        }
    }

    /// Polls, since the end of a process that is not our child raises no event; gives up after half an hour.
    static func eventually(_ condition: () -> Bool) async throws -> Bool {
        let limit = ContinuousClock.now + .seconds(1800)
        while ContinuousClock.now < limit {
            if condition() { return true }
            try await Task.sleep(for: .milliseconds(5))
        }
        return false
    }

    /// The state, the parent and so on: the fields after the name in parentheses.
    private static func fields(_ pid: pid_t) -> [Substring]? {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        return text[text.index(after: end)...].split(separator: " ")
    }
}
