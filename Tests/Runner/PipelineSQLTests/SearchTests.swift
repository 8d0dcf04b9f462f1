import Foundation
import Pipeline
import PipelineSQL
import PipelineTestSupport
import SQL
import SQLTestSupport
import Testing

@Suite("Searches for documents", .onEveryEngine, .timeLimit(.minutes(30))) struct SearchTests {
    private let folder: TemporaryFolder
    private let store: SQLStore
    private let now = Timestamp(milliseconds: 1_767_225_600_000)
    private static let details = SearchSource("details")
    private static let values = SearchSource("values")

    init() throws {
        folder = try TemporaryFolder()
        store = try .empty(at: folder.path + "/pipeline.sqlite", domains: [])
    }

    @discardableResult
    private func add(
        _ fileName: String, _ words: String = "", owner: OwnerID = "ada"
    ) async throws -> Document {
        let new = NewDocument(
            id: DocumentID(UUID()), owner: owner, kind: "form", fileName: fileName, mediaType: "application/pdf",
            content: ContentID(of: Data()), byteCount: 0)
        let document = try await store.add(new, at: now)
        try await index(words, of: document)
        return document
    }

    private func index(_ words: String, _ source: SearchSource = details, of document: Document) async throws {
        try await store.write { transaction in
            try transaction.index(SearchWords.words(in: words), from: source, of: document.id, in: .all)
        }
    }

    private func found(_ text: String, in scope: OwnerScope = .all) async throws -> [String] {
        let query = DocumentQuery(in: scope, text: text)
        let documents = try await store.documents(query)
        #expect(try await store.count(query) == documents.count)
        return documents.map(\.fileName).sorted()
    }

    @Test("every word of a search must begin a word of the document, or be a part of its file name")
    func words() async throws {
        try await add("w9.pdf", "Müller appeal 2026")
        try await add("lease.pdf", "Muster appeal")
        #expect(try await found("mul") == ["w9.pdf"])
        #expect(try await found("MU appeal") == ["lease.pdf", "w9.pdf"])
        #expect(try await found("appeal W9") == ["w9.pdf"])
        #expect(try await found("eas") == ["lease.pdf"])
        #expect(try await found("uller") == [])
        #expect(try await found("muller nobody") == [])
        #expect(try await found("  ") == ["lease.pdf", "w9.pdf"])
    }

    @Test("a document that is given to another owner is found, worked on and deleted by that one only")
    func giving() async throws {
        let document = try await add("w9.pdf", "Müller")
        let later = now + .seconds(5)
        _ = try await store.begin(document.id, in: .all, along: .processing("count"), inputs: [], at: now)
        let group = OwnerID.group("intake")
        await #expect(throws: StoreError.documentUnknown(document.id)) {
            try await store.write { try $0.give(document.id, in: .owner("ben"), to: group, at: later) }
        }
        let given = try await store.write { try $0.give(document.id, in: .owner("ada"), to: group, at: later) }
        #expect(given.owner == group && given.owner.group == "intake" && given.updatedAt == later)
        #expect(try await found("mul", in: .owner("ada")) == [])
        #expect(try await found("mul", in: .owners(["ada", group])) == ["w9.pdf"])
        #expect(try await store.jobs(JobQuery(in: .owner("ada"))).isEmpty)
        #expect(try await store.jobs(JobQuery(in: .owner(group))).map(\.document) == [document.id])
        // The job is in the new owner's queue.
        let slot = ClaimRequest.Slot(address: StageAddress(kind: "form", stage: "count"), room: 1)
        let claims = try await store.claim(
            ClaimRequest(worker: "a", slots: [slot], limit: 1, leaseUntil: later + .seconds(6)), at: later)
        #expect(claims.map(\.document.owner) == [group])
        let whole = NewDocument(
            id: DocumentID(UUID()), owner: group, kind: "form", fileName: "whole", mediaType: "application/pdf",
            content: ContentID(of: Data()), byteCount: 0, parts: [document.id])
        _ = try await store.add(whole, at: later)
        for id in [document.id, whole.id] {
            await #expect(throws: StoreError.self) {
                try await store.write { try $0.give(id, in: .all, to: "ada", at: later) }
            }
        }
        #expect(try await store.documents(DocumentQuery(in: .owner("ada"))).isEmpty)
    }

    @Test("what has a meaning in SQL is only text", arguments: ["%", "_", "' OR 1=1 --", "\\", "*", "?1"])
    func operators(_ text: String) async throws {
        try await add("plain.pdf", "plain words")
        #expect(try await found(text) == [])
    }

    @Test("words with punctuation are found as they are written")
    func punctuation() async throws {
        try await add("a.pdf", "O'Brien, file 12/2026-B")
        for text in ["O'Brien", "brien", "12/2026", "2026-b", "\"12/2026-B\""] {
            #expect(try await found(text) == ["a.pdf"], "\(text)")
        }
        #expect(try await found("12/2027") == [])
    }

    @Test("the words of one source are replaced without those of another")
    func sources() async throws {
        let document = try await add("a.pdf", "client")
        try await index("typed", Self.values, of: document)
        try await index("other", of: document)
        #expect(try await found("client") == [])
        #expect(try await found("typed other") == ["a.pdf"])
        try await index("", Self.values, of: document)
        #expect(try await found("typed") == [])
    }

    @Test("another owner's document is neither found nor indexed")
    func owners() async throws {
        let document = try await add("a.pdf", "secret")
        #expect(try await found("secret", in: .owner("ben")) == [])
        await #expect(throws: StoreError.documentUnknown(document.id)) {
            try await store.write { try $0.index(["mine"], from: Self.details, of: document.id, in: .owner("ben")) }
        }
        #expect(try await found("mine") == [])
    }

    @Test("the words go with their document")
    func deletion() async throws {
        let document = try await add("a.pdf", "gone")
        try await store.delete(document.id, in: .all, at: now)
        let left = try await store.read { try $0.value(Int.self, "SELECT count(*) FROM search_words") }
        #expect(left == 0)
    }

    @Test("a renamed document is found by its new name alone, and stays as it was otherwise")
    func renaming() async throws {
        let document = try await add("scan0001.pdf", "client")
        let later = now + .seconds(60)
        let renamed = try await store.write { transaction in
            try transaction.rename(document.id, in: .owner("ada"), to: "Mietvertrag Österreich.pdf", at: later)
        }
        #expect(renamed.fileName == "Mietvertrag Österreich.pdf" && renamed.updatedAt >= later)
        #expect(renamed.state == document.state && renamed.sequence == document.sequence)
        #expect(try await found("ÖSTERR client") == [renamed.fileName])
        #expect(try await found("scan0001") == [])
        await #expect(throws: StoreError.documentUnknown(document.id)) {
            try await store.write { try $0.rename(document.id, in: .owner("ben"), to: "stolen.pdf", at: later) }
        }
    }

    @Test("a search with thousands of words is answered")
    func longSearch() async throws {
        try await add("a.pdf", "w1 w2")
        #expect(try await found((0..<5_000).map { "w\($0)" }.joined(separator: " ")) == [])
        #expect(try await found(String(repeating: "w", count: 100_000)) == [])
    }
}
