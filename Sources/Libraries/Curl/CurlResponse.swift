package import Foundation

/// The status and headers of a response.
package struct CurlHead: Sendable {
    /// The status, such as 200.
    package fileprivate(set) var status = 0
    /// The headers of interest by their names in lower case.
    package fileprivate(set) var headers: [String: String] = [:]

    /// The number of bytes that the server announced; `nil` if it did not.
    package var contentLength: Int64? { headers["content-length"].flatMap { Int64($0) } }

    /// Whether the status means success.
    package var isSuccess: Bool { (200..<300).contains(status) }

    /// The names of the headers that are kept; all others are dropped unread.
    private static let kept: Set<String> = [
        "content-length", "content-range", "date", "etag", "last-modified", "location", "retry-after",
        "x-amz-bucket-region", "x-amz-checksum-sha256",
    ]

    /// The longest value that is kept, in bytes.
    private static let longestValue = 1024

    /// Reads a line of the head; a status line starts a new one.
    mutating func take(_ line: UnsafeRawBufferPointer) {
        if line.starts(with: "HTTP/".utf8) {
            self = CurlHead()
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
            if fields.count > 1 { status = Int(String(decoding: fields[1].prefix(3), as: UTF8.self)) ?? 0 }
            return
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon < 64 else { return }
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        guard Self.kept.contains(name), line.count - colon < Self.longestValue else { return }
        let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
        headers[name] = value.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// The response to a request.
package struct CurlResponse: Sendable {
    /// The status and headers.
    package let head: CurlHead
    /// The beginning of the body if the status is not one of success; empty otherwise.
    package let refusal: Data
}

/// A receiver of the body of a successful response.
package protocol CurlSink: AnyObject {
    /// Begins a body; called once before the first bytes, and also for an empty body.
    func begin(_ head: CurlHead) throws
    /// Receives the next bytes, valid during the call only.
    func receive(_ bytes: UnsafeRawBufferPointer) throws
}
