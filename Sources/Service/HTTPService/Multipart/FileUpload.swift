import FailureModel
package import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
package import Pipeline
import Threads

/// Receives the files of a multipart request into the artefact store, a piece in memory at a time.
package struct FileUpload: Sendable {
    /// A file that has been received and stored.
    package struct Received: Sendable {
        /// The stored bytes.
        package let stored: StoredBytes
        /// The name that the client gave, without folders.
        package let fileName: String
        /// The media type, detected from the bytes.
        package let mediaType: String
    }

    private let store: any ArtefactStore
    private let field: String
    private let isFile: @Sendable (MultipartPart) -> Bool
    private let byteLimit: Int64
    private let mediaType: @Sendable (_ head: Data, _ byteCount: Int64, _ fileName: String) throws -> String

    /// Bytes that are gathered before they are written.
    private static let pieceSize = 256 << 10

    /// Creates a receiver.
    ///
    /// - Parameters:
    ///   - store: where the bytes go.
    ///   - field: the name of a part that is a file.
    ///   - isFile: says which parts are files; nil for those with the field's name.
    ///   - byteLimit: bytes of all files; more is `input_too_large`.
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

    /// Receives the one file of a request.
    ///
    /// Nothing is stored of a request that is refused or cut.
    ///
    /// - Throws: `Failure`: `malformed_request`, `unsupported_type` for another body than multipart, `input_too_large`,
    ///   `input_empty`, what `mediaType` throws, and the store's errors.
    package func receive(_ request: Request) async throws -> Received {
        guard let file = try await receive(request, atMost: 1).first else { throw missing }
        return file
    }

    /// Receives the files of a request, one or several, in their order.
    ///
    /// - Parameters:
    ///   - request: has parts with the field's name, which may have the size of the limit in all.
    ///   - limit: the greatest number of files.
    /// - Returns: the files, at least one.
    /// - Throws: as ``receive(_:)``.
    package func receive(_ request: Request, atMost limit: Int) async throws -> [Received] {
        let type = HeaderParameters(request.headers[.contentType] ?? "")
        guard type.value.lowercased() == "multipart/form-data" else {
            throw Failure(.unsupportedType, "The request must be multipart/form-data with a part named \(field).")
        }
        // Bytes besides the files: boundaries and headers of parts.
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

    /// Receives the body of a request as one file, whatever its `Content-Type` says.
    ///
    /// - Parameters:
    ///   - request: its body is the file.
    ///   - fileName: what the file is called in the store.
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

    /// A file on its way.
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
        // A file of another type is refused before the rest of it is received.
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
