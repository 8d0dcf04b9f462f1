import FailureModel
import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("A store moves documents")
struct DocumentMovesTests {
    @Test("an added document is imported and found again", arguments: StoreKind.allCases)
    func add(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.document("hello", priority: 3)
        #expect(document.state == .imported)
        #expect(document.createdAt == bench.now)
        #expect(try await bench.store.document(document.id, in: .all) == document)
        #expect(try await bench.causes(document.id) == [.imported])
    }

    @Test("an ID can be used only once", arguments: StoreKind.allCases)
    func addTwice(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.document()
        let again = NewDocument(
            id: document.id, owner: .local, kind: "memo", fileName: "other", mediaType: "text/plain",
            content: document.content,
            byteCount: 0)
        await #expect(throws: StoreError.documentExists(document.id)) {
            try await bench.store.add(again, at: bench.now)
        }
    }

    @Test("an unknown document is refused by every move", arguments: StoreKind.allCases)
    func unknown(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let id = DocumentID(UUID())
        let refused = StoreError.documentUnknown(id)
        await #expect(throws: refused) { try await bench.store.document(id, in: .all) }
        await #expect(throws: refused) {
            try await bench.store.begin(id, in: .all, along: .processing("count"), inputs: [], at: bench.now)
        }
        await #expect(throws: refused) {
            try await bench.store.resume(id, in: .all, along: .processing("count"), at: bench.now)
        }
        await #expect(throws: refused) { try await bench.store.cancel(id, in: .all, at: bench.now) }
        await #expect(throws: refused) { try await bench.store.delete(id, in: .all, at: bench.now) }
        await #expect(throws: refused) { try await bench.store.events(of: id, in: .all) }
        await #expect(throws: refused) { try await bench.store.artefacts(of: id, in: .all, fill: nil) }
    }

    @Test("a document goes through analysis and two fills", arguments: StoreKind.allCases)
    func wholeLife(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.begun()
        #expect(document.state == .processing)
        let analysis = try await bench.claimOne()
        let result = StageResult(artefacts: [.named("count.txt", "2")], facts: ["words": "2"])
        try await bench.store.complete(analysis.lease, with: result, then: .processing(), at: bench.now)
        let ready = try await bench.store.document(document.id, in: .all)
        #expect(ready.state == .ready)
        #expect(ready.facts == ["words": "2"])

        for fill in 1...2 {
            let filling = try await bench.store.begin(
                document.id, in: .all, along: .filling("shout"), inputs: [.named("signature", "v\(fill)")],
                at: bench.now)
            #expect(filling.state == .filling)
            #expect(filling.fill == fill)
            let claim = try await bench.claimOne()
            #expect(claim.job.fill == fill)
            let output = StageResult(artefacts: [.named("memo.txt", "o\(fill)")])
            try await bench.store.complete(claim.lease, with: output, then: .filling(), at: bench.now)
            #expect(try await bench.store.document(document.id, in: .all).state == .filled)
        }

        let all = try await bench.store.artefacts(of: document.id, in: .all, fill: nil)
        #expect(all.map(\.fill) == [0, 1, 1, 2, 2])
        #expect(all.map(\.stage) == ["count", "inputs", "shout", "inputs", "shout"])
        let first = try await bench.store.artefacts(of: document.id, in: .all, fill: 1)
        #expect(
            first.map(\.artefact) == [.named("count.txt", "2"), .named("signature", "v1"), .named("memo.txt", "o1")])
    }

    @Test("a state without stages is passed at once", arguments: StoreKind.allCases)
    func noStages(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.begun(route: .processing())
        #expect(document.state == .ready)
        #expect(try await bench.causes(document.id) == [.imported, .began, .arrived])
    }

    @Test("a move that the table does not allow is refused and changes nothing", arguments: StoreKind.allCases)
    func refusedMoves(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let imported = try await bench.document()
        await #expect(throws: StoreError.moveNotAllowed(imported.id, from: .imported, to: .filling)) {
            try await bench.store.begin(imported.id, in: .all, along: .filling("shout"), inputs: [], at: bench.now)
        }
        await #expect(throws: StoreError.moveNotAllowed(imported.id, from: .imported, to: .processing)) {
            try await bench.store.resume(imported.id, in: .all, along: .processing("count"), at: bench.now)
        }
        await #expect(throws: StoreError.moveNotAllowed(imported.id, from: .imported, to: .failed)) {
            try await bench.store.cancel(imported.id, in: .all, at: bench.now)
        }
        #expect(try await bench.store.document(imported.id, in: .all) == imported)
        #expect(try await bench.causes(imported.id) == [.imported])

        let begun = try await bench.begun()
        await #expect(throws: StoreError.moveNotAllowed(begun.id, from: .processing, to: .processing)) {
            try await bench.store.begin(begun.id, in: .all, along: .processing("count"), inputs: [], at: bench.now)
        }
        #expect(try await bench.store.jobs(JobQuery(in: .all, document: begun.id)).count == 1)
    }

    @Test("cancelling fails the document, and its worker cannot publish", arguments: StoreKind.allCases)
    func cancel(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.begun()
        let claim = try await bench.claimOne()
        let cancelled = try await bench.store.cancel(document.id, in: .all, at: bench.now)
        #expect(cancelled.state == .failed)
        #expect(cancelled.failure?.code == "cancelled")
        #expect(cancelled.failure?.stage == "count")
        await #expect(throws: StoreError.leaseLost(claim.job.id)) {
            try await bench.store.complete(claim.lease, with: StageResult(), then: .processing(), at: bench.now)
        }
        #expect(try await bench.store.document(document.id, in: .all).state == .failed)
        #expect(try await bench.store.renew([claim.lease], until: bench.now, at: bench.now) == [claim.lease])
    }

    @Test("a failed document resumes at the stage that failed, with all its attempts", arguments: StoreKind.allCases)
    func resume(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.begun(route: .processing("count", "shout"))
        let first = try await bench.claimOne()
        let counted = StageResult(artefacts: [.named("count.txt")])
        try await bench.store.complete(first.lease, with: counted, then: .processing("shout"), at: bench.now)
        let second = try await bench.claimOne()
        let failure = Failure(
            "too_loud", "Too loud.", hint: "Whisper.", at: .file("a.txt", line: 2, column: 3),
            details: [Failure("too_loud", "Too loud.", at: .field("b")), Failure("too_fast", "Too fast.")])
        try await bench.store.fail(second.lease, because: failure, at: bench.now)
        let failed = try await bench.store.document(document.id, in: .all)
        #expect(
            failed.failure
                == DocumentFailure(stage: "shout", during: .processing, failure: failure, attempt: 1))

        let resumed = try await bench.store.resume(document.id, in: .all, along: .processing("shout"), at: bench.now)
        #expect(resumed.state == .processing)
        #expect(resumed.failure == nil)
        let third = try await bench.claimOne()
        #expect(third.job.stage == "shout")
        #expect(third.job.attempt == 1)
        try await bench.store.complete(third.lease, with: StageResult(), then: .processing(), at: bench.now)
        #expect(try await bench.store.document(document.id, in: .all).state == .ready)
        #expect(try await bench.store.artefacts(of: document.id, in: .all, fill: nil).map(\.stage) == ["count"])
    }

    @Test(
        "a document can be filled after a failed fill, not after a failed analysis", arguments: StoreKind.allCases)
    func failedGoesBackWhereItWas(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let failure = Failure("broken", "Broken.")
        let document = try await bench.begun()
        try await bench.store.fail(try await bench.claimOne().lease, because: failure, at: bench.now)
        await #expect(throws: StoreError.moveNotAllowed(document.id, from: .failed, to: .filling)) {
            try await bench.store.begin(document.id, in: .all, along: .filling("shout"), inputs: [], at: bench.now)
        }

        _ = try await bench.store.resume(document.id, in: .all, along: .processing(), at: bench.now)
        _ = try await bench.store.begin(document.id, in: .all, along: .filling("shout"), inputs: [], at: bench.now)
        try await bench.store.fail(try await bench.claimOne().lease, because: failure, at: bench.now)
        let again = try await bench.store.begin(
            document.id, in: .all, along: .filling("shout"), inputs: [], at: bench.now)
        #expect(again.state == .filling)
        #expect(again.fill == 2)
    }

    @Test("a deleted document leaves nothing, and its worker cannot publish", arguments: StoreKind.allCases)
    func delete(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.begun("bytes")
        let claim = try await bench.claimOne()
        try await bench.store.delete(document.id, in: .all, at: bench.now)
        await #expect(throws: StoreError.documentUnknown(document.id)) {
            try await bench.store.document(document.id, in: .all)
        }
        await #expect(throws: StoreError.leaseLost(claim.job.id)) {
            try await bench.store.complete(claim.lease, with: StageResult(), then: .processing(), at: bench.now)
        }
        #expect(try await bench.store.jobs(JobQuery(in: .all)).isEmpty)
        #expect(try await bench.store.documents(DocumentQuery(in: .all)).isEmpty)
        #expect(try await bench.store.referenced(among: [document.content]).isEmpty)
    }
}
