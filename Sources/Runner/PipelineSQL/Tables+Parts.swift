import Pipeline
import SQL

extension Tables {
    /// Adds the parts of a new document.
    ///
    /// They are referred to by number, since their IDs can be used again after a deletion.
    func add(_ parts: [Document], to whole: Document) throws {
        for (ordinal, part) in parts.enumerated() {
            try db.enqueue(
                "INSERT INTO parts (whole, ordinal, part, part_id) VALUES (?, ?, ?, ?)",
                [whole.sequence, ordinal, part.sequence, part.id.description])
        }
    }

    func parts(of whole: Document) throws -> [Part] {
        if whole.partCount == 0 { return [] }
        let ids = try db.rows(
            """
            SELECT part_id, EXISTS (SELECT 1 FROM documents WHERE sequence = part) FROM parts WHERE whole = ?
            ORDER BY ordinal
            """, [whole.sequence]
        ) { row in
            guard let id = DocumentID(row[0] as String) else { throw UnreadableRow(table: "parts", column: "part_id") }
            return (id: id, exists: row[1] as Bool)
        }
        return try ids.map { id, exists in
            guard exists else { return Part(id: id, document: nil, published: []) }
            return Part(id: id, document: try document(id), published: try artefacts(of: id, fill: nil))
        }
    }

    /// Checks that all parts of a document have been begun.
    func checkPartsBegun(of whole: Document, for state: DocumentState) throws {
        if whole.partCount == 0 { return }
        let part = try db.row(
            """
            SELECT part_id FROM parts JOIN documents ON documents.sequence = part
            WHERE whole = ? AND documents.state = 'imported' ORDER BY ordinal
            """, [whole.sequence]
        ) { DocumentID($0[0] as String) }
        guard let part = part ?? nil else { return }
        throw StoreError.moveNotAllowed(part, from: .imported, to: state)
    }

    /// Returns whether a part of a document is in work.
    func isWaiting(_ whole: Document) throws -> Bool {
        try whole.partCount > 0 && isWaiting(whole.sequence)
    }

    private func isWaiting(_ whole: Int64) throws -> Bool {
        try db.row(
            """
            SELECT 1 FROM parts JOIN documents ON documents.sequence = part
            WHERE whole = ? AND documents.state IN ('processing', 'filling')
            """, [whole], { _ in true }) ?? false
    }

    /// Makes the first jobs of documents available if their last part is at rest.
    func assemble(wholesOf part: DocumentID, at now: Timestamp) throws {
        let wholes = try db.rows(
            "SELECT DISTINCT whole FROM parts WHERE part_id = ? ORDER BY whole", [part.description]
        ) { $0[0] as Int64 }
        for whole in wholes {
            // Of two parts that come to rest at the same time, the second one sees the first.
            try lock(documents: [whole])
            if try isWaiting(whole) { continue }
            let job = try db.row(
                """
                SELECT \(jobColumns) FROM jobs WHERE document = ? AND finished_at IS NULL AND state = 'waiting'
                \(forUpdate)
                """, [whole], Job.init(row:))
            if let job { try move(job, to: .available, cause: .assembled, at: now) }
        }
    }
}
