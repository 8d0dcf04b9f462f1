package import FailureModel
package import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
package import Pipeline

extension Request {
    /// Decodes a JSON body.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - context: has the limit of bodies.
    ///   - limit: a lower limit in bytes.
    /// - Returns: the value.
    /// - Throws: `Failure`: `malformed_request` with the location of the mistake, `input_too_large`,
    ///   `unsupported_type`.
    package func json<T: Decodable>(
        _ type: T.Type, _ context: ServiceContext, upTo limit: Int = .max
    ) async throws -> T {
        try Self.decoded(type, from: try await jsonBody(context, upTo: limit))
    }

    /// Reads a JSON body without duplicate keys and excessive nesting.
    ///
    /// - Throws: as ``json(_:_:upTo:)``.
    package func jsonBody(_ context: ServiceContext, upTo limit: Int = .max) async throws -> Data {
        guard mediaType == "application/json" || mediaType.hasSuffix("+json") else {
            throw Failure(.unsupportedType, "The body must be JSON, with Content-Type: application/json.")
        }
        let bytes = try await bytes(upTo: min(limit, context.maxUploadSize))
        try JSONBody.check(bytes)
        return bytes
    }

    /// Decodes a JSON body.
    ///
    /// - Throws: `malformed_request` with the location of the mistake.
    package static func decoded<T: Decodable>(_ type: T.Type, from body: Data) throws -> T {
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch let error as DecodingError {
            throw Failure(.malformedRequest, sentence(error))
        }
    }

    /// The media type of the body in lower case, without parameters; empty if missing.
    package var mediaType: String { HeaderParameters(headers[.contentType] ?? "").value.lowercased() }

    /// Reads the whole body.
    ///
    /// - Throws: `input_too_large` if it exceeds the limit.
    package func bytes(upTo limit: Int) async throws -> Data {
        var bytes = Data()
        for try await buffer in body {
            bytes += buffer.readableBytesView
            guard bytes.count <= limit else {
                throw Failure(.inputTooLarge, "The body is larger than the limit of \(ByteCount(bytes: Int64(limit))).")
            }
        }
        return bytes
    }

    /// Describes where a body differs from the expected format, without quoting its values.
    private static func sentence(_ error: DecodingError) -> String {
        func place(_ context: DecodingError.Context) -> String {
            let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
            return path.isEmpty ? "The body" : String(path.drop { $0 == "." }.prefix(200))
        }
        return switch error {
        case .keyNotFound(let key, let context): "\(place(context)) has no “\(key.stringValue)”."
        case .typeMismatch(let type, let context): "\(place(context)) must be \(Self.name(type))."
        case .valueNotFound(_, let context): "\(place(context)) must not be null."
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "The body is not valid JSON."
        case .dataCorrupted(let context): "\(place(context)) has a value that is not allowed."
        @unknown default: "The body is not as expected."
        }
    }

    private static func name(_ type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: "a number"
        case is Bool.Type: "true or false"
        case is [Any].Type: "an array"
        default: "an object"
        }
    }

    /// Checks that no parameter of the query occurs twice.
    ///
    /// Only one of its values could count.
    ///
    /// Signed links check their parameters themselves, and refuse others with the code of links.
    ///
    /// - Throws: `malformed_request`.
    func checkParameters() throws(Failure) {
        guard uri.queryParameters["signature"] == nil else { return }
        var seen: Set<Substring> = []
        for (name, _) in uri.queryParameters where !seen.insert(name).inserted {
            throw Failure(.malformedRequest, "“\(name.prefix(50))” occurs twice in the query.")
        }
    }

    /// Returns a text to search for in the query; nil if missing.
    ///
    /// - Throws: `malformed_request` for a text that no name contains.
    package func searchText(_ name: String) throws(Failure) -> String? {
        guard let text = uri.queryParameters[name[...]] else { return nil }
        guard !text.unicodeScalars.contains("\0") else {
            throw Failure(.malformedRequest, "“\(name)” must not contain the character NUL.")
        }
        return String(text)
    }

    /// Returns a number in the query; nil if missing.
    ///
    /// - Throws: `malformed_request` if the text is not a number in the range.
    package func number(_ name: String, in range: ClosedRange<Int64>) throws(Failure) -> Int64? {
        guard let text = uri.queryParameters[name[...]] else { return nil }
        guard let number = Self.number(text), range.contains(number) else {
            throw Failure(
                .malformedRequest, "“\(name)” must be a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// Parses a decimal number without sign or leading zeros; nil if malformed.
    static func number(_ text: some StringProtocol) -> Int64? {
        guard let number = Int64(text), "\(number)" == text, number >= 0 else { return nil }
        return number
    }

    /// Returns a choice in the query; nil if missing.
    ///
    /// - Throws: `malformed_request` if the text is not one of the choices.
    package func choice<T: RawRepresentable & CaseIterable>(_ name: String) throws(Failure) -> T?
    where T.RawValue == String {
        guard let text = uri.queryParameters[name[...]] else { return nil }
        guard let choice = T(rawValue: String(text)) else {
            let all = T.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure(.malformedRequest, "“\(name)” must be one of \(all).")
        }
        return choice
    }

    /// Returns the base version of a change from `If-Match`; nil for `*`, which matches any.
    ///
    /// - Throws: `precondition_required` without the header, `malformed_request` if it is not a version.
    package func requiredVersion() throws(Failure) -> Int? {
        guard let text = headers[.ifMatch]?.trimmingCharacters(in: .whitespaces) else {
            throw Failure(
                .preconditionRequired, "A change must name the version that it was made from, in If-Match.")
        }
        if text == "*" { return nil }
        guard text.count > 2, text.hasPrefix("\""), text.hasSuffix("\""),
            let version = Int(text.dropFirst().dropLast()),
            version >= 0
        else { throw Failure(.malformedRequest, "If-Match must be the ETag of an earlier answer, such as \"3\".") }
        return version
    }

    /// Returns a response with status 304 if the client's copy bears this tag.
    package func notModified(_ tag: String) -> Response? {
        guard let known = headers[.ifNoneMatch], ArtefactResponse.matches(known, tag) else { return nil }
        return Response(status: .notModified, headers: [.eTag: tag, .cacheControl: "private, no-cache"])
    }
}

extension ServiceContext {
    /// Returns the document named in the path.
    ///
    /// - Throws: `document_unknown` if the text is not an ID.
    package func documentID() throws(Failure) -> DocumentID {
        guard let text = parameters.get("id"), let id = DocumentID(text) else {
            throw Failure(.documentUnknown, "There is no such document.")
        }
        return id
    }
}
