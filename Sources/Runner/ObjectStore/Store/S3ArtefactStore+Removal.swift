import Foundation
package import Pipeline
import Threads

extension S3ArtefactStore {
    /// How long discarded bytes can be brought back, at least.
    ///
    /// It is far longer than the time from a check that bytes exist to the commit of a reference to them.
    static var grace: Duration { .seconds(600) }

    /// True: bytes that turn out to be needed are brought back.
    package var restoresRemoved: Bool { true }

    /// Discards bytes, except those put again after the given times.
    ///
    /// Ages are by the clock of the server.
    ///
    /// An object store cannot delete an object on the condition that it was not put again, and a delete whose answer
    /// was lost may be done late. Both would lose bytes to which the catalogue refers meanwhile. So discarding moves
    /// the bytes away. Whoever misses them brings them back, and ``collectGarbage(olderThan:keeping:)`` deletes
    /// discarded bytes later, except those that the catalogue needs.
    ///
    /// - Returns: the number of discarded artefacts.
    package func remove(_ contents: [ContentID: Timestamp]) throws -> Int {
        let now = clock.now
        return try contents.count { content, moment in
            try discard(content, olderThan: max(.zero, now - moment))
        }
    }

    /// Discards bytes of at least an age; returns whether it did.
    ///
    /// A server tells times in whole seconds. If in doubt, bytes are discarded, since they can be brought back.
    private func discard(_ content: ContentID, olderThan age: Duration) throws -> Bool {
        cache.remove(content)
        let key = keys.object(content)
        guard let object = try client.head(key) else { return false }
        if let put = object.age, put + .seconds(1) < age { return false }
        guard try client.copy(key, to: keys.discarded(content)) else { return false }
        try client.delete(key)
        return true
    }

    /// Brings discarded bytes back; returns whether there were any.
    func restore(_ content: ContentID) throws -> Bool {
        try client.copy(keys.discarded(content), to: keys.object(content))
    }

    /// Discards old bytes that `keeping` does not return.
    ///
    /// Those discarded more than ten minutes ago are deleted, except those that `keeping` returns.
    ///
    /// Cached bytes that `keeping` does not return are removed as well, and so are uploads in parts that were not
    /// finished within a day. This is the only operation that lists the bucket.
    ///
    /// - Returns: the number of discarded artefacts.
    /// - Throws: ``ObjectStoreError``, or the error of `keeping`.
    package func collectGarbage(
        olderThan age: Duration, keeping: ([ContentID]) async throws -> Set<ContentID>
    ) async throws -> Int {
        try await collectCached(keeping: keeping)
        var removed = 0
        var token: String?
        repeat {
            let page = try await offPool { [client, keys, token] in try client.list(keys.prefix, after: token) }
            let old = names(in: page, olderThan: age)
            let garbage = Set(old.objects).subtracting(try await keeping(old.objects))
            removed += try await offPool { [self] in try garbage.count { try discard($0, olderThan: age) } }
            let needed = try await keeping(old.discarded)
            try await offPool { [self] in
                for content in old.discarded { try deleteDiscarded(content, isNeeded: needed.contains(content)) }
                for key in old.probes { try client.delete(key) }
            }
            token = page.next
        } while token != nil
        try await offPool { [client, keys] in
            for upload in try client.uploads(keys.prefix) where upload.age ?? .zero > .seconds(86_400) {
                try client.abort(upload.key, upload.id)
            }
        }
        return removed
    }

    private func deleteDiscarded(_ content: ContentID, isNeeded: Bool) throws {
        // Needed bytes that nobody has missed yet, perhaps because of a delete that was done late.
        if isNeeded, try client.head(keys.object(content)) == nil { _ = try restore(content) }
        try client.delete(keys.discarded(content))
    }

    /// Removes cached bytes that `keeping` does not return, and what killed processes have left.
    package func collectCached(keeping: ([ContentID]) async throws -> Set<ContentID>) async throws {
        try await offPool { [cache] in cache.trim() }
        var left = try await offPool { [cache] in cache.contents() }[...]
        while !left.isEmpty {
            let some = Array(left.prefix(1000))
            left = left.dropFirst(1000)
            let needed = try await keeping(some)
            try await offPool { [cache] in for content in some where !needed.contains(content) { cache.remove(content) }
            }
        }
    }

    /// The old names of a page.
    private struct Old {
        var objects: [ContentID] = []
        var discarded: [ContentID] = []
        var probes: [String] = []
    }

    private func names(in page: S3Page, olderThan age: Duration) -> Old {
        let now = page.now ?? clock.now
        var old = Old()
        for entry in page.entries {
            guard let put = entry.put else { continue }
            switch keys.name(of: entry.key) {
            case .object(let content) where put < now - age: old.objects.append(content)
            case .discarded(let content) where put < now - Self.grace: old.discarded.append(content)
            case .probe where put < now - .seconds(3600): old.probes.append(entry.key)
            default: break
            }
        }
        return old
    }
}

extension Collection {
    /// Returns the number of elements that satisfy a predicate, which is called for each.
    fileprivate func count(_ isCounted: (Element) throws -> Bool) rethrows -> Int {
        try reduce(0) { try isCounted($1) ? $0 + 1 : $0 }
    }
}
