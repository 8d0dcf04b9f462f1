import FailureModel
import Foundation
import HTTPService
import Hummingbird
import Portfolio
import PortfolioFiles
import Threads

/// The edition in the body of a request for a book.
struct EditionBody: Sendable {
    /// How the book is to be made.
    let edition: PortfolioEdition
    /// The lines of its values by their keys.
    private let lines: [String: Int]

    private static let types = ["application/json", "application/yaml", "application/x-yaml", "text/yaml"]
    /// What messages call it.
    private static let name = "The edition"

    /// Reads an edition in JSON or YAML; nil if the request has no body.
    ///
    /// - Throws: `malformed_portfolio` with all mistakes and their lines; `input_too_large`, `unsupported_type`.
    static func read(_ request: Request) async throws -> EditionBody? {
        let bytes = try await request.bytes(upTo: PortfolioFileReader.sizeLimit)
        if bytes.isEmpty { return nil }
        guard types.contains(request.mediaType) else {
            throw Failure(.unsupportedType, "The body must be an edition in JSON or YAML, as its Content-Type says.")
        }
        return try await WorkerThreads.shared.run {
            do throws(Failure) {
                return try EditionBody(bytes)
            } catch {
                throw error.listingAll
            }
        }
    }

    private init(_ bytes: Data) throws(Failure) {
        // JSON is written anew, since YAML knows fewer of its escapes.
        let json = try? JSONSerialization.jsonObject(with: bytes)
        let written = json.flatMap { try? JSONSerialization.data(withJSONObject: $0, options: .withoutEscapingSlashes) }
        (edition, lines) = try PortfolioFileReader.edition(written ?? bytes, name: Self.name)
    }

    /// Checks the edition before a book of it is begun.
    ///
    /// - Throws: `malformed_portfolio`, also for names that the portfolio does not have, with the nearest; `text_too_long`.
    func check(for manifest: PortfolioManifest) throws(Failure) {
        do throws(Failure) {
            try EditionCheck.check(edition, against: manifest, file: Self.name, lines: lines)
        } catch {
            throw error.listingAll
        }
    }
}
