package import Curl
import Files
import Foundation
import LibCrypto
package import Pipeline

extension S3Client {
    /// The size above which an object is sent in parts.
    package static let partThreshold: Int64 = 16 << 20

    /// The least size of a part; a server has at most 10,000 parts.
    private static let leastPart: Int64 = 16 << 20
    private static let mostParts: Int64 = 10_000

    /// Stores an object of any size, in parts above 16 MiB.
    ///
    /// Each part is repeated on its own. If the upload fails, its parts are removed.
    package func store(_ key: String, _ body: CurlBody, hash: ContentID) throws {
        if body.count <= Self.partThreshold {
            try put(key, body, hash: hash)
            return
        }
        let upload = try beginUpload(key)
        do {
            try complete(key, upload, try parts(of: key, upload, body), byteCount: body.count)
        } catch {
            // Best effort: housekeeping removes what is left after a day.
            try? abort(key, upload)
            throw error
        }
    }

    private func beginUpload(_ key: String) throws -> String {
        let answer = try Answer.of { makeSink in
            try perform(
                .post, address.url(key, ["uploads": ""]), [Self.emptyHash, "Content-Type: application/octet-stream"],
                body: .bytes(Data()), sink: makeSink)
        }
        guard let id = answer.element?["UploadId"]?.text, !id.isEmpty else { throw ObjectStoreError.malformedAnswer }
        return id
    }

    /// Sends the parts in order, and returns their tags.
    private func parts(of key: String, _ upload: String, _ body: CurlBody) throws -> [String] {
        let length = max(Self.leastPart, (body.count + Self.mostParts - 1) / Self.mostParts)
        var tags: [String] = []
        for start in stride(from: 0, to: body.count, by: Int(length)) {
            let part = body.part(start..<min(start + length, body.count))
            let hash = try part.hash()
            let url = address.url(key, ["partNumber": "\(tags.count + 1)", "uploadId": upload])
            var headers = [Self.hashHeader(hash)]
            if features.hasChecksums { headers.append(Self.checksumHeader(hash)) }
            let response = try perform(.put, url, headers, body: part)
            guard let tag = response.head.headers["etag"], Self.isTag(tag) else {
                throw ObjectStoreError.malformedAnswer
            }
            tags.append(tag)
        }
        return tags
    }

    /// Whether a tag can be quoted in XML as it stands.
    private static func isTag(_ tag: String) -> Bool {
        !tag.isEmpty && tag.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>&".utf8.contains($0) }
    }

    private func complete(_ key: String, _ upload: String, _ tags: [String], byteCount: Int64) throws {
        let list = zip(1..., tags).map { "<Part><PartNumber>\($0)</PartNumber><ETag>\($1)</ETag></Part>" }.joined()
        let xml = Data("<CompleteMultipartUpload>\(list)</CompleteMultipartUpload>".utf8)
        let hash = Self.hashHeader(ContentID(of: xml))
        let answer = try Answer.of { makeSink in
            try perform(
                .post, address.url(key, ["uploadId": upload]), [hash, "Content-Type: application/xml"],
                body: .bytes(xml), accepting: [404], isSlow: true, sink: makeSink)
        }
        if answer.element?.name == "CompleteMultipartUploadResult" { return }
        // An earlier try whose answer was lost may have assembled the object.
        _ = try missing(answer.response)
        guard try head(key)?.byteCount == byteCount else {
            throw ObjectStoreError.unavailable(status: answer.response.head.status, code: "NoSuchUpload")
        }
    }

    /// Removes the parts of an unfinished upload.
    package func abort(_ key: String, _ upload: String) throws {
        _ = try perform(.delete, address.url(key, ["uploadId": upload]), [Self.emptyHash], accepting: [404])
    }
}

extension CurlBody {
    /// Returns a part of the body.
    fileprivate func part(_ range: Range<Int64>) -> CurlBody {
        switch self {
        case .bytes(let bytes):
            .bytes(bytes[bytes.startIndex + Int(range.lowerBound)..<bytes.startIndex + Int(range.upperBound)])
        case .file(let descriptor, let offset, _):
            .file(
                descriptor: descriptor, offset: offset + range.lowerBound, count: range.upperBound - range.lowerBound)
        }
    }

    /// Returns the hash of the body.
    fileprivate func hash() throws -> ContentID {
        guard case .file(let descriptor, let offset, let count) = self else {
            if case .bytes(let bytes) = self { return ContentID(of: bytes) }
            return ContentID(of: Data())
        }
        var hash = SHA256()
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var position: Int64 = 0
        while position < count {
            let wanted = Int(min(Int64(buffer.count), count - position))
            let got = pread(descriptor, &buffer, wanted, off_t(offset + position))
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else { throw ObjectStoreError.unreachable("the file cannot be read") }
            buffer.withUnsafeBytes { hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[..<got])) }
            position += Int64(got)
        }
        return ContentID(hex: Hexadecimal.text(hash.finalize())) ?? ContentID(of: Data())
    }
}
