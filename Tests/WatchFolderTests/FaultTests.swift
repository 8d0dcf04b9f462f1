import Foundation
import Pipeline
import PipelineTestSupport
import Synchronization
import Testing
import WatchFolder

/// Stops the world at any operation on the folder, and looks whether the next watcher puts everything right.
@Suite("A watched folder and faults", .timeLimit(.minutes(10))) struct FaultTests {
    enum Fault: String, CaseIterable, Sendable {
        /// The process dies before, or right after, the operation.
        case deathBefore, deathAfter
        /// The operation fails once; the process goes on.
        case full, broken
    }

    /// All operations are tried when asked for; a sample is enough from day to day.
    static var step: Int { HarnessProgram.isFull ? 1 : 9 }

    private func bench() throws -> Bench {
        let bench = try Bench()
        try bench.drop("note.memo", "pay the rent")
        try bench.drop("note.sign", "Ada")
        try bench.drop("table.memo", "many")
        try bench.drop("table.signs", "Ada\n?\nGrace\n")
        try bench.drop("empty.memo", "")
        return bench
    }

    /// Everything is in one place, once.
    private func check(_ bench: Bench, _ what: String) throws {
        #expect(try bench.files(\.inbox).isEmpty, "\(what)")
        #expect(bench.openDrops().isEmpty, "\(what)")
        #expect(
            try bench.files(\.outbox) == [
                "note.signed.txt": "PAY THE RENT — ADA — 3", "table.0001.signed.txt": "MANY — ADA — 1",
                "table.0003.signed.txt": "MANY — GRACE — 1",
            ], "\(what)")
        #expect(
            try bench.files(\.archive) == [
                "note.memo": "pay the rent", "note.sign": "Ada", "table.memo": "many", "table.signs": "Ada\n?\nGrace\n",
            ], "\(what)")
        #expect(
            try bench.files(\.failed).keys.sorted() == ["empty.error.json", "empty.memo", "table.0002.error.json"],
            "\(what)")
    }

    @Test("wherever it happens, every file ends in one place and every result is there once", arguments: Fault.allCases)
    func anywhere(fault: Fault) async throws {
        let calm = FaultyFiles()
        let untouched = try bench()
        try await untouched.work(calm)
        try check(untouched, "no fault")
        let operations = calm.count
        #expect(operations > 100)

        for number in stride(from: Int.random(in: 0..<Self.step), to: operations + 20, by: Self.step) {
            let bench = try bench()
            let files = FaultyFiles(fault, at: number)
            let work = Task { try await bench.work(files) }
            files.onDeath { work.cancel() }
            _ = try? await work.value
            // Whatever was left is for the next.
            try await bench.work()
            try check(bench, "\(fault) at operation \(number)")
        }
    }
}

/// The machine's files with a fault at one operation.
final class FaultyFiles: FolderFiles {
    private struct State {
        var count = 0
        var isDead = false
        var onDeath: (@Sendable () -> Void)?
    }

    private let local = LocalFiles()
    private let state = Mutex(State())
    private let fault: FaultTests.Fault?
    private let number: Int

    init(_ fault: FaultTests.Fault? = nil, at number: Int = 0) {
        self.fault = fault
        self.number = number
    }

    var count: Int { state.withLock { $0.count } }

    func onDeath(_ body: @escaping @Sendable () -> Void) {
        let isDead = state.withLock { state in
            state.onDeath = body
            return state.isDead
        }
        if isDead { body() }
    }

    private func operation<T>(_ call: String, _ path: String, _ body: () throws -> T) throws -> T {
        let (isDead, isHere) = state.withLock { state in
            defer { state.count += 1 }
            return (state.isDead, state.count == number && fault != nil)
        }
        let death = FolderFileError(call: call, path: path, number: ESHUTDOWN)
        if isDead { throw death }
        guard isHere else { return try body() }
        switch fault {
        case .deathBefore:
            die()
            throw death
        case .deathAfter:
            _ = try? body()
            die()
            throw death
        case .full: throw FolderFileError(call: call, path: path, number: ENOSPC)
        case .broken: throw FolderFileError(call: call, path: path, number: EIO)
        case nil: return try body()
        }
    }

    private func die() {
        state.withLock { state in
            state.isDead = true
            return state.onDeath
        }?()
    }

    func names(in folder: String) throws -> (names: [String], unreadable: Int) {
        try operation("readdir", folder) { try local.names(in: folder) }
    }
    func facts(_ path: String) throws -> FileFacts? { try operation("lstat", path) { try local.facts(path) } }
    func hasWriter(_ path: String) -> Bool { local.hasWriter(path) }
    func read(_ path: String, limit: Int) throws -> Data {
        try operation("read", path) { try local.read(path, limit: limit) }
    }
    func write(_ bytes: Data, to path: String) throws {
        try operation("write", path) { try local.write(bytes, to: path) }
    }
    func copy(_ path: String, to copy: String) throws { try operation("copy", path) { try local.copy(path, to: copy) } }
    func rename(_ path: String, to newPath: String) throws {
        try operation("rename", path) { try local.rename(path, to: newPath) }
    }
    func renameWithoutReplacing(_ path: String, to newPath: String) throws {
        try operation("rename", path) { try local.renameWithoutReplacing(path, to: newPath) }
    }
    func remove(_ path: String) throws { try operation("unlink", path) { try local.remove(path) } }
    func makeFolder(_ path: String) throws { try operation("mkdir", path) { try local.makeFolder(path) } }
    func removeFolder(_ path: String) throws { try operation("rmdir", path) { try local.removeFolder(path) } }
    func synchronise(folder: String) throws { try operation("fsync", folder) { try local.synchronise(folder: folder) } }
    func lock(_ path: String, making: Bool) throws -> (any FileLock)? {
        try operation("flock", path) { try local.lock(path, making: making) }
    }
}
