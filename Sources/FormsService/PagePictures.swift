import Formwright
import Foundation
import LocalWorkers
import Pipeline
import Synchronization

/// Draws pages as pictures, and keeps the newest of blank pages in memory.
struct PagePictures: Sendable {
    private let client: PipelineClient
    private let stages: OnDemandStages
    private let blank = RecentPictures(byteLimit: 32 << 20)

    init(_ client: PipelineClient, stages: OnDemandStages) {
        self.client = client
        self.stages = stages
    }

    /// Identifies a picture of a page as it is: bytes, page and width.
    static func tag(of document: Document, page: Int, width: Int) -> String {
        "\"\(document.content.hex.prefix(32))-\(page)-\(width)\""
    }

    /// Returns a page as it is, as a PNG file.
    func blank(_ document: Document, page: Int, width: Int) async throws -> Data {
        let tag = Self.tag(of: document, page: page, width: width)
        if let known = blank[tag] { return known }
        let picture = try await draw(document, PictureRequest(page: page, width: width)).png
        blank[tag] = picture
        return picture
    }

    /// Draws a page, blank or with values.
    func draw(_ document: Document, _ request: PictureRequest) async throws -> PictureReply {
        let published = try await client.store.artefacts(of: document.id, in: .all, fill: 0)
        let reply = try await stages.reply(
            of: FormKind.pictureStage, for: document, published: published, to: try JSONEncoder().encode(request))
        return try JSONDecoder().decode(PictureReply.self, from: reply)
    }
}

/// The pictures that were asked for last, up to a number of bytes.
final class RecentPictures: Sendable {
    private struct State {
        var pictures: [String: Data] = [:]
        /// Oldest first.
        var order: [String] = []
        var byteCount = 0
    }

    private let byteLimit: Int
    private let state = Mutex(State())

    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    subscript(key: String) -> Data? {
        get { state.withLock { $0.pictures[key] } }
        set {
            guard let newValue, newValue.count <= byteLimit / 4 else { return }
            state.withLock { state in
                guard state.pictures.updateValue(newValue, forKey: key) == nil else { return }
                state.order.append(key)
                state.byteCount += newValue.count
                while state.byteCount > byteLimit {
                    state.byteCount -= state.pictures.removeValue(forKey: state.order.removeFirst())?.count ?? 0
                }
            }
        }
    }
}
