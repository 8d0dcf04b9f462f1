import Foundation
package import QPDF

/// The parsed PDFs of a document that are available for changes.
///
/// These are the file kept after importing, and those that earlier fills have put back unchanged. With libqpdf, parsing
/// takes one to three times as long as writing.
///
/// Unchecked sharing is safe: `idle` is accessed only under `lock`, and a file has only one user at a time.
package final class ParsedFiles: @unchecked Sendable {
    private let lock = NSLock()
    private var idle: [PDFFile]

    /// Maximum number of uses of a parsed file before it is discarded.
    ///
    /// Unused objects of earlier fills accumulate in its memory.
    private static let usesLimit = 32

    init(_ files: [PDFFile] = []) {
        idle = files
    }

    /// Takes a file that is not in use, or returns nil.
    package func take() -> PDFFile? {
        lock.withLock { idle.popLast() }
    }

    /// Puts back a file after reverting its changes.
    package func putBack(_ file: PDFFile) {
        guard file.restorations < Self.usesLimit else { return }
        lock.withLock { idle.append(file) }
    }
}
