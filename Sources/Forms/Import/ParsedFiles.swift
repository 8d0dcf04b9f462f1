import Foundation
import QPDF

/// The parsed PDFs of a document that are free to be changed: the one that importing leaves behind, and those that
/// earlier fills have put back as they were. Parsing costs libqpdf as much as writing, or three times as much.
final class ParsedFiles: @unchecked Sendable {
    // Safe: `idle` is touched only under `lock`, and a file is in one caller's hands at a time.
    private let lock = NSLock()
    private var idle: [PDFFile]

    /// Objects of earlier fills stay in a parsed file's memory, unused; after so many it is let go.
    private static let usesLimit = 32

    init(_ files: [PDFFile] = []) {
        idle = files
    }

    /// A file that nobody else uses; nil where there is none.
    func take() -> PDFFile? {
        lock.withLock { idle.popLast() }
    }

    /// Takes a file back whose changes have been undone.
    func putBack(_ file: PDFFile) {
        guard file.restorations < Self.usesLimit else { return }
        lock.withLock { idle.append(file) }
    }
}
