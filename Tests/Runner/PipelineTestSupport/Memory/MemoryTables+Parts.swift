import Pipeline

extension MemoryTables {
    func parts(of id: DocumentID) -> [Part] {
        (parts[id] ?? []).map { part in
            let document = document(part)
            return Part(
                id: part.id, document: document,
                published: document == nil ? [] : artefacts.filter { $0.document == part.id })
        }
    }

    /// Returns a part, unless it was deleted; its id may have been used again since.
    private func document(_ part: (id: DocumentID, sequence: Int64)) -> Document? {
        documents[part.id].flatMap { $0.sequence == part.sequence ? $0 : nil }
    }

    /// Throws if a part of a document has not been begun.
    func checkPartsBegun(of id: DocumentID, for state: DocumentState) throws(StoreError) {
        for part in parts[id] ?? [] where document(part)?.state == .imported {
            throw .moveNotAllowed(part.id, from: .imported, to: state)
        }
    }

    /// Whether a part of a document is being worked on.
    func isWaiting(_ id: DocumentID) -> Bool {
        (parts[id] ?? []).contains { document($0)?.state.isWorking ?? false }
    }

    /// Makes the first jobs of documents available whose last part has come to rest.
    mutating func assemble(wholesOf part: DocumentID, at now: Timestamp) {
        let wholes = parts.filter { $0.value.contains { $0.id == part } && !isWaiting($0.key) }.keys
        let waiting = wholes.compactMap { liveJob(of: $0) }.filter { $0.state == .waiting }
        for job in waiting.sorted(by: { $0.id < $1.id }) { move(job, to: .available, cause: .assembled, at: now) }
    }
}
