import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("The client")
struct PipelineClientTests {
    private func imported(_ client: PipelineClient, _ text: String = "a b") async throws -> Document {
        try await client.importDocument(
            Data(text.utf8), owner: .local, kind: "memo", fileName: "memo.txt", mediaType: "text/plain")
    }

    @Test("refuses a kind that is not declared, and stores nothing")
    func unknownKind() async throws {
        let bench = try Workbench(.memory)
        let client = bench.client([MemoKind.kind])
        await #expect(throws: UnknownKind.self) {
            try await client.importDocument(Data(), owner: .local, kind: "poem", fileName: "p", mediaType: "text/plain")
        }
        #expect(try await bench.store.documents(DocumentQuery(in: .all)).isEmpty)
        #expect(try !bench.artefacts.contains(ContentID(of: Data())))
    }

    @Test("processing again while it runs returns the same", arguments: StoreKind.allCases)
    func processTwice(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let client = bench.client([MemoKind.kind])
        let document = try await imported(client)
        let first = try await client.process(document.id, in: .all)
        #expect(try await client.process(document.id, in: .all) == first)
        #expect(try await bench.store.jobs(JobQuery(in: .all)).count == 1)
    }

    @Test("a document that must not be filled keeps nothing of the inputs", arguments: StoreKind.allCases)
    func fillTooEarly(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let client = bench.client([MemoKind.kind])
        let document = try await imported(client)
        let input = PipelineClient.Input(name: "signature", mediaType: "text/plain", bytes: Data("ann".utf8))
        await #expect(throws: StoreError.moveNotAllowed(document.id, from: .imported, to: .filling)) {
            try await client.fill(document.id, in: .all, inputs: [input])
        }
        #expect(try !bench.artefacts.contains(ContentID(of: input.bytes)))
    }

    @Test("only failed documents are retried, at the stage that failed", arguments: StoreKind.allCases)
    func retry(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let client = bench.client([MemoKind.kind])
        let document = try await imported(client)
        await #expect(throws: StoreError.self) { try await client.retry(document.id, in: .all) }
        _ = try await client.process(document.id, in: .all)
        _ = try await client.cancel(document.id, in: .all)
        let resumed = try await client.retry(document.id, in: .all)
        #expect(resumed.state == .processing)
        #expect(try await bench.store.jobs(JobQuery(in: .all, state: .available)).map(\.stage) == ["count"])
    }

    @Test("bytes are removed once no document needs them", arguments: StoreKind.allCases)
    func garbage(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let client = bench.client([MemoKind.kind])
        let first = try await imported(client)
        let second = try await imported(client)
        #expect(first.content == second.content)
        bench.clock.advance(by: .seconds(7200))
        try await client.delete(first.id, in: .all)
        #expect(try bench.artefacts.contains(first.content))
        try await client.delete(second.id, in: .all)
        #expect(try !bench.artefacts.contains(first.content))
        #expect(try await client.collectGarbage() == 0)
    }

    @Test("deleting removes bytes while a job that began before them runs", arguments: StoreKind.allCases)
    func deleteBesideRunningJob(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let client = bench.client([MemoKind.kind])
        _ = try await bench.begun()
        _ = try await bench.claimOne()
        bench.clock.advance(by: .seconds(1))
        let document = try await imported(client)
        bench.clock.advance(by: .seconds(1))
        try await client.delete(document.id, in: .all)
        #expect(try !bench.artefacts.contains(document.content))
    }

    @Test("a fill keeps its inputs if a deletion removes equal bytes at the same time", arguments: StoreKind.allCases)
    func fillBesideDeletion(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let input: @Sendable (String) -> PipelineClient.Input = { name in
            PipelineClient.Input(name: name, mediaType: "text/plain", bytes: Data(name.utf8))
        }
        let memo = ContentKind("memo", processing: [], filling: [.init(MemoKind.Shout())]) { document, store in
            [input("draft")]
        }
        // Both inputs are removed after they were put and before the store refers to them.
        let store = FaultyStore(bench.store) { [artefacts = bench.artefacts, now = bench.now] move in
            guard case .begin = move else { return }
            let contents = ["draft", "signature"].map { (ContentID(of: Data($0.utf8)), now) }
            _ = try artefacts.remove(Dictionary(uniqueKeysWithValues: contents))
        }
        let client = PipelineClient(
            kinds: KindTable([memo]), store: store, artefacts: bench.artefacts, dependencies: bench.dependencies)
        let document = try await client.process(try await imported(client).id, in: .all)
        _ = try await client.fill(document.id, in: .all, inputs: [input("signature")])
        for name in ["draft", "signature"] {
            #expect(try bench.artefacts.contains(ContentID(of: Data(name.utf8))))
        }
    }

    @Test("purging goes on until nothing old is left", arguments: StoreKind.allCases)
    func purge(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let client = bench.client([MemoKind.kind])
        for number in 0..<600 {
            let document = try await bench.begun("\(number)")
            _ = try await client.cancel(document.id, in: .all)
        }
        bench.clock.advance(by: .seconds(10))
        #expect(try await client.purge(olderThan: .seconds(5)) == 600)
        #expect(try await bench.store.jobs(JobQuery(in: .all)).isEmpty)
    }
}
