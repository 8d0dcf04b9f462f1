import Foundation
import ProcessTestSupport
import Synchronization

/// The process of a server, which the kernel ends together with that of the tests.
final class ServerProcess: Sendable {
    private let process = ChildProcess()

    /// The servers that run, for the end of the process.
    private static let running = Mutex<[ObjectIdentifier: ChildProcess]>([:])
    private static let atEnd: Void = {
        atexit {
            let processes = ServerProcess.running.withLock { Array($0.values) }
            for process in processes { kill(process.processIdentifier, SIGQUIT) }
            for process in processes { process.waitUntilExit() }
            TemporaryServerFolder.removeAll()
        }
    }()

    /// Starts the server of a folder.
    init(_ programs: PostgreSQLPrograms, folder: String) throws {
        _ = Self.atEnd
        let (path, arguments) = programs.command("postgres", ["-D", "\(folder)/data"], endsWithParent: true)
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.setStandardInput(FileHandle.nullDevice)
        let descriptor = open("\(folder)/log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TestServerError("the log of the test server cannot be written") }
        let log = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        process.setStandardOutput(log)
        process.setStandardError(log)
        // The kernel ends the server with the thread that started it, so that thread waits for the server.
        let started = Started()
        let thread = Thread { [process] in
            started.outcome.withLock { $0 = Result { try process.run() } }
            started.signal.signal()
            process.waitUntilExit()
        }
        thread.name = "postgresql-server"
        thread.start()
        started.signal.wait()
        try started.outcome.withLock { $0 }?.get()
        Self.running.withLock { $0[ObjectIdentifier(self)] = process }
    }

    private final class Started: Sendable {
        let outcome = Mutex<Result<Void, any Error>?>(nil)
        let signal = DispatchSemaphore(value: 0)
    }

    /// Sends a signal to the server and to the processes of its sessions.
    func signalAll(_ signal: Int32) {
        let server = process.processIdentifier
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let children = numbers.compactMap { Int32($0) }.filter { number in
            let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
            // The parent's number is the second field behind the name in parentheses.
            return status?.split(separator: ")").last?.split(separator: " ").dropFirst().first == "\(server)"[...]
        }
        for number in [server] + children { kill(number, signal) }
    }

    var isRunning: Bool { process.isRunning }

    /// Ends the server by a signal and waits for its end.
    func end(_ signal: Int32) {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        Self.running.withLock { $0[ObjectIdentifier(self)] = nil }
    }
}
