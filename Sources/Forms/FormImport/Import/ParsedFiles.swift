import Foundation
package import QPDF

/// The parsed PDFs of a document that are available for changes.
///
/// These are the one that remains from importing, and those that earlier fills have put back unchanged. Parsing costs
/// libqpdf between one and three times as much as writing.
///
/// Sharing it unchecked is safe: `idle` is accessed only under `lock`, and a file has only one user at a time.
package final class ParsedFiles: @unchecked Sendable {
    private let lock = NSLock()
    private var idle: [PDFFile]

    /// The maximum number of uses of a parsed file, after which it is discarded: objects of earlier fills stay in its
    /// memory, unused.
    private static let usesLimit = 32

    init(_ files: [PDFFile] = []) {
        idle = files
    }

    /// Returns a file that is not in use, or nil if there is none.
    func take() -> PDFFile? {
        lock.withLock { idle.popLast() }
    }

    /// Puts back a file whose changes have been reverted.
    package func putBack(_ file: PDFFile) {
        guard file.restorations < Self.usesLimit else { return }
        lock.withLock { idle.append(file) }
    }
}
