import FailureModel
import Foundation
import Pipeline
import PipelineTestSupport
import Synchronization
import WatchFolder

/// A domain that keeps rows: memos, to which captions and further memos belong.
///
/// `sea.memo` begins a row, `sea.more.memo` and `sea.caption` belong to it, and `all.print` orders all rows.
final class Scrapbook: RowHandler {
    /// What is known of a stem.
    struct Page: Sendable, Equatable {
        var memo: String?
        var more: String?
        var caption: String?
        var isMade = false
    }

    let kind: any Kind = MemoKind()
    let documentName = "page"
    let client: PipelineClient
    private let state = Mutex<[String: Page]>([:])

    init(_ client: PipelineClient) {
        self.client = client
    }

    var pages: [Page] { state.withLock { $0.values.sorted { $0.memo ?? "" < $1.memo ?? "" } } }

    func role(of fileName: String) -> DroppedRole {
        let parts = fileName.split(separator: ".").map(String.init)
        let stem = parts.first ?? fileName
        switch parts.dropFirst() {
        case ["more", "memo"]: return DroppedRole(.companion, stem: stem)
        case ["caption"]: return DroppedRole(.inputs, stem: stem)
        case ["print"]: return DroppedRole(.order, stem: stem)
        default: return DroppedRole(.original, stem: stem)
        }
    }

    func check(_ bytes: Data, named fileName: String) throws {
        if bytes == Data("?".utf8) { throw Failure("illegible", "The caption cannot be read.") }
    }

    func add(_ content: DroppedContent, as part: DroppedRole.Part, to group: DropGroup) async throws {
        let text: String
        switch content {
        case .document(let document): text = try await self.text(of: document)
        case .bytes(let bytes, _): text = String(decoding: bytes, as: UTF8.self)
        }
        if text == "unwanted" { throw Failure("unwanted", "The row does not take it.") }
        state.withLock { pages in
            switch part {
            case .original: pages[group.key, default: Page()].memo = text
            case .companion: pages[group.key, default: Page()].more = text
            case .inputs, .order: pages[group.key, default: Page()].caption = text
            }
        }
    }

    private func text(of document: Document) async throws -> String {
        String(decoding: try client.artefacts.read(document.content), as: UTF8.self)
    }

    func results(of group: DropGroup, for drop: UUID) async throws -> DropResults? {
        let page = state.withLock { pages in
            pages[group.key]?.isMade = true
            return pages[group.key]
        }
        guard let page else { return nil }
        if page.memo == "incomplete", page.caption == nil { throw Failure("incomplete", "A caption is missing.") }
        let words = [page.memo, page.more, page.caption].compactMap(\.self).joined(separator: " ")
        return DropResults(
            of: try await memo(words, as: "\(drop) page"), [Deliverable("count.txt", as: "page.txt")], key: group.key)
    }

    func results(ofOrder order: Data, in group: DropGroup, for drop: UUID) async throws -> DropResults? {
        let words = pages.filter(\.isMade).compactMap(\.memo).joined(separator: " ")
        if words.isEmpty { throw Failure("book_empty", "There are no pages.") }
        return DropResults(
            of: try await memo(words, as: "\(drop) print"), [Deliverable("count.txt", as: "print.txt")],
            key: "print \(group.key)")
    }

    private func memo(_ text: String, as name: String) async throws -> Document {
        let id = DocumentID(digestOf: name)
        let content = try client.artefacts.put(Data(text.utf8))
        do {
            _ = try await client.importStored(
                content, byteCount: Int64(text.utf8.count), id: id, owner: .local, kind: kind.name, fileName: "made",
                mediaType: "text/plain")
        } catch StoreError.documentExists {
            // Made before.
        }
        if try await client.store.document(id, in: .all).state == .imported {
            _ = try await client.process(id, in: .all)
        }
        return try await client.settled(id, in: .all)
    }

    func discardResults(of group: DropGroup, for drop: UUID) async throws {
        do {
            try await client.delete(DocumentID(digestOf: "\(drop) page"), in: .all)
        } catch StoreError.documentUnknown {
            // Removed before, or never made.
        }
    }
}
