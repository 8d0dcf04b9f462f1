import Foundation

/// What `/proc` tells of other processes.
enum Processes {
    /// Neither gone nor a zombie that nobody has reaped yet.
    static func isAlive(_ pid: pid_t) -> Bool {
        guard let state = fields(pid)?.first else { return false }
        return state != "Z" && state != "X"
    }

    /// Stopped by a signal, all threads of it.
    static func isStopped(_ pid: pid_t) -> Bool {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        return tasks.compactMap { pid_t($0) }.allSatisfy { fields($0)?.first == "T" }
    }

    /// The processes that this one started and that still run or wait to be reaped.
    static func children(of parent: pid_t) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter {
            fields($0).map { $0.count > 1 && $0[1] == "\(parent)" } ?? false
        }
    }

    /// Looks again and again, since the end of a process that is not our child is no event; gives up after 20 s.
    static func eventually(_ condition: () -> Bool) async throws -> Bool {
        for _ in 0..<4000 {
            if condition() { return true }
            try await Task.sleep(for: .milliseconds(5))
        }
        return false
    }

    /// State, parent and so on: what follows the name in parentheses.
    private static func fields(_ pid: pid_t) -> [Substring]? {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        return text[text.index(after: end)...].split(separator: " ")
    }
}
