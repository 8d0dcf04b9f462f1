import FailureModel
import Foundation
package import Hummingbird

extension Request {
    /// Maximum size of a form without files, in bytes.
    private static let formLimit = 16 << 10

    /// Decodes the form that a page sends.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - message: the sentence about a form with other entries.
    /// - Returns: the value.
    /// - Throws: `unsupported_type`, `input_too_large`, `malformed_request`.
    package func form<T: Decodable>(_ type: T.Type, orSay message: String) async throws -> T {
        guard mediaType == "application/x-www-form-urlencoded" else {
            throw Failure(.unsupportedType, "A form must be application/x-www-form-urlencoded.")
        }
        let body = try await bytes(upTo: Self.formLimit)
        do {
            return try URLEncodedFormDecoder().decode(type, from: String(decoding: body, as: UTF8.self))
        } catch {
            throw Failure(.malformedRequest, message)
        }
    }
}
