import FailureModel
import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
package import Pipeline
import Threads

/// A response with stored bytes, including ETag, conditional and partial requests.
///
/// One piece at a time is in memory.
package struct ArtefactResponse: Sendable {
    private let store: any ArtefactStore
    private let content: ContentID
    private let mediaType: String
    private let fileName: String?

    /// Size of a piece in bytes.
    private static let pieceSize: Int64 = 256 << 10

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - content: the stored bytes.
    ///   - mediaType: the value of the `Content-Type` header.
    ///   - fileName: the name of a download; nil to display the content.
    ///   - store: the store that holds the bytes.
    package init(_ content: ContentID, mediaType: String, fileName: String? = nil, in store: any ArtefactStore) {
        self.store = store
        self.content = content
        self.mediaType = mediaType
        self.fileName = fileName
    }

    /// Returns the response to a request, which may be conditional or partial.
    ///
    /// - Throws: `Failure`: `range_not_satisfiable`; `artefact_missing` if the bytes are missing.
    package func response(to request: Request) async throws -> Response {
        let (store, content) = (store, content)
        guard let byteCount = try await offPool({ try store.byteCount(of: content) }) else {
            throw Failure(.artefactMissing, "The stored bytes are missing.")
        }
        // The ID is a digest of the bytes, so it is a strong validator.
        let tag = "\"\(content)\""
        var headers: HTTPFields = [
            .contentType: mediaType, .eTag: tag, .acceptRanges: "bytes", .cacheControl: "private, no-cache",
        ]
        if let fileName { headers[.contentDisposition] = Self.disposition(fileName) }
        if let known = request.headers[.ifNoneMatch], Self.matches(known, tag) {
            return Response(status: .notModified, headers: headers)
        }
        var range: Range<Int64>?
        let isCurrent = request.headers[.ifRange].map { $0 == tag } ?? true
        if isCurrent, let header = request.headers[.range] {
            do throws(Failure) {
                range = try ByteRange.parse(header, byteCount: byteCount)
            } catch {
                throw APIError(error, headers: [.contentRange: "bytes */\(byteCount)"])
            }
        }
        if let range { headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(byteCount)" }
        let whole = range ?? 0..<byteCount
        let body = ResponseBody(contentLength: Int(whole.upperBound - whole.lowerBound)) { writer in
            var position = whole.lowerBound
            while position < whole.upperBound {
                let piece = position..<min(whole.upperBound, position + Self.pieceSize)
                let bytes = try await offPool { try store.read(content, in: piece) }
                guard bytes.count == piece.count else { throw Failure(.artefactDamaged, "The stored bytes end early.") }
                try await writer.write(ByteBuffer(bytes: bytes))
                position = piece.upperBound
            }
            try await writer.finish(nil)
        }
        return Response(status: range == nil ? .ok : .partialContent, headers: headers, body: body)
    }

    static func matches(_ header: String, _ tag: String) -> Bool {
        // Nearly all clients send a single tag; parsing the list takes ten times as long.
        header == tag
            || header.split(separator: ",").contains { candidate in
                let candidate = candidate.trimmingCharacters(in: .whitespaces)
                return candidate == "*" || candidate == tag || candidate == "W/" + tag
            }
    }

    /// Returns the header value for a download's name, in ASCII and UTF-8 (RFC 6266).
    package static func disposition(_ name: String) -> String {
        let plain = String(
            name.unicodeScalars.map { scalar -> Character in
                let isPlain =
                    scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F
                    && !"\"\\%".unicodeScalars.contains(scalar)
                return isPlain ? Character(scalar) : "_"
            })
        var allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{20}"..."\u{7E}"))
        allowed.insert(charactersIn: "-._~")
        let encoded = name.addingPercentEncoding(withAllowedCharacters: allowed) ?? plain
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }
}
