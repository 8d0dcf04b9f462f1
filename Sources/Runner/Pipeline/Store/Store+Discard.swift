import Threads

extension Store {
    /// Removes bytes that no document needs, and remnants of deleted documents in the store.
    ///
    /// This is independent of running jobs. A writer of equal bytes that does not refer to them yet finds out
    /// afterwards: a runner checks its result in the transaction that publishes it, which excludes this one, and a
    /// client checks what it has added. Bytes put after the given time will probably be referred to soon, and are kept
    /// to save that work.
    ///
    /// A store that brings removed bytes back does without that exclusion, since its removals take longer than a
    /// transaction may.
    ///
    /// - Parameters:
    ///   - bytes: the bytes, each with the last time at which its document is known to have referred to it.
    ///   - artefacts: the store of the bytes.
    /// - Throws: the errors of both stores.
    func discard(_ bytes: [ContentID: Timestamp], from artefacts: any ArtefactStore) async throws {
        var left = Array(bytes.keys)[...]
        while !left.isEmpty {
            // Small transactions, so that others do not wait for long.
            let some = Array(left.prefix(200))
            if artefacts.restoresRemoved {
                let needed = try await referenced(among: some)
                let garbage = bytes.filter { some.contains($0.key) && !needed.contains($0.key) }
                _ = try await offPool { try artefacts.remove(garbage) }
            } else {
                _ = try await holding(some) { garbage in
                    try artefacts.remove(bytes.filter { garbage.contains($0.key) })
                }
            }
            left = left.dropFirst(200)
        }
        // Best effort: housekeeping repeats it.
        try? await eraseDeleted()
    }
}
