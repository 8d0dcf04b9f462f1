import Synchronization

/// HTML of parts of pages, kept in memory by all that it was made of.
///
/// Lists show the same rows again and again. The parts that were used last stay.
package final class PageFragments<Values: Hashable & Sendable>: Sendable {
    private struct Kept {
        var recent: [Values: String] = [:]
        /// Those that were not used since `recent` became full.
        var older: [Values: String] = [:]
    }

    private let limit: Int
    private let kept = Mutex(Kept())

    /// Creates an empty collection.
    ///
    /// - Parameter limit: the number of parts after which those that were not used are forgotten; twice as many are
    ///   kept at most.
    package init(limit: Int) { self.limit = limit }

    /// The number of kept parts.
    package var count: Int { kept.withLock { $0.recent.count + $0.older.count } }

    /// Returns the HTML of values, which is made unless it is kept.
    package func html(of values: Values, _ make: (Values) -> String) -> String {
        let known = kept.withLock { kept -> String? in
            if let html = kept.recent[values] { return html }
            guard let html = kept.older.removeValue(forKey: values) else { return nil }
            Self.add(html, of: values, to: &kept, limit)
            return html
        }
        if let known { return known }
        let html = make(values)
        kept.withLock { Self.add(html, of: values, to: &$0, limit) }
        return html
    }

    private static func add(_ html: String, of values: Values, to kept: inout Kept, _ limit: Int) {
        if kept.recent.count >= limit { kept = Kept(recent: [:], older: kept.recent) }
        kept.recent[values] = html
    }
}
