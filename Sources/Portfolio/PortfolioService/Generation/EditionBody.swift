import FailureModel
import Foundation
import HTTPService
import Hummingbird
import Portfolio
import PortfolioFiles
import Threads

/// The edition in the body of a request for a book.
struct EditionBody: Sendable {
    private let file: EditionFile

    private static let types = ["application/json", "application/yaml", "application/x-yaml", "text/yaml"]
    /// The name in messages.
    private static let name = "The edition"

    /// Reads an edition in JSON or YAML; `nil` without a body.
    ///
    /// - Throws: `malformed_portfolio` for malformed data; `input_too_large`, `unsupported_type`.
    static func read(_ request: Request) async throws -> EditionBody? {
        let bytes = try await request.bytes(upTo: PortfolioFileReader.sizeLimit)
        if bytes.isEmpty { return nil }
        guard types.contains(request.mediaType) else {
            throw Failure(.unsupportedType, "The body must be an edition in JSON or YAML, as its Content-Type says.")
        }
        return try await WorkerThreads.shared.run {
            do throws(Failure) {
                return EditionBody(file: try PortfolioFileReader.edition(bytes, name: name))
            } catch {
                throw error.listingAll
            }
        }
    }

    /// Checks the edition against a portfolio, before its book is begun.
    ///
    /// - Throws: `malformed_portfolio` or `text_too_long` with all errors of form and content, and their lines.
    func edition(for manifest: PortfolioManifest) throws(Failure) -> PortfolioEdition {
        do throws(Failure) {
            return try file.checked(against: manifest)
        } catch {
            throw error.listingAll
        }
    }
}
