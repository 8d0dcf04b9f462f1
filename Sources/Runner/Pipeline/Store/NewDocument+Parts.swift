extension NewDocument {
    /// Checks the parts without looking into the catalogue.
    ///
    /// - Throws: ``StoreError/partsRefused(_:)``.
    package func checkParts() throws(StoreError) {
        guard parts.count <= Part.maximumCount else {
            throw .partsRefused("The document has \(parts.count) parts; the limit is \(Part.maximumCount).")
        }
        guard !parts.contains(id) else { throw .partsRefused("The document \(id) cannot be a part of itself.") }
        var seen: Set<DocumentID> = []
        for part in parts where !seen.insert(part).inserted {
            throw .partsRefused("The document \(part) is named twice as a part.")
        }
    }
}
