import FailureModel
import Files
import Foundation
import LibCrypto

/// The file for a table of failed rows.
///
/// It never replaces anything but such a table of the same batch.
///
/// A hidden file beside it has the digest of what was written, so that corrections of a person are recognised and kept.
struct FailedFile: Sendable {
    /// The file to write.
    let url: URL
    private let candidates: [URL]
    private let batch: String
    private let table: URL?

    /// Maximum number of files with numbers.
    private static let most = 1_000

    /// Chooses a file.
    ///
    /// - Parameters:
    ///   - base: the file; `failed-2.csv` and so on are used if it is another's, or has been changed.
    ///   - batch: what distinguishes the batch.
    ///   - table: the batch's own table, which is left alone.
    init(_ base: URL, batch: String, table: URL?) {
        let folder = base.deletingLastPathComponent()
        let suffix = base.pathExtension.isEmpty ? "" : "." + base.pathExtension
        let stem = base.deletingPathExtension().lastPathComponent
        let digest = Hexadecimal.text(SHA256.hash(data: Data(batch.utf8)).prefix(8))
        let candidates =
            [base]
            + (2...Self.most).lazy.map { folder.appendingPathComponent("\(stem)-\($0)\(suffix)", isDirectory: false) }
        self.candidates = candidates
        self.batch = digest
        self.table = table
        url = candidates.first { !Self.exists($0) || Self.isOwn($0, batch: digest, table: table) } ?? base
    }

    /// Whether there is such a file already.
    var isTaken: Bool { Self.exists(url) }

    /// Notes the digest of the file that was written.
    func mark(_ digest: String) throws(Failure) {
        try OutputFile.write(Data("\(batch) \(digest)\n".utf8), to: Self.mark(of: url))
    }

    /// Removes other tables of the batch, and the file itself unless it was written.
    func removeOthers(isWritten: Bool) {
        for file in candidates.prefix(while: Self.exists) where !isWritten || file != url {
            guard Self.isOwn(file, batch: batch, table: table) else { continue }
            unlink(file.path)
            unlink(Self.mark(of: file).path)
        }
    }

    private static func exists(_ file: URL) -> Bool {
        var status = stat()
        return lstat(file.path, &status) == 0
    }

    /// Returns whether a file is as the batch wrote it.
    private static func isOwn(_ file: URL, batch: String, table: URL?) -> Bool {
        if let table, file.resolvingSymlinksInPath() == table.resolvingSymlinksInPath() { return false }
        guard
            let noted = try? String(contentsOf: mark(of: file), encoding: .utf8).split(whereSeparator: \.isWhitespace),
            noted.count == 2, noted[0] == batch,
            let bytes = try? Data(contentsOf: file, options: .alwaysMapped)
        else { return false }
        return noted[1] == Hexadecimal.text(SHA256.hash(data: bytes))
    }

    private static func mark(of file: URL) -> URL {
        file.deletingLastPathComponent().appendingPathComponent(
            ".formwright-\(file.lastPathComponent).sha256", isDirectory: false)
    }
}
