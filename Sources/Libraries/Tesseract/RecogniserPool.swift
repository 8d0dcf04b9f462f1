import Foundation

/// A pool of recognisers, because creating one costs as much as reading a paragraph.
///
/// At most one per concurrent caller is created. `end()` or the pool's deinitialisation frees them before the process
/// exits; otherwise tesseract reports leaks.
///
/// Unchecked sharing is safe: `idle` is accessed only under `lock`, and a recogniser is used by only one caller at a
/// time.
package final class RecogniserPool: @unchecked Sendable {
    private let lock = NSLock()
    private var idle: [Recogniser] = []
    private let language: String

    package init(language: String = "eng") {
        self.language = language
    }

    /// Passes a recogniser to `body` on the calling thread, created if none is idle.
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
