extension Store {
    /// Removes bytes that no document needs, whatever jobs run, and what the store itself still holds of deleted documents.
    ///
    /// Whoever has put equal bytes and does not refer to them yet finds out afterwards: a runner checks its result in the
    /// transaction that publishes it, which excludes this one, and a client checks what it has added. Bytes that were put
    /// after the given time are probably about to be referred to, and are kept to save that work.
    ///
    /// - Parameters:
    ///   - bytes: with each, the last time at which its document is known to have referred to it.
    ///   - artefacts: the store of the bytes.
    /// - Throws: the errors of both stores.
    func discard(_ bytes: [ContentID: Timestamp], from artefacts: any ArtefactStore) async throws {
        var left = Array(bytes.keys)[...]
        while !left.isEmpty {
            // In small transactions, so that others are not kept waiting.
            _ = try await holding(Array(left.prefix(200))) { garbage in
                try artefacts.remove(bytes.filter { garbage.contains($0.key) })
            }
            left = left.dropFirst(200)
        }
        // Best effort: housekeeping repeats it.
        try? await eraseDeleted()
    }
}
