package import Foundation

/// A `multipart/form-data` body with one file, stored in a temporary file.
///
/// It is never completely in memory.
package struct MultipartFile {
    let boundary = "formwright-\(UUID().uuidString)"
    /// The temporary file, which the caller removes.
    package let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("formwright-\(UUID().uuidString).multipart")

    /// Creates an empty body.
    package init() {}

    /// The value of `Content-Type`.
    package var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// Returns the lines before the file.
    package func head(fileName: String) -> Data {
        // A quotation mark would end the name.
        let name = fileName.replacingOccurrences(of: "\"", with: "%22").filter { !$0.isNewline }
        return Data(
            ("--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n").utf8)
    }

    /// The lines after the file.
    package var tail: Data { Data("\r\n--\(boundary)--\r\n".utf8) }

    /// Writes the body; blocks.
    package func write(_ file: URL, fileName: String) throws {
        let input = try FileHandle(forReadingFrom: file)
        defer { try? input.close() }
        // Readable by this user only, since the form may be private.
        guard
            FileManager.default.createFile(
                atPath: url.path, contents: head(fileName: fileName), attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
        let output = try FileHandle(forWritingTo: url)
        defer { try? output.close() }
        try output.seekToEnd()
        while let piece = try input.read(upToCount: 1 << 20), !piece.isEmpty { try output.write(contentsOf: piece) }
        try output.write(contentsOf: tail)
    }

    /// The size of the written body in bytes.
    package var byteCount: Int64 {
        get throws { Int64(try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) }
    }

    /// Removes the file.
    package func remove() { try? FileManager.default.removeItem(at: url) }
}
