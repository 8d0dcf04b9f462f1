import FailureModel
import Files
import Foundation
import Pipeline

/// The files of a pack of templates in memory, with their checksums.
struct PackFiles: Sendable {
    /// Maximum number of files.
    static let countLimit = 20_000
    /// Maximum size of all files in bytes.
    static let sizeLimit = 256 << 20
    static let checksumsLimit = 4 << 20
    static let signatureLimit = 1 << 10

    private(set) var files: [PackPath: Data] = [:]
    private var checksumOf: [PackPath: ContentID] = [:]
    private var byteCount = 0
    /// The signature of ``checksums``; nil for a pack that is not signed.
    var signature: Data?

    init() {}

    /// Adds a file.
    ///
    /// - Throws: `Failure`: `input_too_large` if the pack exceeds a limit.
    mutating func add(_ path: PackPath, _ data: Data) throws(Failure) {
        guard data.count <= path.sizeLimit else {
            throw Failure(
                .inputTooLarge, "\(path.text) in the pack is larger than \(InputFile.size(path.sizeLimit)).")
        }
        byteCount += data.count
        guard files.count < Self.countLimit, byteCount <= Self.sizeLimit else { throw Self.tooLarge }
        files[path] = data
        checksumOf[path] = ContentID(of: data)
    }

    static let tooLarge = Failure(
        .inputTooLarge, "A pack has at most \(countLimit) files and \(InputFile.size(sizeLimit)); make several.")

    /// The lines of `SHA256SUMS`, by path.
    var checksums: Data {
        let lines = checksumOf.map { (path: $0.key.text, digits: $0.value.hex) }.sorted { $0.path < $1.path }
        return Data(lines.map { "\($0.digits)  \($0.path)\n" }.joined().utf8)
    }

    /// Reads the files that the list of checksums names, and compares them with it.
    ///
    /// - Parameter read: returns the bytes of a file by its path in the pack and its limit; nil if there is none.
    /// - Throws: `Failure`: `invalid_template_pack`, `input_too_large`; the errors of `read`.
    init(reading read: (_ path: String, _ limit: Int) throws -> Data?) throws {
        guard let list = try read(PackPath.checksums, Self.checksumsLimit) else {
            throw Self.invalid("it has no \(PackPath.checksums)")
        }
        guard let text = String(data: list, encoding: .utf8), text.hasSuffix("\n") else {
            throw Self.invalid("its \(PackPath.checksums) cannot be read")
        }
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.utf8.count > 66, let checksum = ContentID(hex: String(line.prefix(64))),
                line.dropFirst(64).hasPrefix("  "), let path = PackPath(line.dropFirst(66)), files[path] == nil
            else { throw Self.invalid("a line of its \(PackPath.checksums) is not of a file in a pack") }
            guard let data = try read(path.text, path.sizeLimit) else {
                throw Self.invalid("\(path.text) is missing")
            }
            try add(path, data)
            guard checksumOf[path] == checksum else { throw Self.invalid("\(path.text) was changed") }
        }
        // Signed are the bytes of the list as it is written, so that nothing else can stand in it.
        guard checksums == list else { throw Self.invalid("its \(PackPath.checksums) is not sorted") }
        guard let line = try read(PackPath.signature, Self.signatureLimit) else { return }
        guard let text = String(data: line, encoding: .utf8),
            let signature = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines))
        else { throw Self.invalid("its \(PackPath.signature) cannot be read") }
        self.signature = signature
    }

    static func invalid(_ reason: String) -> Failure {
        Failure(.invalidTemplatePack, "It is not a pack of templates: \(reason).")
    }

    /// All files as they are written, the list of checksums and its signature last.
    var written: [(path: String, data: Data)] {
        files.map { ($0.key.text, $0.value) }.sorted { $0.path < $1.path } + [(PackPath.checksums, checksums)]
            + (signature.map { [(PackPath.signature, $0.base64EncodedData() + Data("\n".utf8))] } ?? [])
    }
}
