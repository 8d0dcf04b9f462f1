import Foundation
import ProcessTestSupport

/// PostgreSQL's programs, which refuse to run as root and then run as the user of Debian's package.
struct PostgreSQLPrograms: Sendable {
    private static let user = "postgres"
    private let folder: String
    private let isRoot = geteuid() == 0

    init() throws {
        folder = "/usr/lib/postgresql/15/bin"
        guard FileManager.default.isExecutableFile(atPath: "\(folder)/postgres") else {
            throw TestServerError("PostgreSQL 15 is not installed, which these tests need; run tools/setup --test")
        }
    }

    /// Returns a program and its arguments, as the user that may run it.
    ///
    /// - Parameters:
    ///   - name: the name of the program.
    ///   - arguments: its arguments.
    ///   - endsWithParent: whether the kernel sends SIGQUIT to it when the thread that starts it ends.
    /// - Returns: the path and the arguments.
    func command(_ name: String, _ arguments: [String], endsWithParent: Bool = false) -> (String, [String]) {
        var all = isRoot ? ["--reuid=\(Self.user)", "--regid=\(Self.user)", "--init-groups"] : []
        if endsWithParent { all.append("--pdeathsig=QUIT") }
        guard !all.isEmpty else { return ("\(folder)/\(name)", arguments) }
        return ("/usr/bin/setpriv", all + ["--", "\(folder)/\(name)"] + arguments)
    }

    /// Runs a program to its end.
    func run(_ name: String, _ arguments: [String]) throws {
        let process = ChildProcess()
        let (path, arguments) = command(name, arguments)
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.setStandardInput(FileHandle.nullDevice)
        process.setStandardOutput(FileHandle.nullDevice)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0, process.terminationReason == .exit else {
            throw TestServerError("\(name) failed with status \(process.terminationStatus)")
        }
    }

    /// Gives a file or folder to the user that runs the programs.
    func give(_ path: String) throws {
        guard isRoot else { return }
        guard let entry = getpwnam(Self.user), chown(path, entry.pointee.pw_uid, entry.pointee.pw_gid) == 0 else {
            throw TestServerError("the user \(Self.user) cannot own \(path)")
        }
    }

    /// Writes a file that only the programs can read.
    func write(_ text: String, to path: String) throws {
        let isWritten = FileManager.default.createFile(
            atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        guard isWritten else { throw TestServerError("\(path) cannot be written") }
        try give(path)
    }
}

/// The folders of servers, named after the process of the tests.
///
/// They are in memory if there is room: each test creates a database of 300 files, which took a disk three times as long.
enum TemporaryServerFolder {
    // Not in TMPDIR: the path of a socket has at most 107 bytes.
    private static let parents = ["/dev/shm", "/tmp"]
    private static let prefix = "formwright-pg-"
    /// The room that a server needs, in bytes.
    private static let room = 2 << 30

    /// Creates a folder, after removing those of processes that have ended without doing so.
    static func create(for programs: PostgreSQLPrograms) throws -> String {
        remove { kill($0, 0) != 0 && errno == ESRCH }
        let parent = parents.first(where: hasRoom) ?? "/tmp"
        let path = "\(parent)/\(prefix)\(getpid())-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        try programs.give(path)
        return path
    }

    private static func hasRoom(_ parent: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: parent)
        return (attributes?[.systemFreeSize] as? Int).map { $0 >= room } ?? false
    }

    /// Removes the folders of this process.
    static func removeAll() { remove { $0 == getpid() } }

    private static func remove(_ isUnused: (pid_t) -> Bool) {
        for parent in parents {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
            where name.hasPrefix(prefix) {
                guard let process = name.dropFirst(prefix.count).split(separator: "-").first.flatMap({ pid_t($0) }),
                    isUnused(process)
                else { continue }
                try? FileManager.default.removeItem(atPath: "\(parent)/\(name)")
            }
        }
    }
}
