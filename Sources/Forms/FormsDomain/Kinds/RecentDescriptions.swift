import FormModel
import Foundation
import Pipeline
import Synchronization

/// The descriptions of forms that this process decoded last.
///
/// Each save of a value needs the fields of its form, and decoding hundreds of them takes longer than the rest. Content
/// never changes, so nothing here becomes outdated.
final class RecentDescriptions: Sendable {
    /// The descriptions of the whole process.
    static let shared = RecentDescriptions()

    private struct Entry {
        let content: ContentID
        let description: FormDescription
        /// The size of the JSON in bytes, which that in memory follows.
        let size: Int
    }

    /// The entries, those used last at the end.
    private let recent = Mutex<[Entry]>([])
    /// Maximum total of the sizes.
    private static let limit = 16 << 20

    /// Returns a description, if it was decoded lately.
    func description(of content: ContentID) -> FormDescription? {
        recent.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.content == content }) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.description
        }
    }

    /// Keeps a description, and drops those not used for longest.
    func keep(_ description: FormDescription, of content: ContentID, size: Int) {
        guard size <= Self.limit / 4 else { return }
        recent.withLock { entries in
            guard !entries.contains(where: { $0.content == content }) else { return }
            entries.append(Entry(content: content, description: description, size: size))
            var total = entries.reduce(0) { $0 + $1.size }
            while total > Self.limit { total -= entries.removeFirst().size }
        }
    }
}
