import CStageProcess
import Foundation
import ObjectStore
import Pipeline

/// One child process.
///
/// It belongs to the thread that started it: the system kills the child when that thread ends.
final class StageProcess {
    /// The data received since the previous call.
    struct News {
        var signals: [HealthSignal] = []
        /// The complete messages.
        var messages: [Data] = []
        /// Whether the child sent bytes that are not a message.
        var isBroken = false
        /// Whether the child has closed the health pipe: it has died or is about to.
        var isGone = false
    }

    let pid: pid_t
    /// The number of started stages.
    private(set) var stages = 0
    private let connection: Descriptor
    private let signals: Descriptor
    private let output: Descriptor
    private let pool: ScratchFolder
    private let scratch: String
    private let memoryKills = ExitDiagnosis.memoryKills
    private var outgoing = Data()
    private var incoming = Data()
    private var signs = Data()
    /// The end of its standard output and error.
    private(set) var outputTail = Data()
    private static let outputTailLimit = 4096

    /// Starts the program.
    ///
    /// - Throws: ``LaunchError``.
    init(_ command: StageCommand, in pool: ScratchFolder) throws {
        let scratch = pool.path + "/" + UUID().uuidString
        guard let sockets = Descriptor.socketPair(), let signs = Descriptor.pipe(writerBlocks: false),
            let outputPipe = Descriptor.pipe(writerBlocks: true)
        else { throw LaunchError(errorNumber: errno) }
        try pool.makeFolder(scratch)

        var environment = ProcessInfo.processInfo.environment.merging(command.environment) { $1 }
        environment["TMPDIR"] = scratch
        // Other processes of the user could read them there; a stage gets what it needs with its request.
        for secret in S3Credentials.variables + ["FORMWRIGHT_STORE", "PGPASSWORD"] { environment[secret] = nil }
        // Resolving symbols takes seconds; the signal is enough.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        let program = CommandLine.arguments.first ?? command.executable
        var pid: pid_t = 0
        let failure = withCStrings([program] + command.arguments) { arguments in
            withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
                stage_spawn(
                    &pid, command.executable, arguments, environment, outputPipe.writer.number, sockets.there.number,
                    signs.writer.number)
            }
        }
        guard failure == 0 else {
            try? FileManager.default.removeItem(atPath: scratch)
            throw LaunchError(errorNumber: failure)
        }
        self.pid = pid
        self.scratch = scratch
        self.pool = pool
        connection = sockets.here
        signals = signs.reader
        output = outputPipe.reader
    }

    /// Sends a request.
    ///
    /// The scratch folder is recreated if it was cleaned up, since a process may have been idle for days.
    func begin(_ run: StageRun) {
        stages += 1
        try? pool.makeFolder(scratch)
        send(run.frame)
    }

    /// Enqueues a message for when the child can take it; see ``news(within:hearing:)``.
    func send(_ frame: Data) {
        outgoing.append(frame)
    }

    /// Flushes messages, then waits for the child, the bell or the time limit.
    func news(within limit: Duration?, hearing bell: Bell) -> News {
        flush()
        var looked = [
            pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0),
            pollfd(
                fd: connection.number, events: Int16(POLLIN) | (outgoing.isEmpty ? 0 : Int16(POLLOUT)), revents: 0),
            pollfd(fd: bell.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: hasClosedOutput ? -1 : output.number, events: Int16(POLLIN), revents: 0),
        ]
        poll(&looked, nfds_t(looked.count), limit.pollTimeout)
        bell.silence()
        flush()

        var news = News()
        // Health signals are read first: once their pipe is at its end, everything ever sent by the child is readable.
        news.isGone = drain(signals, into: &signs)
        news.signals = HealthSignal.take(from: &signs)
        _ = drain(connection, into: &incoming, atMost: Frames.longest)
        do {
            while let message = try Frames.take(from: &incoming) { news.messages.append(message) }
        } catch {
            news.isBroken = true
        }
        hasClosedOutput = drain(output, into: &outputTail)
        outputTail = Data(outputTail.suffix(Self.outputTailLimit))
        return news
    }

    private var hasClosedOutput = false

    /// Reads available bytes up to about a limit, and returns whether the end is reached.
    private func drain(_ descriptor: Descriptor, into buffer: inout Data, atMost limit: Int = 1 << 20) -> Bool {
        while buffer.count <= limit {
            switch descriptor.read() {
            case .bytes(let bytes): buffer.append(bytes)
            case .nothingYet: return false
            case .end: return true
            }
        }
        return false
    }

    private func flush() {
        while !outgoing.isEmpty {
            let count = outgoing.withUnsafeBytes {
                Glibc.send(connection.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            // A full socket is retried when there is room; the health pipe shows whether the child is dead.
            guard count > 0 else { return }
            outgoing = Data(outgoing.dropFirst(count))
        }
    }

    /// The processor time of all its threads; `nil` once it is dead.
    var cpuTime: Duration? { ProcessorTime.of(pid) }

    /// Whether the system has killed any process for lack of memory since its start.
    var wasMemoryShort: Bool { ExitDiagnosis.memoryKills > memoryKills }

    /// The resident memory (`VmRSS`).
    var resident: ByteCount {
        guard let file = fopen("/proc/\(pid)/statm", "re") else { return ByteCount(bytes: 0) }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 256)
        let count = fread(&line, 1, line.count, file)
        let fields = String(decoding: line[..<count], as: UTF8.self).split(separator: " ")
        let pages = fields.count > 1 ? Int64(fields[1]) ?? 0 : 0
        return ByteCount(bytes: pages * Int64(sysconf(Int32(_SC_PAGESIZE))))
    }

    /// The number of open files; 0 if unknown.
    var openFiles: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count) ?? 0 }

    /// Kills the process and its children.
    func kill() {
        // The child leads a session, so its PID is also its process group; the PID is not reused until the child is
        // reaped.
        Glibc.kill(-pid, SIGKILL)
        Glibc.kill(pid, SIGKILL)
    }

    /// Reaps the process, killing it after a second, and removes its files.
    ///
    /// The process must not be used afterwards.
    func reap() -> WaitStatus {
        var info = siginfo_t()
        for _ in 0..<1000 {
            let answer = waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT)
            // WNOWAIT prevents reuse of the PID before the group is killed.
            if answer < 0 && errno != EINTR || info.si_signo == SIGCHLD { break }
            usleep(1000)
        }
        kill()
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        try? FileManager.default.removeItem(atPath: scratch)
        return WaitStatus(raw: status)
    }

    /// Closes the connection, which makes the child exit at its next read.
    func hangUp() {
        shutdown(connection.number, Int32(SHUT_RDWR))
    }
}

/// The error of a program that could not be started.
struct LaunchError: Error {
    /// The C error number.
    let errorNumber: Int32
}

/// The status of an ended process (`wait`).
enum WaitStatus: Hashable {
    case exited(Int32)
    case killed(Int32)

    init(raw: Int32) {
        let signal = raw & 0x7f
        self = signal == 0 ? .exited((raw >> 8) & 0xff) : .killed(signal)
    }
}

/// Passes the strings to `body` as a null-terminated array of C strings.
private func withCStrings<T>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> T
) -> T {
    let copies = strings.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return body(copies)
}
