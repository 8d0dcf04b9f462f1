package import FailureModel
package import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
package import Portfolio
import Threads

/// Parses the body of a portfolio request.
package enum GenerateBody {
    /// The maximum size of a body in bytes.
    ///
    /// It is sufficient for the maximum number of the longest texts.
    static let limit = 32 << 20

    /// Returns whether a body may exceed one megabyte.
    static func isLarge(_ request: Request) -> Bool {
        (request.headers[.contentLength].flatMap { Int($0) } ?? .max) > 1 << 20
    }

    /// Reads the body.
    ///
    /// - Throws: `malformed_portfolio` with all errors and their positions; `too_many_inputs`, `text_too_long`,
    ///   `input_too_large`, `unsupported_type`.
    static func read(_ request: Request) async throws -> GeneratePortfolioRequest {
        guard request.mediaType == "application/json" else {
            throw Failure(.unsupportedType, "The body must be JSON, with Content-Type: application/json.")
        }
        let bytes = try await request.bytes(upTo: limit)
        return try await WorkerThreads.shared.run { try decode(bytes) }
    }

    /// Counts objects before decoding.
    ///
    /// Millions of empty ones would take twenty times their size in memory.
    ///
    /// - Throws: `too_many_inputs`.
    private static func checkCount(_ bytes: Data) throws(Failure) {
        // An input is one object. Requests of the page have a few more.
        let most = 4 * PortfolioLimits.inputs
        var count = 0
        var isInText = false
        var isEscaped = false
        for byte in bytes {
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInText = false
                }
            } else if byte == UInt8(ascii: "\"") {
                isInText = true
            } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                count += 1
                guard count <= most else {
                    throw Failure(
                        .tooManyInputs,
                        "The body has more than \(most) objects; at most \(PortfolioLimits.inputs) inputs are allowed.")
                }
            }
        }
    }

    /// Decodes a body.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - keys: The known keys.
    /// - Returns: The request.
    /// - Throws: The errors of ``read(_:)``.
    package static func decode(
        _ bytes: Data, keys: RequestKeys = RequestKeys()
    ) throws(Failure) -> GeneratePortfolioRequest {
        try checkCount(bytes)
        do throws(Failure) {
            try JSONBody.check(bytes)
        } catch {
            throw Failure(.malformedPortfolio, error.message)
        }
        do throws(Failure) {
            return try GeneratePortfolioRequest.decode(bytes, keys: keys)
        } catch {
            throw error.listingAll
        }
    }
}

extension Failure {
    /// The maximum number of errors in a message, equal to that collected from a file.
    private static let mostMistakes = 100

    /// The failure with a message that lists every error and its position.
    ///
    /// Some clients read nothing else.
    var listingAll: Failure {
        let sentences = all.prefix(Self.mostMistakes).map { failure in
            switch failure.location {
            case .fields(let names):
                let places = names.filter { !failure.message.contains($0) }.joined(separator: ", ")
                return places.isEmpty ? failure.description : "\(places): \(failure.description)"
            case .file(_, let line?, _): return "Line \(line): \(failure.description)"
            case .file, nil: return failure.description
            }
        }
        let rest = all.count - sentences.count
        return Failure(code, (sentences + (rest > 0 ? ["And \(rest) more."] : [])).joined(separator: " "))
    }
}
