import FailureModel
import Foundation
import HTTPService
import Hummingbird
import Portfolio
import Threads

/// The body of a request for a book.
enum EditionBody {
    /// The longest body in bytes.
    static let limit = 1 << 20

    private static let types = ["application/json", "application/yaml", "application/x-yaml", "text/yaml"]

    /// Reads an edition in JSON or YAML; nil if the request has no body.
    ///
    /// - Throws: `malformed_portfolio` with all mistakes and their lines; `input_too_large`, `unsupported_type`.
    static func read(_ request: Request) async throws -> PortfolioEdition? {
        let body = try await request.bytes(upTo: limit)
        if body.isEmpty { return nil }
        guard types.contains(request.mediaType) else {
            throw Failure(.unsupportedType, "The body must be an edition in JSON or YAML, as its Content-Type says.")
        }
        return try await WorkerThreads.shared.run {
            do throws(Failure) {
                return try EditionReader.read(body)
            } catch {
                throw error.listingAll
            }
        }
    }

    /// Checks an edition before a book of it is begun.
    ///
    /// - Throws: as ``read(_:)``, also for names that the portfolio does not have, with the nearest; `text_too_long`.
    static func check(_ edition: PortfolioEdition, for manifest: PortfolioManifest) throws(Failure) {
        do throws(Failure) {
            try EditionCheck.check(edition, against: manifest)
        } catch {
            throw error.listingAll
        }
    }
}
