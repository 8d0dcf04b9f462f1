import FormsDomain
import Foundation
import HTTPService
import LocalWorkers
import Pipeline
import Threads

/// Draws pages as pictures, and caches the newest pictures of blank pages.
struct PagePictures: Sendable {
    private let client: PipelineClient
    let stages: OnDemandStages
    /// The cache, separate for each owner.
    ///
    /// Response times must not reveal what others view.
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

    /// Returns the tag of a blank page's picture, from bytes, page and width.
    static func tag(of document: Document, page: Int, width: Int) -> String {
        "\"\(document.content.hex.prefix(32))-\(page)-\(width)\""
    }

    /// Returns a blank page as a PNG file.
    func blank(_ document: Document, page: Int, width: Int) async throws -> Data {
        let key = Key(owner: document.owner, content: document.content, page: page, width: width)
        if let known = blank[key] { return known }
        let picture = try await draw(document, PictureRequest(page: page, width: width)).png
        blank.keep(picture, for: key, size: picture.count)
        return picture
    }

    /// Removes the pictures of a deleted document.
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
