import FormsDomain
import Foundation
import HTTPService
import LocalWorkers
import Pipeline

/// Draws pages as pictures, and keeps the newest of blank pages in memory.
struct PagePictures: Sendable {
    private let client: PipelineClient
    let stages: OnDemandStages
    /// Kept for each owner apart: how fast an answer comes must not tell what others look at.
    private let blank = RecentValues<Key, Data>(limit: 32 << 20)

    private struct Key: Hashable {
        let owner: OwnerID
        let content: ContentID
        let page: Int
        let width: Int
    }

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
        let key = Key(owner: document.owner, content: document.content, page: page, width: width)
        if let known = blank[key] { return known }
        let picture = try await draw(document, PictureRequest(page: page, width: width)).png
        blank.keep(picture, for: key, size: picture.count)
        return picture
    }

    /// Forgets the pictures of a document that was deleted.
    func forget(_ document: Document) {
        blank.removeAll { $0.owner == document.owner && $0.content == document.content }
    }

    /// Draws a page, blank or with values.
    func draw(_ document: Document, _ request: PictureRequest) async throws -> PictureReply {
        let published = try await client.store.artefacts(of: document.id, in: .all, fill: 0)
        let reply = try await stages.reply(
            of: FormKind.pictureStage, for: document, published: published, to: try JSONEncoder().encode(request))
        return try JSONDecoder().decode(PictureReply.self, from: reply)
    }
}
