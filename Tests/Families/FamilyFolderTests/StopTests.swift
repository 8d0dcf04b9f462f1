import FamilyFolder
import Foundation
import Pipeline
import Synchronization
import SQLTestSupport
import Testing
import WatchFolder
import WatchFolderTestSupport

@Suite("A family's watched folder that is stopped", .onEveryEngine, .timeLimit(.minutes(30))) struct StopTests {
    /// A receiver whose process dies before or after one of its steps.
    private struct Dying: RowHandler {
        let family: FamilyFolder
        let steps: Steps

        var kind: any Kind { family.kind }
        var documentName: String { family.documentName }

        func role(of fileName: String) -> DroppedRole { family.role(of: fileName) }

        func check(_ bytes: Data, named fileName: String) throws {
            try steps.next()
            try family.check(bytes, named: fileName)
        }

        func add(_ content: DroppedContent, as part: DroppedRole.Part, to group: DropGroup) async throws {
            try steps.next()
            try await family.add(content, as: part, to: group)
            try steps.next()
        }

        func results(of group: DropGroup, for drop: UUID) async throws -> DropResults? {
            try steps.next()
            let results = try await family.results(of: group, for: drop)
            try steps.next()
            return results
        }

        func results(ofOrder order: Data, in group: DropGroup, for drop: UUID) async throws -> DropResults? {
            try steps.next()
            let results = try await family.results(ofOrder: order, in: group, for: drop)
            try steps.next()
            return results
        }

        func discardResults(of group: DropGroup, for drop: UUID) async throws {
            try steps.next()
            try await family.discardResults(of: group, for: drop)
            try steps.next()
        }
    }

    /// Counts steps; from one of them on, all fail as if the watcher had been stopped.
    private final class Steps: Sendable {
        private let count = Mutex(0)
        private let last: Int
        private let onDeath = Mutex<(@Sendable () -> Void)?>(nil)

        init(dyingAt last: Int = .max) {
            self.last = last
        }

        var number: Int { count.withLock { $0 } }

        func onDeath(_ body: @escaping @Sendable () -> Void) { onDeath.withLock { $0 = body } }

        func next() throws {
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number >= last else { return }
            onDeath.withLock { $0 }?()
            throw CancellationError()
        }
    }

    private func bench() async throws -> FamilyBench {
        let bench = try await FamilyBench()
        try bench.drop("sun.jpg", FamilyBench.picture())
        try bench.drop("sun.moment.jpg", FamilyBench.picture(0x0044_88FF))
        try bench.drop("sun.story.yaml", "date: 2025-06-01\ntitle: Sun\nstory: It ate all of our lemons.")
        try bench.drop("all.book.yaml", "title: All")
        return bench
    }

    private func check(_ bench: FamilyBench, _ what: String) async throws {
        #expect(try await bench.artworks() == ["Mia|2025-06-01|Sun|It ate all of our lemons.|yes"], "\(what)")
        #expect(bench.names(\.outbox) == ["all.cover.pdf", "all.storybook.pdf", "sun.page.pdf"], "\(what)")
        #expect(
            bench.names(\.archive) == ["all.book.yaml", "sun.jpg", "sun.moment.jpg", "sun.story.yaml"], "\(what)")
        #expect(bench.names(\.failed).isEmpty && bench.names(\.inbox).isEmpty, "\(what)")
        #expect(bench.openDrops().isEmpty, "\(what)")
        let kinds = try await bench.texts("SELECT kind FROM documents ORDER BY kind")
        #expect(kinds == ["artwork", "artwork", "storybook"], "\(what)")
        #expect(try await bench.texts("SELECT id FROM storytelling_pictures").count == 2, "\(what)")
    }

    @Test("wherever it stops, the next watcher goes on, and everything exists once")
    func anywhere() async throws {
        let calm = Steps()
        let untouched = try await bench()
        try await untouched.work(Dying(family: untouched.receiver, steps: calm))
        try await check(untouched, "no stop")
        #expect(calm.number > 10)
        for number in 1...calm.number {
            let bench = try await bench()
            let steps = Steps(dyingAt: number)
            let work = Task { try await bench.work(Dying(family: bench.receiver, steps: steps)) }
            steps.onDeath { work.cancel() }
            _ = try? await work.value
            try await bench.work()
            try await check(bench, "stopped at step \(number)")
        }
    }
}
