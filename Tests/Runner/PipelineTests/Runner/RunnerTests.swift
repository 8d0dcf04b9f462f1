import FailureModel
import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("A runner", .timeLimit(.minutes(30)))
struct RunnerTests {
    @Test("takes a second kind through its whole life cycle", arguments: StoreKind.allCases)
    func secondKind(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let client = bench.client([MemoKind.kind])
        try await running(bench.runner([MemoKind.kind])) {
            let memo = try await client.importDocument(
                Data("buy more ink".utf8), owner: .local, kind: "memo", fileName: "memo.txt", mediaType: "text/plain")
            _ = try await client.process(memo.id, in: .all)
            let ready = try await client.settled(memo.id, in: .all)
            #expect(ready.state == .ready)
            #expect(ready.facts == ["words": "3"])

            for (fill, signature) in ["ann", "bob"].enumerated() {
                let input = PipelineClient.Input(
                    name: "signature", mediaType: "text/plain", bytes: Data(signature.utf8))
                _ = try await client.fill(memo.id, in: .all, inputs: [input])
                #expect(try await client.settled(memo.id, in: .all).state == .filled)
                let output = try await bench.store.artefacts(of: memo.id, in: .all, fill: fill + 1).last
                let bytes = try bench.artefacts.read(try #require(output).artefact.content)
                #expect(String(decoding: bytes, as: UTF8.self) == "BUY MORE INK — \(signature.uppercased()) — 3")
            }
        }
    }

    @Test("analyses equal bytes once", arguments: StoreKind.allCases)
    func uniqueByContent(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let runs = Counter()
        let memo = ContentKind.scripted(fingerprint: "1") { context in
            runs.increment()
            return .done([try context.put(Data("result".utf8), named: "r", mediaType: "text/plain")])
        }
        let client = bench.client([memo])
        try await running(bench.runner([memo])) {
            var ids: [DocumentID] = []
            for name in 0..<20 {
                let document = try await client.importDocument(
                    Data("the same".utf8), owner: .local, kind: "memo", fileName: "\(name).txt", mediaType: "text/plain"
                )
                ids.append(try await client.process(document.id, in: .all).id)
            }
            for id in ids {
                #expect(try await client.settled(id, in: .all).state == .ready)
                #expect(try await bench.store.artefacts(of: id, in: .all, fill: 0).map(\.artefact.name) == ["r"])
            }
        }
        #expect(runs.value == 1)
    }

    @Test("puts a result again whose bytes went with a deleted document", arguments: StoreKind.allCases)
    func resultOfDeletedBytes(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let deleted = Gate()
        let runs = Counter()
        let memo = ContentKind.scripted { context in
            let result = try context.put(Data("equal".utf8), named: "r", mediaType: "text/plain")
            runs.increment()
            if context.job.attempt == 1 { deleted.block() }
            return .done([result])
        }
        let client = bench.client([memo])
        let document = try await client.process(try await bench.document().id, in: .all)
        try await running(bench.runner([memo])) {
            try await until { deleted.blocked == 1 }
            let other = try await client.importDocument(
                Data("equal".utf8), owner: "ann", kind: "memo", fileName: "other.txt", mediaType: "text/plain")
            try await client.delete(other.id, in: .all)
            #expect(try !bench.artefacts.contains(other.content))
            deleted.open()
            try await until { try await bench.causes(document.id).contains(.retried) }
            #expect(try await bench.store.artefacts(of: document.id, in: .all, fill: nil).isEmpty)
            await bench.clock.advance(by: .seconds(1), step: .milliseconds(500), whenAsleep: 2)
            #expect(try await client.settled(document.id, in: .all).state == .ready)
            #expect(try bench.artefacts.read(other.content) == Data("equal".utf8))
        }
        #expect(runs.value == 2)
    }

    @Test("removes a result whose document was deleted while the stage ran", arguments: StoreKind.allCases)
    func resultOfDeletedDocument(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let deleted = Gate()
        let memo = ContentKind.scripted { context in
            let result = try context.put(Data("private".utf8), named: "r", mediaType: "text/plain")
            deleted.block()
            return .done([result])
        }
        let client = bench.client([memo])
        let document = try await client.process(try await bench.document().id, in: .all)
        try await running(bench.runner([memo])) {
            try await until { deleted.blocked == 1 }
            try await client.delete(document.id, in: .all)
            deleted.open()
            try await until { try !bench.artefacts.contains(ContentID(of: Data("private".utf8))) }
        }
    }

    @Test("tries a transient failure again, with growing waits, and then gives up", arguments: StoreKind.allCases)
    func backoff(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let memo = ContentKind.scripted { _ in .retry(Failure("busy", "Busy.")) }
        let client = bench.client([memo])
        let document = try await bench.document()
        func events(_ cause: Event.Cause) async throws -> [Event] {
            try await bench.store.events(of: document.id, in: .all).filter { $0.cause == cause }
        }
        try await running(bench.runner([memo])) {
            _ = try await client.process(document.id, in: .all)
            for (attempt, wait) in [(1, Duration.seconds(1)), (2, .seconds(2))] {
                try await until { try await events(.retried).count == attempt }
                let job = try #require(try await bench.store.jobs(JobQuery(in: .all, state: .scheduled)).first)
                #expect(job.due - bench.now == wait)
                await bench.clock.advance(by: wait, step: .milliseconds(500), whenAsleep: 2)
            }
            let failed = try await client.settled(document.id, in: .all)
            #expect(failed.failure?.attempt == 3)
            #expect(failed.failure?.code == "busy")
        }
    }

    @Test("turns every outcome into exactly one move")
    func outcomes() async throws {
        let failure = Failure("told", "Told.")
        let cases: [(@Sendable () throws -> StageOutcome, DocumentState, JobState, String?)] = [
            ({ .done() }, .ready, .done, nil),
            ({ .fail(failure) }, .failed, .dead, "told"),
            ({ .cancel(failure) }, .failed, .cancelled, "told"),
            ({ .retry(failure, after: .seconds(9)) }, .processing, .scheduled, nil),
            ({ .snooze(.seconds(9)) }, .processing, .scheduled, nil),
            ({ throw Unreadable() }, .failed, .dead, "unreadable"),
            ({ throw Surprise() }, .processing, .scheduled, nil),
            ({ throw CancellationError() }, .processing, .scheduled, nil),
        ]
        for (body, state, jobState, code) in cases {
            let bench = try Workbench(.memory)
            let memo = ContentKind.scripted { _ in try body() }
            let document = try await bench.document()
            _ = try await bench.client([memo]).process(document.id, in: .all)
            try await running(bench.runner([memo])) {
                try await until { try await bench.store.jobs(JobQuery(in: .all)).first?.state == jobState }
            }
            let after = try await bench.store.document(document.id, in: .all)
            #expect(after.state == state)
            #expect(after.failure?.code.rawValue == code)
        }
    }

    @Test("waits for missing resources without counting an attempt while its patience lasts")
    func machineToBlame() async throws {
        let bench = try Workbench(.memory)
        let full = FileSystemError(call: "write", path: "/artefacts", errorNumber: ENOSPC)
        let memo = ContentKind.scripted(limits: StageLimits(attempts: 2)) { _ in throw full }
        let document = try await bench.document()
        _ = try await bench.client([memo]).process(document.id, in: .all)
        let settings = RunnerSettings(backoff: Backoff(jitter: 0), patience: .seconds(100))
        try await running(bench.runner([memo], settings: settings)) {
            for (claims, wait) in [1, 2, 4, 8, 16, 32, 60].enumerated() {
                try await until {
                    let job = try await bench.store.jobs(JobQuery(in: .all)).first
                    return job?.state == .scheduled && job?.fence == Int64(claims + 1)
                }
                let job = try #require(try await bench.store.jobs(JobQuery(in: .all)).first)
                #expect(job.attempt == 0)
                #expect(job.failure?.code == "disk_full")
                #expect(job.due - bench.now == .seconds(wait))
                await bench.clock.advance(by: .seconds(wait), step: .milliseconds(500), whenAsleep: 2)
            }
            #expect(try await bench.store.document(document.id, in: .all).state == .processing)
            try await until { try await bench.store.jobs(JobQuery(in: .all, state: .scheduled)).first?.attempt == 1 }
            await bench.clock.advance(by: .seconds(1), step: .milliseconds(500), whenAsleep: 2)
            let failed = try await bench.client([memo]).settled(document.id, in: .all)
            #expect(failed.failure?.code == "disk_full")
            #expect(failed.failure?.attempt == 2)
        }
    }

    @Test("keeps an unexpected error's text to itself")
    func privateErrors() async throws {
        let bench = try Workbench(.memory)
        let memo = ContentKind.scripted(limits: StageLimits(attempts: 1)) { _ in throw Surprise() }
        let document = try await bench.document()
        _ = try await bench.client([memo]).process(document.id, in: .all)
        try await running(bench.runner([memo])) { _ = try await bench.client([memo]).settled(document.id, in: .all) }
        let failure = try #require(try await bench.store.document(document.id, in: .all).failure)
        #expect(failure.code == "internal_error")
        #expect(failure.message == "An unexpected Surprise occurred.")
    }

    @Test("runs no more of a stage at a time than its limit, and no more in all than its workers")
    func concurrency() async throws {
        for (workers, limit, most) in [(4, 2, 2), (3, 9, 3)] {
            let bench = try Workbench(.memory)
            let gauge = Gauge()
            let memo = ContentKind.scripted(limits: StageLimits(concurrency: limit)) { _ in
                gauge.enter()
                for _ in 0..<50 { await Task.yield() }
                gauge.leave()
                return .done()
            }
            let client = bench.client([memo])
            for _ in 0..<30 { _ = try await client.process(try await bench.document().id, in: .all) }
            try await running(bench.runner([memo], settings: RunnerSettings(workers: workers))) {
                try await until { try await bench.store.documents(DocumentQuery(in: .all, state: .ready)).count == 30 }
            }
            #expect((1...most).contains(gauge.most))
        }
    }

    @Test("claims only its configured stages")
    func stages() async throws {
        let bench = try Workbench(.memory)
        let two = ContentKind(
            "memo",
            processing: [
                ContentKind.PlannedStage(ScriptedStage("count")), ContentKind.PlannedStage(ScriptedStage("shout")),
            ], filling: [])
        let document = try await bench.document()
        _ = try await bench.client([two]).process(document.id, in: .all)
        try await running(bench.runner([two], stages: [StageAddress(kind: "memo", stage: "count")])) {
            try await until {
                try await bench.store.jobs(JobQuery(in: .all, state: .available)).first?.stage == "shout"
            }
        }
        try await running(bench.runner([two], stages: [StageAddress(kind: "memo", stage: "shout")])) {
            let settled = try await bench.client([two]).settled(document.id, in: .all)
            #expect(settled.state == .ready)
        }
    }

    @Test("gives a stage what was read from the store for it, and skips it if there is nothing")
    func requests() async throws {
        let bench = try Workbench(.memory)
        let memo = ContentKind(
            "memo",
            processing: [
                ContentKind.PlannedStage(
                    ScriptedStage("look", decidingFact: "seen") { context in
                        .done(facts: ["seen": String(decoding: context.request ?? Data(), as: UTF8.self)])
                    },
                    request: { document, _, store, _ in
                        let others = try await store.documents(DocumentQuery(in: .all)).filter { $0.id != document.id }
                        return others.first.map { Data($0.fileName.utf8) }
                    })
            ], filling: [])
        let client = bench.client([memo])
        try await running(bench.runner([memo])) {
            let first = try await bench.document()
            _ = try await client.process(first.id, in: .all)
            #expect(try await client.settled(first.id, in: .all).facts["seen"] == nil)

            let second = try await bench.document()
            _ = try await client.process(second.id, in: .all)
            #expect(try await client.settled(second.id, in: .all).facts["seen"] == first.fileName)
        }
    }

    @Test("fails a stage for which nothing can be read, as for any of its errors")
    func unreadableRequests() async throws {
        let bench = try Workbench(.memory)
        let memo = ContentKind(
            "memo",
            processing: [
                ContentKind.PlannedStage(
                    ScriptedStage("look"), limits: StageLimits(attempts: 1), request: { _, _, _, _ in throw Surprise() }
                )
            ], filling: [])
        let client = bench.client([memo])
        try await running(bench.runner([memo])) {
            let document = try await bench.document()
            _ = try await client.process(document.id, in: .all)
            let settled = try await client.settled(document.id, in: .all)
            #expect(settled.state == .failed)
            #expect(settled.failure?.failure.message.contains("123-45-6789") == false)
        }
    }

    @Test("runs stages off the cooperative pool: all its threads may block")
    func blockingStages() async throws {
        let bench = try Workbench(.memory)
        let gate = Gate()
        let workers = 64
        let memo = ContentKind.scripted { _ in
            gate.block()
            return .done()
        }
        let client = bench.client([memo])
        for _ in 0..<workers { _ = try await client.process(try await bench.document().id, in: .all) }
        try await running(bench.runner([memo], settings: RunnerSettings(workers: workers))) {
            // The pool has as many threads as there are cores. If the stages ran on it, this would never be reached.
            try await until { gate.blocked == workers }
            gate.open()
            try await until { try await bench.store.documents(DocumentQuery(in: .all, state: .ready)).count == workers }
        }
    }
}

private struct Surprise: Error, CustomStringConvertible {
    let description = "the value 123-45-6789 is odd"
}

private struct Unreadable: StageError {
    let failure = Failure("unreadable", "The memo cannot be read.")
    let isTransient = false
}
