import CLinux
public import Foundation
import Synchronization

/// A program that a test starts, with the interface of Foundation's `Process`.
///
/// That one reads beyond its list of open files where there are more than about 1,300, as tests with many connections leave
/// them. Here `posix_spawn` closes what the program is not given.
public final class ChildProcess: Sendable {
    /// How a program ended.
    public enum TerminationReason: Sendable {
        /// It exited.
        case exit
        /// A signal ended it.
        case uncaughtSignal
    }

    /// A stream of the program: a pipe, a file, or nothing.
    private enum Stream {
        case inherited
        case handle(FileHandle)
        case pipe(Pipe)

        init(_ value: Any?) {
            self = (value as? Pipe).map(Stream.pipe) ?? (value as? FileHandle).map(Stream.handle) ?? .inherited
        }
    }

    private struct State {
        var executableURL: URL?
        var arguments: [String] = []
        var environment: [String: String]?
        var currentDirectoryURL: URL?
        /// Standard input, output and error.
        var streams: [Stream] = [.inherited, .inherited, .inherited]
        var identifier: Int32 = 0
        /// What `waitpid` returned; nil while the program runs.
        var status: Int32?
    }

    private let state = Mutex(State())

    /// Creates a program that has not been started.
    public init() {}

    /// The file of the program.
    public var executableURL: URL? {
        get { state.withLock { $0.executableURL } }
        set { state.withLock { $0.executableURL = newValue } }
    }

    /// The arguments without the program's name.
    public var arguments: [String]? {
        get { state.withLock { $0.arguments } }
        set { state.withLock { $0.arguments = newValue ?? [] } }
    }

    /// The environment; nil for that of the tests.
    public var environment: [String: String]? {
        get { state.withLock { $0.environment } }
        set { state.withLock { $0.environment = newValue } }
    }

    /// The folder in which the program starts; nil for that of the tests.
    public var currentDirectoryURL: URL? {
        get { state.withLock { $0.currentDirectoryURL } }
        set { state.withLock { $0.currentDirectoryURL = newValue } }
    }

    /// Sets standard input: a `Pipe` or a `FileHandle`.
    public func setStandardInput(_ stream: Any?) { state.withLock { $0.streams[0] = Stream(stream) } }
    /// Sets standard output: a `Pipe` or a `FileHandle`.
    public func setStandardOutput(_ stream: Any?) { state.withLock { $0.streams[1] = Stream(stream) } }
    /// Sets standard error: a `Pipe` or a `FileHandle`.
    public func setStandardError(_ stream: Any?) { state.withLock { $0.streams[2] = Stream(stream) } }

    /// The number of the process; 0 before it is started.
    public var processIdentifier: Int32 { state.withLock { $0.identifier } }

    /// Whether the program has been started and has not ended.
    public var isRunning: Bool { wait(WNOHANG) == nil && processIdentifier != 0 }

    /// The exit status, or the number of the signal; 0 while the program runs.
    public var terminationStatus: Int32 {
        let status = wait(WNOHANG) ?? 0
        return status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F
    }

    /// How the program ended.
    public var terminationReason: TerminationReason { (wait(WNOHANG) ?? 0) & 0x7F == 0 ? .exit : .uncaughtSignal }

    /// Starts the program.
    ///
    /// - Throws: `POSIXError` if it cannot be started.
    public func run() throws {
        try state.withLock { state in
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            var attributes = posix_spawnattr_t()
            posix_spawnattr_init(&attributes)
            defer { posix_spawnattr_destroy(&attributes) }
            // Threads of tests may block signals.
            var signals = sigset_t()
            sigemptyset(&signals)
            posix_spawnattr_setsigmask(&attributes, &signals)
            sigfillset(&signals)
            posix_spawnattr_setsigdefault(&attributes, &signals)
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
            if let folder = state.currentDirectoryURL { posix_spawn_file_actions_addchdir_np(&actions, folder.path) }
            for (number, stream) in state.streams.enumerated() {
                let number = Int32(number)
                switch stream {
                case .inherited: break
                case .pipe(let pipe):
                    let end = number == 0 ? pipe.fileHandleForReading : pipe.fileHandleForWriting
                    posix_spawn_file_actions_adddup2(&actions, end.fileDescriptor, number)
                case .handle(let handle) where handle === FileHandle.nullDevice:
                    posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
                case .handle(let handle):
                    posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, number)
                }
            }
            posix_spawn_file_actions_addclosefrom_np(&actions, 3)
            let path = state.executableURL?.path ?? ""
            let environment = (state.environment ?? ProcessInfo.processInfo.environment).map { "\($0)=\($1)" }
            let arguments = Self.list([path] + state.arguments)
            let variables = Self.list(environment)
            defer { for text in arguments + variables { free(text) } }
            let error = posix_spawn(&state.identifier, path, &actions, &attributes, arguments, variables)
            guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EINVAL) }
            for (number, stream) in state.streams.enumerated() {
                guard case .pipe(let pipe) = stream else { continue }
                // What the program holds; the other end sees its end by that.
                try? (number == 0 ? pipe.fileHandleForReading : pipe.fileHandleForWriting).close()
            }
        }
    }

    private static func list(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }

    /// Waits until the program has ended; blocks.
    public func waitUntilExit() { _ = wait(0) }

    /// Sends SIGTERM.
    public func terminate() { signal(SIGTERM) }

    /// Sends SIGINT.
    public func interrupt() { signal(SIGINT) }

    private func signal(_ number: Int32) {
        // The number of a process that has been waited for may be another's.
        state.withLock { state in
            if state.status == nil, state.identifier > 0 { kill(state.identifier, number) }
        }
    }

    /// Returns what `waitpid` says of the program; nil if it is still running.
    private func wait(_ options: Int32) -> Int32? {
        let (known, identifier) = state.withLock { ($0.status, $0.identifier) }
        guard known == nil, identifier > 0 else { return known }
        // Without taking the status, since another thread may wait as well.
        var information = siginfo_t()
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT | options) != 0 {
            guard errno == EINTR else { break }
        }
        return state.withLock { state in
            var status: Int32 = 0
            if state.status == nil, waitpid(identifier, &status, WNOHANG) == identifier { state.status = status }
            return state.status
        }
    }
}
