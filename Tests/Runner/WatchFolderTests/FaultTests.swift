import FileCollections
import Files
import Foundation
import Pipeline
import PipelineTestSupport
import Synchronization
import Testing
import WatchFolder
import WatchFolderTestSupport

/// Interrupts the watcher at any operation on the folder, and checks that the next watcher recovers.
@Suite("A watched folder and faults", .timeLimit(.minutes(HarnessProgram.isFull ? 240 : 30))) struct FaultTests {
    enum Fault: String, CaseIterable, Sendable {
        /// The process dies before the operation, or immediately after it.
        case deathBefore, deathAfter
        /// The operation fails once; the process continues.
        case full, broken
    }

    /// All operations are tested on request; otherwise a sample, a different one in each run.
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

    /// Checks that every file is in one place, once.
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

    private func albumBench() async throws -> Bench {
        let bench = try Bench(albumsOf: .local)
        // A result that is replaced, and an album that changes its owner.
        try bench.drop("trip.1.page", "sea")
        try await bench.work()
        try bench.drop("trip.key", "x")
        try bench.drop("trip.2.page", "#ray")
        try bench.drop("trip.3.page", "?")
        try bench.drop("trip.owner", "ada")
        return bench
    }

    /// Checks that the album has every file once, and that its newest results are the only ones.
    private func checkAlbum(_ bench: Bench, _ what: String) async throws {
        #expect(try bench.files(\.inbox).isEmpty, "\(what)")
        #expect(bench.openDrops().isEmpty, "\(what)")
        #expect(
            try bench.files(\.outbox) == ["trip.print.txt": "SEA XRAY", "trip.count.txt": "2"], "\(what)")
        #expect(
            try bench.files(\.archive) == [
                "trip.1.page": "sea", "trip.key": "x", "trip.2.page": "#ray", "trip.owner": "ada",
            ], "\(what)")
        #expect(try bench.files(\.failed).keys.sorted() == ["trip.3.page", "trip.error.json"], "\(what)")
        let collections = try #require(bench.collections)
        let album = try CollectionKey("trip", kind: "album", owner: "ada")
        let pages = try await collections.files(of: album).compactMap(\.document?.fileName)
        #expect(pages.sorted() == ["trip.1.page", "trip.2.page", "trip.key", "trip.owner"], "\(what)")
        #expect(try await collections.keys(of: "album") == [album], "\(what)")
    }

    @Test("wherever it happens, a collection has every file once and its newest results", arguments: Fault.allCases)
    func collection(fault: Fault) async throws {
        let calm = FaultPoint()
        let untouched = try await albumBench()
        try await untouched.work(calm.files)
        try await checkAlbum(untouched, "no fault")
        let operations = calm.count
        #expect(operations > 150)

        for number in FaultSample.points(0...operations + 19, every: HarnessProgram.isFull ? 1 : 37) {
            let bench = try await albumBench()
            let point = FaultPoint(fault, at: number)
            let work = Task { try await bench.work(point.files) }
            point.onDeath { work.cancel() }
            _ = try? await work.value
            // The next watcher finishes what is left.
            try await bench.work()
            try await checkAlbum(bench, "\(fault) at operation \(number)")
        }
    }

    @Test("wherever it happens, every file is in one place and every result exists once", arguments: Fault.allCases)
    func anywhere(fault: Fault) async throws {
        let calm = FaultPoint()
        let untouched = try bench()
        try await untouched.work(calm.files)
        try check(untouched, "no fault")
        let operations = calm.count
        #expect(operations > 100)

        for number in FaultSample.points(0...operations + 19, every: Self.step) {
            let bench = try bench()
            let point = FaultPoint(fault, at: number)
            let work = Task { try await bench.work(point.files) }
            point.onDeath { work.cancel() }
            _ = try? await work.value
            // The next watcher finishes what is left.
            try await bench.work()
            try check(bench, "\(fault) at operation \(number)")
        }
    }
}

/// Counts the operations on files, and makes one of them fail.
final class FaultPoint: Sendable {
    private struct State {
        var count = 0
        /// Whether the current operation is the last.
        var isDying = false
        var isDead = false
        var onDeath: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let fault: FaultTests.Fault?
    private let number: Int

    init(_ fault: FaultTests.Fault? = nil, at number: Int = 0) {
        self.fault = fault
        self.number = number
    }

    var files: HookedFiles { HookedFiles(before: before, after: after) }

    var count: Int { state.withLock { $0.count } }

    func onDeath(_ body: @escaping @Sendable () -> Void) {
        let isDead = state.withLock { state in
            state.onDeath = body
            return state.isDead
        }
        if isDead { body() }
    }

    private func before(_ operation: HookedFiles.Operation) throws {
        let (isDead, isHere) = state.withLock { state in
            defer { state.count += 1 }
            return (state.isDead, state.count == number && fault != nil)
        }
        if isDead { throw error(ESHUTDOWN, operation) }
        guard isHere else { return }
        switch fault {
        case .deathBefore:
            die()
            throw error(ESHUTDOWN, operation)
        case .deathAfter: state.withLock { $0.isDying = true }
        case .full: throw error(ENOSPC, operation)
        case .broken: throw error(EIO, operation)
        case nil: break
        }
    }

    private func after(_ operation: HookedFiles.Operation) throws {
        guard state.withLock({ $0.isDying }) else { return }
        die()
        throw error(ESHUTDOWN, operation)
    }

    private func error(_ number: Int32, _ operation: HookedFiles.Operation) -> SystemCallError {
        SystemCallError(call: operation.call, path: operation.path, number: number)
    }

    private func die() {
        state.withLock { state in
            state.isDead = true
            return state.onDeath
        }?()
    }
}
