import ProcessTestSupport
import CCrashPoints
import Foundation

/// The kinds of faults, with their names on the command line.
enum Fault: String, CaseIterable {
    case never
    case killBefore = "kill-before"
    case killAfter = "kill-after"
    case tornWrite = "torn-write"
    case diskFull = "disk-full"
    case readOnly = "read-only"
    case ioError = "io-error"
    /// For tests that record what has not been flushed to disk.
    case powerCut = "power-cut"

    var mode: crash_mode {
        switch self {
        case .never: CRASH_NEVER
        case .killBefore: CRASH_KILL_BEFORE
        case .killAfter: CRASH_KILL_AFTER
        case .tornWrite: CRASH_TORN_WRITE
        case .diskFull: CRASH_DISK_FULL
        case .readOnly: CRASH_READ_ONLY
        case .ioError: CRASH_IO_ERROR
        case .powerCut: CRASH_POWER_CUT
        }
    }

    /// Whether the process continues, with errors.
    var isError: Bool { self == .diskFull || self == .readOnly || self == .ioError }
}

/// This program as a separate process, to be killed.
struct Victim {
    let process = ChildProcess()
    private let output = Pipe()

    init(_ arguments: [String]) throws {
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        process.setStandardOutput(output)
        process.setStandardError(FileHandle.nullDevice)
        try process.run()
    }

    /// Blocks until the process has exited; returns what it promised.
    func promises() -> String {
        let bytes = (try? output.fileHandleForReading.readToEnd()) ?? nil
        process.waitUntilExit()
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }

    /// Like `kill -9`.
    func kill() { send(SIGKILL) }

    /// Like `kill`: stops the process gracefully.
    func terminate() { send(SIGTERM) }

    /// Like `kill -STOP`: the process keeps everything and does nothing until it is resumed.
    func pause() { send(SIGSTOP) }

    func wake() { send(SIGCONT) }

    /// The stage processes that it has started, as far as they are set up: one that is stopped before it has asked the
    /// system to be killed with its parent would outlive it.
    var children: [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { pid in
            guard let fields = Self.fields(pid) else { return false }
            return fields.name == "stage-host" && fields.others.dropFirst().first == "\(process.processIdentifier)"
        }
    }

    /// Whether the process is running: neither gone nor a zombie.
    static func isAlive(_ pid: pid_t) -> Bool {
        fields(pid)?.others.first.map { $0 != "Z" && $0 != "X" } ?? false
    }

    /// The name, and the state, parent and so on that follow it in `/proc/…/stat`.
    private static func fields(_ pid: pid_t) -> (name: Substring, others: [Substring])? {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let start = text.firstIndex(of: "("), let end = text.lastIndex(of: ")")
        else { return nil }
        return (text[text.index(after: start)..<end], text[text.index(after: end)...].split(separator: " "))
    }

    private func send(_ signal: Int32) {
        Glibc.kill(process.processIdentifier, signal)
    }
}
