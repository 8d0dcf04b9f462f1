import Foundation

/// Recognisers that are kept between pages, since making one costs as much as reading a paragraph.
///
/// At most one a concurrent caller is ever made. `end()` (or the pool's own end) frees them before the process exits;
/// tesseract complains of leaks otherwise.
package final class RecogniserPool: @unchecked Sendable {
    // Safe: `idle` is touched only under `lock`, and a recogniser is in one caller's hands at a time.
    private let lock = NSLock()
    private var idle: [Recogniser] = []
    private let language: String

    package init(language: String = "eng") {
        self.language = language
    }

    /// Lends a recogniser to `body` on the calling thread, making one where none is idle.
    package func withRecogniser<T, E: Error>(_ body: (Recogniser) throws(E) -> T) throws -> T {
        let recogniser = try lock.withLock { idle.popLast() } ?? Recogniser(language: language)
        defer { lock.withLock { idle.append(recogniser) } }
        return try body(recogniser)
    }

    /// Frees the idle recognisers.
    package func end() {
        lock.withLock { idle.removeAll() }
    }
}
