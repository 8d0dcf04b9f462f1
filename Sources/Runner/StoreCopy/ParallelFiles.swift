import Threads

/// Work on many files that mostly waits for a disk or a network.
enum ParallelFiles {
    /// The number of bytes read at a time.
    private static let pieceSize: Int64 = 4 << 20
    /// The number of files at a time.
    private static let width = 8
    private static let threads = WorkerThreads(count: width)

    /// Returns the ranges in which a file of some size is read.
    static func pieces(of byteCount: Int64) -> [Range<Int64>] {
        (0..<(byteCount + pieceSize - 1) / pieceSize).map { piece in
            piece * pieceSize..<min(byteCount, (piece + 1) * pieceSize)
        }
    }

    /// Works on elements side by side, on threads that may block.
    ///
    /// The results are passed on one by one.
    static func forEach<Element: Sendable, Result: Sendable>(
        _ elements: [Element], _ work: @escaping @Sendable (Element) throws -> Result,
        then: (Element, Result) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (Element, Result).self) { group in
            var waiting = elements[...]
            for _ in 0..<width {
                guard let element = waiting.popFirst() else { break }
                group.addTask { (element, try await threads.run { try work(element) }) }
            }
            while let (element, result) = try await group.next() {
                try then(element, result)
                guard let element = waiting.popFirst() else { continue }
                group.addTask { (element, try await threads.run { try work(element) }) }
            }
        }
    }
}
