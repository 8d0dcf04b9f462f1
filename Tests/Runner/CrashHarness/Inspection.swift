import FailureModel
import Foundation
import Pipeline
import PipelineSQL

/// Checks what a killed process left, lets a new process finish the work, and reports all errors.
struct Inspection {
    let folder: String
    let promises: [(what: String, id: DocumentID)]

    init(folder: String, output: String) {
        self.folder = folder
        promises = output.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let id = DocumentID(String(words[1])) else { return nil }
            return (String(words[0]), id)
        }
    }

    /// The errors; empty if nothing was lost, duplicated or left half-finished.
    func violations() async -> [String] {
        do { return try await inspect() } catch { return ["\(error)"] }
    }

    private func inspect() async throws -> [String] {
        let shop = try Workshop(folder: folder)
        var wrong = try await brokenPromises(shop) + brokenFeed(shop) + brokenStores(shop)
        if try await !finishes(shop) { return wrong + ["the work is stuck"] }
        wrong += try await unfinished(shop) + doubled(shop) + brokenFeed(shop) + brokenStores(shop)
        try shop.store.close()
        return wrong
    }

    private func brokenPromises(_ shop: Workshop) async throws -> [String] {
        let deleting = Set(promises.filter { $0.what == "deleting" }.map(\.id))
        let deleted = Set(promises.filter { $0.what == "deleted" }.map(\.id))
        let rank: [DocumentState: Int] = [.imported: 0, .processing: 1, .failed: 1, .ready: 2, .filling: 3, .filled: 4]
        let promised = ["imported": 0, "begun": 1, "failed": 1, "ready": 2, "filling": 3, "filled": 4]
        let documents = try await shop.store.documents(DocumentQuery(in: .all, limit: 100_000))
        let states = Dictionary(uniqueKeysWithValues: documents.map { ($0.id, $0.state) })
        return promises.compactMap { what, id in
            if deleted.contains(id) { return states[id] == nil ? nil : "deleted \(id) is back" }
            if deleting.contains(id) && states[id] == nil { return nil }
            guard let state = states[id], let rank = rank[state] else { return "\(what) \(id) is lost" }
            return rank >= promised[what] ?? 0 ? nil : "\(what) \(id) is \(state)"
        }
    }

    /// The feed contains every document's import and current state, and every deletion, each number once.
    private func brokenFeed(_ shop: Workshop) async throws -> [String] {
        var wrong: [String] = []
        var events: [Event] = []
        var query = EventQuery(in: .all, after: 0, limit: 1000)
        do {
            while case let page = try await shop.store.events(query), !page.events.isEmpty {
                events += page.events
                query.after = page.next
            }
        } catch StoreError.feedTruncated(after: 0) {
            // The scenario got as far as its purge.
            return []
        }
        if zip(events, events.dropFirst()).contains(where: { $0.sequence >= $1.sequence }) {
            wrong.append("the feed is not in order")
        }
        let moves = Dictionary(grouping: events.filter { $0.job == nil }, by: \.document)
        let documents = try await shop.store.documents(DocumentQuery(in: .all, limit: 100_000))
        for document in documents {
            let own = moves[document.id] ?? []
            if own.first?.cause != .imported { wrong.append("the feed misses the import of \(document.id)") }
            if own.last?.to != document.state.rawValue { wrong.append("the feed misses a move of \(document.id)") }
        }
        let alive = Set(documents.map(\.id))
        for (id, own) in moves where !alive.contains(id) && own.map(\.cause) != [.deleted] {
            wrong.append("the feed tells more of \(id) than that it is gone")
        }
        for id in Set(promises.filter { $0.what == "deleted" }.map(\.id)) where moves[id]?.last?.cause != .deleted {
            wrong.append("the feed misses the deletion of \(id)")
        }
        return wrong
    }

    /// The database is intact, every row's bytes exist, and every visible file is complete.
    private func brokenStores(_ shop: Workshop) async throws -> [String] {
        var wrong: [String] = []
        let integrity = try await shop.store.file?.integrityCheck()
        if integrity != "ok" { wrong.append("integrity_check: \(integrity ?? "no file")") }
        for document in try await shop.store.documents(DocumentQuery(in: .all, limit: 100_000)) {
            let published = try await shop.store.artefacts(of: document.id, in: .all, fill: nil)
            for content in [document.content] + published.map(\.artefact.content)
            where (try? shop.artefacts.read(content)) == nil {
                wrong.append("\(document.id) lacks the bytes \(content)")
            }
        }
        let objects = folder + "/artefacts/objects"
        for name in try FileManager.default.subpathsOfDirectory(atPath: objects) where name.contains("/") {
            let bytes = try Data(contentsOf: URL(filePath: objects + "/" + name))
            if ContentID(of: bytes).hex != name.replacing("/", with: "") { wrong.append("half file \(name)") }
        }
        return wrong
    }

    /// Whether all work ends within a minute; normally it takes a fraction of a second.
    private func finishes(_ shop: Workshop) async throws -> Bool {
        try await withThrowingTaskGroup(of: Bool.self) { race in
            race.addTask {
                try await finish(shop)
                return true
            }
            race.addTask {
                try await Task.sleep(for: .seconds(60))
                return false
            }
            defer { race.cancelAll() }
            return try await race.next() ?? false
        }
    }

    /// Moves every document to `filled`, wherever the kill left it.
    private func finish(_ shop: Workshop) async throws {
        let client = shop.client
        try await shop.running(workers: 4) {
            let ids = try await shop.store.documents(DocumentQuery(in: .all, limit: 100_000)).map(\.id)
            for id in ids {
                var document = try await client.settled(id, in: .all, poll: .milliseconds(20))
                if document.state == .failed {
                    _ = try await client.retry(id, in: .all)
                    document = try await client.settled(id, in: .all, poll: .milliseconds(20))
                }
                if document.state == .imported { _ = try await client.process(id, in: .all) }
            }
            for id in ids {
                let document = try await client.settled(id, in: .all, poll: .milliseconds(20))
                if document.state == .ready { _ = try await client.fill(id, in: .all, inputs: [Workshop.signature]) }
            }
            for id in ids { _ = try await client.settled(id, in: .all, poll: .milliseconds(20)) }
        }
    }

    private func unfinished(_ shop: Workshop) async throws -> [String] {
        var wrong: [String] = []
        for document in try await shop.store.documents(DocumentQuery(in: .all, limit: 100_000)) {
            guard document.state == .filled else {
                wrong.append("\(document.id) ended as \(document.state) \(document.failure?.code.rawValue ?? "")")
                continue
            }
            let original = String(decoding: try shop.artefacts.read(document.content), as: UTF8.self)
            let published = try await shop.store.artefacts(of: document.id, in: .all, fill: document.fill)
            guard let output = published.last(where: { $0.artefact.name == "memo.txt" }) else {
                wrong.append("\(document.id) has no output")
                continue
            }
            let text = String(decoding: try shop.artefacts.read(output.artefact.content), as: UTF8.self)
            if text != Workshop.expected(original) { wrong.append("\(document.id) says \(text)") }
        }
        return wrong
    }

    /// A stage's result in one fill was published once, by its own job or by reuse.
    private func doubled(_ shop: Workshop) async throws -> [String] {
        var wrong: [String] = []
        for document in try await shop.store.documents(DocumentQuery(in: .all, limit: 100_000)) {
            let published = try await shop.store.events(of: document.id, in: .all)
                .filter { $0.cause == .completed || $0.cause == .reused }
            for (key, events) in Dictionary(grouping: published, by: { "\($0.stage?.text ?? "")/\($0.fill)" })
            where events.count > 1 {
                wrong.append("\(document.id) published \(key) \(events.count) times")
            }
        }
        return wrong
    }
}
