import FailureModel
package import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
package import Pipeline
import Threads

/// Streams the files of a multipart request into the artefact store.
package struct FileUpload: Sendable {
    /// A received and stored file.
    package struct Received: Sendable {
        /// The stored bytes.
        package let stored: StoredBytes
        /// The name given by the client, without folders.
        package let fileName: String
        /// The media type, detected from the bytes.
        package let mediaType: String
    }

    private let store: any ArtefactStore
    private let field: String
    private let isFile: @Sendable (MultipartPart) -> Bool
    private let byteLimit: Int64
    private let mediaType: @Sendable (_ head: Data, _ byteCount: Int64, _ fileName: String) throws -> String

    /// Number of bytes to collect before a write.
    private static let pieceSize = 256 << 10

    /// Creates a receiver.
    ///
    /// - Parameters:
    ///   - store: the destination of the bytes.
    ///   - field: the name of the parts that are files.
    ///   - isFile: returns whether a part is a file; nil for parts with the field's name.
    ///   - byteLimit: the maximum size of all files; more is `input_too_large`.
    ///   - mediaType: checks a file by its first bytes, early and at the end, as `Kind.mediaType` does.
    package init(
        into store: any ArtefactStore, field: String = "file", isFile: (@Sendable (MultipartPart) -> Bool)? = nil,
        byteLimit: Int64,
        mediaType: @escaping @Sendable (_ head: Data, _ byteCount: Int64, _ fileName: String) throws -> String
    ) {
        self.store = store
        self.field = field
        self.isFile = isFile ?? { $0.name == field }
        self.byteLimit = byteLimit
        self.mediaType = mediaType
    }

    /// Receives the single file of a request.
    ///
    /// A rejected or interrupted request stores nothing.
    ///
    /// - Throws: `Failure`: `malformed_request`, `unsupported_type` for a body that is not multipart,
    ///   `input_too_large`, `input_empty`, the errors of `mediaType`, and the store's errors.
    package func receive(_ request: Request) async throws -> Received {
        guard let file = try await receive(request, atMost: 1).first else { throw missing }
        return file
    }

    /// Receives one or more files of a request in order.
    ///
    /// - Parameters:
    ///   - request: has parts with the field's name; their total size is limited.
    ///   - limit: the maximum number of files.
    /// - Returns: the files, at least one.
    /// - Throws: as ``receive(_:)``.
    package func receive(_ request: Request, atMost limit: Int) async throws -> [Received] {
        let type = HeaderParameters(request.headers[.contentType] ?? "")
        guard type.value.lowercased() == "multipart/form-data" else {
            throw Failure(.unsupportedType, "The request must be multipart/form-data with a part named \(field).")
        }
        // Allows for bytes besides the files: boundaries and headers of parts.
        try checkLength(of: request, upTo: byteLimit + (1 << 20))
        guard let boundary = type["boundary"] else {
            throw Failure(.malformedRequest, "The Content-Type has no boundary.")
        }
        var parser = try MultipartParser(boundary: boundary)
        var files: [OpenFile] = []
        var byteCount: Int64 = 0
        var isInFile = false
        defer { for file in files { file.upload.discard() } }
        for try await buffer in request.body {
            parser.append(buffer.readableBytesView)
            while let event = try parser.next() {
                switch event {
                case .part(let part):
                    guard isFile(part) else { continue }
                    guard files.count < limit else {
                        let most = limit == 1 ? "one part" : "\(limit) parts"
                        throw Failure(.malformedRequest, "The request has more than \(most) named \(field).")
                    }
                    let upload = try await offPool { [store] in try store.upload() }
                    files.append(OpenFile(upload: upload, fileName: part.fileName ?? "document"))
                    isInFile = true
                case .data(let bytes):
                    guard isInFile, let open = files.last else { continue }
                    byteCount += Int64(bytes.count)
                    guard byteCount <= byteLimit else { throw tooLarge }
                    files[files.count - 1] = try await append(bytes, to: open)
                case .partEnd: isInFile = false
                case .end: break
                }
            }
        }
        try parser.finish()
        guard !files.isEmpty else { throw missing }
        // All are checked before the first is stored.
        for file in files { _ = try mediaType(file.head, file.byteCount, file.fileName) }
        var received: [Received] = []
        for file in files { received.append(try await commit(file)) }
        return received
    }

    /// Receives the body of a request as one file, regardless of its `Content-Type`.
    ///
    /// - Parameters:
    ///   - request: has the file as its body.
    ///   - fileName: the name of the file in the store.
    /// - Returns: the file.
    /// - Throws: as ``receive(_:)``.
    package func receiveBody(of request: Request, as fileName: String) async throws -> Received {
        try checkLength(of: request, upTo: byteLimit)
        var file = OpenFile(upload: try await offPool { [store] in try store.upload() }, fileName: fileName)
        defer { file.upload.discard() }
        for try await buffer in request.body {
            guard file.byteCount + Int64(buffer.readableBytes) <= byteLimit else { throw tooLarge }
            file = try await append(Array(buffer.readableBytesView), to: file)
        }
        return try await commit(file)
    }

    private func checkLength(of request: Request, upTo limit: Int64) throws(Failure) {
        if let length = request.headers[.contentLength].flatMap({ Int64($0) }), length > limit { throw tooLarge }
    }

    private var missing: Failure { Failure(.malformedRequest, "The request has no part named \(field).") }

    /// A file being received.
    private struct OpenFile {
        let upload: any ArtefactUpload
        let fileName: String
        var head = Data()
        var pending = Data()
        var byteCount: Int64 = 0
        var isChecked = false
    }

    private var tooLarge: Failure {
        Failure(.inputTooLarge, "The file is larger than the limit of \(ByteCount(bytes: byteLimit)).")
    }

    private func append(_ bytes: [UInt8], to open: OpenFile) async throws -> OpenFile {
        var file = open
        file.byteCount += Int64(bytes.count)
        if file.head.count < KindFiles.headLength { file.head += bytes.prefix(KindFiles.headLength - file.head.count) }
        // A file of a wrong type is rejected before the rest of it is received.
        if !file.isChecked, file.head.count == KindFiles.headLength {
            _ = try mediaType(file.head, file.byteCount, file.fileName)
            file.isChecked = true
        }
        file.pending += bytes
        if file.pending.count >= Self.pieceSize { try await flush(&file) }
        return file
    }

    private func flush(_ file: inout OpenFile) async throws {
        let (upload, piece) = (file.upload, file.pending)
        if !piece.isEmpty { try await offPool { try upload.append(piece) } }
        file.pending = Data()
    }

    private func commit(_ open: OpenFile) async throws -> Received {
        var file = open
        let type = try mediaType(file.head, file.byteCount, file.fileName)
        try await flush(&file)
        let upload = file.upload
        let stored = try await offPool { try upload.commit() }
        return Received(stored: stored, fileName: file.fileName, mediaType: type)
    }
}
