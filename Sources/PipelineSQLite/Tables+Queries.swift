import GRDB
import Pipeline

extension Tables {
    func documents(_ query: DocumentQuery) throws -> [Document] {
        var conditions: [String] = []
        var arguments: StatementArguments = []
        if case .owner(let owner) = query.scope {
            conditions.append("owner = ?")
            arguments += [owner.text]
        }
        if let state = query.state {
            conditions.append("state = ?")
            arguments += [state.rawValue]
        }
        if let kind = query.kind {
            conditions.append("kind = ?")
            arguments += [kind.text]
        }
        if let prefix = query.idPrefix {
            // A range rather than LIKE, which takes no index here; "G" comes after every hexadecimal digit and the dash.
            conditions.append("id >= ? AND id < ?")
            arguments += [prefix, prefix + "G"]
        }
        arguments += [query.limit, query.offset]
        return try rows(
            "SELECT \(documentColumns) FROM documents\(Self.clause(conditions)) ORDER BY sequence DESC LIMIT ? OFFSET ?",
            arguments, Document.init(row:))
    }

    func jobs(_ query: JobQuery) throws -> [Job] {
        var conditions: [String] = []
        var arguments: StatementArguments = []
        if case .owner(let owner) = query.scope {
            conditions.append("(SELECT owner FROM documents WHERE sequence = document) = ?")
            arguments += [owner.text]
        }
        if let id = query.id {
            conditions.append("id = ?")
            arguments += [id.number]
        }
        if let stage = query.stage {
            conditions.append("stage = ?")
            arguments += [stage.text]
        }
        if let document = query.document {
            conditions.append("document = \(Self.documentNumber)")
            arguments += [document.description]
        }
        if let state = query.state {
            // Written out, not bound: SQLite uses a partial index only where it sees that its condition holds.
            conditions.append("state = '\(state.rawValue)' AND finished_at IS \(state.isFinal ? "NOT " : "")NULL")
        }
        arguments += [query.limit, query.offset]
        return try rows(
            "SELECT \(jobColumns) FROM jobs\(Self.clause(conditions)) ORDER BY id DESC LIMIT ? OFFSET ?",
            arguments, Job.init(row:))
    }

    private static func clause(_ conditions: [String]) -> String {
        conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    }

    /// For a document that is known to exist, such as one whose job is claimed.
    func artefacts(of id: DocumentID, fill: Int?) throws -> [PublishedArtefact] {
        try rows(
            """
            SELECT \(PublishedArtefact.columns) FROM artefacts
            WHERE document = (SELECT sequence FROM documents WHERE id = ?1) AND (?2 IS NULL OR fill IN (0, ?2))
            ORDER BY sequence
            """, [id.description, fill], PublishedArtefact.init(row:))
    }

    func events(of id: DocumentID) throws -> [Event] {
        try rows(
            "SELECT \(Event.columns) FROM events WHERE document = \(Self.documentNumber) ORDER BY sequence",
            [id.description],
            Event.init(row:))
    }

    func status(in scope: OwnerScope, at now: Timestamp) throws -> StoreStatus {
        // Each takes the owner last, or nothing.
        var (ofOwner, ofOwnersDocument, owner) = ("", "", StatementArguments())
        if case .owner(let own) = scope {
            ofOwner = "AND owner = ?"
            ofOwnersDocument = "AND (SELECT owner FROM documents WHERE sequence = document) = ?"
            owner = [own.text]
        }
        let documents = try rows(
            "SELECT state, count(*) FROM documents WHERE true \(ofOwner) GROUP BY state", owner
        ) { row in
            (DocumentState(rawValue: row[0]), row[1] as Int)
        }
        let stages = try rows(
            """
            SELECT kind, stage, sum(state = 'available'), sum(state = 'scheduled'), sum(state = 'following'),
                sum(state = 'running')
            FROM jobs WHERE finished_at IS NULL \(ofOwnersDocument) GROUP BY kind, stage ORDER BY kind, stage
            """, owner
        ) { row in
            StoreStatus.StageLine(
                address: StageAddress(kind: KindName(row[0]), stage: StageName(row[1])), available: row[2],
                scheduled: row[3], following: row[4], running: row[5])
        }
        let oldest = try row(
            "SELECT min(due) FROM jobs WHERE finished_at IS NULL AND state = 'available' \(ofOwnersDocument)", owner,
            { $0[0] as Int64? })
        let recent = try row(
            """
            SELECT coalesce(sum(done), 0), coalesce(sum(dead), 0) FROM endings
            WHERE second > ? AND second <= ? \(ofOwner)
            """, [now.milliseconds / 1000 - 60, now.milliseconds / 1000] + owner, { ($0[0] as Int, $0[1] as Int) })
        return StoreStatus(
            documents: Dictionary(documents.compactMap { state, count in state.map { ($0, count) } }) { $1 },
            stages: stages, oldestWait: oldest.flatMap { $0 }.map { now - Timestamp(milliseconds: $0) },
            doneInLastMinute: recent?.0 ?? 0, deadInLastMinute: recent?.1 ?? 0)
    }

    func referenced(among contents: [ContentID]) throws -> Set<ContentID> {
        var needed: Set<ContentID> = []
        for content in contents {
            let isNeeded = try row(
                """
                SELECT 1 WHERE EXISTS (SELECT 1 FROM documents WHERE content = ?1)
                    OR EXISTS (SELECT 1 FROM artefacts WHERE content = ?1)
                """, [content.hex], { _ in true })
            if isNeeded ?? false { needed.insert(content) }
        }
        return needed
    }
}
