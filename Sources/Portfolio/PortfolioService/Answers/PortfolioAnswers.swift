import FailureModel
import Files
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore
import Pipeline
import Portfolio
import Threads

/// Assembles portfolios for apps from published results, media addresses and dates.
struct PortfolioAnswers: Sendable {
    private let artefacts: any ArtefactStore
    private let links: MediaLinks
    private let known = RecentValues<Key, Answer>(limit: 32 << 20)

    /// An answer with its tag.
    struct Answer: Sendable {
        let tag: String
        let body: ByteBuffer

        /// Returns the response with status 200.
        func response(cacheControl: String) -> Response {
            Response(
                status: .ok,
                headers: [
                    .contentType: "application/json; charset=utf-8", .eTag: tag, .cacheControl: cacheControl,
                ], body: ResponseBody(byteBuffer: body))
        }
    }

    /// The cache key of an answer.
    private struct Key: Hashable {
        let document: Int64
        let content: ContentID
        let updatedAt: Timestamp
        let origin: String
        let day: Int64
    }

    init(_ artefacts: any ArtefactStore, _ links: MediaLinks) {
        self.artefacts = artefacts
        self.links = links
    }

    /// Returns a portfolio for apps.
    ///
    /// - Parameters:
    ///   - document: The portfolio's document.
    ///   - artefact: The latest published JSON.
    ///   - origin: The origin of addresses.
    /// - Returns: The answer.
    /// - Throws: Errors of the store.
    func answer(_ document: Document, _ artefact: Artefact, origin: String) async throws -> Answer {
        let day = links.day
        let key = Key(
            document: document.sequence, content: artefact.content, updatedAt: document.updatedAt, origin: origin,
            day: day)
        if let answer = known[key] { return answer }
        let (artefacts, links) = (artefacts, links)
        let answer = try await WorkerThreads.shared.run {
            var response = try JSONDecoder().decode(
                PortfolioResponse.self, from: try artefacts.read(artefact.content))
            response.portfolio.mapMedia { links.url(of: $0, in: document.id, origin: origin, day: day) }
            response.portfolio.meta.createdAt = document.createdAt.date.formatted(.iso8601)
            response.portfolio.meta.updatedAt = document.updatedAt.date.formatted(.iso8601)
            let body = try JSONText.compact(response)
            return Answer(tag: "\"\(ContentID(of: body))\"", body: ByteBuffer(bytes: body))
        }
        known.keep(answer, for: key, size: answer.body.readableBytes)
        return answer
    }
}
