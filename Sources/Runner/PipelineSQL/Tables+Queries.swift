import Pipeline
import SQL

extension Tables {
    func documents(_ query: DocumentQuery) throws -> [Document] {
        var filter = Filter(query, db.dialect)
        if let before = query.before { filter.require("sequence < ?", [before]) }
        return try db.rows(
            "SELECT \(documentColumns) FROM documents \(filter.clause) ORDER BY sequence DESC LIMIT ?",
            filter.arguments + [query.limit], Document.init(row:))
    }

    func count(_ query: DocumentQuery) throws -> Int {
        let filter = Filter(query, db.dialect)
        return try db.row("SELECT count(*) FROM documents \(filter.clause)", filter.arguments, { $0[0] }) ?? 0
    }

    func jobs(_ query: JobQuery) throws -> [Job] {
        var filter = Filter(query)
        if let before = query.before { filter.require("id < ?", [before.number]) }
        return try db.rows(
            "SELECT \(jobColumns) FROM jobs \(filter.clause) ORDER BY id DESC LIMIT ?",
            filter.arguments + [query.limit], Job.init(row:))
    }

    func count(_ query: JobQuery, upTo limit: Int) throws -> Int {
        let filter = Filter(query)
        return try db.row(
            "SELECT count(*) FROM (SELECT 1 FROM jobs \(filter.clause) LIMIT ?) AS found",
            filter.arguments + [limit], { $0[0] }) ?? 0
    }

    /// Returns the artefacts of an existing document, such as one with a claimed job.
    func artefacts(of id: DocumentID, fill: Int?) throws -> [PublishedArtefact] {
        try pendingArtefacts(of: id, fill: fill).get()
    }

    func pendingArtefacts(of id: DocumentID, fill: Int?) throws -> PendingRows<PublishedArtefact> {
        try db.pendingRows(
            """
            SELECT \(PublishedArtefact.columns) FROM artefacts
            WHERE document = (SELECT sequence FROM documents WHERE id = ?1)
                AND (CAST(?2 AS bigint) IS NULL OR fill IN (0, CAST(?2 AS bigint)))
            ORDER BY sequence
            """, [id.description, fill], PublishedArtefact.init(row:))
    }

    func events(of id: DocumentID) throws -> [Event] {
        try db.rows(
            """
            SELECT \(Event.columns) FROM \(Event.source) WHERE events.document = \(Self.documentNumber)
                AND events.sequence < \(EventNumbers.firstPending)
            ORDER BY events.sequence
            """, [id.description], Event.init(row:))
    }

    func events(_ query: EventQuery) throws -> EventPage {
        let newest = try newestEvent()
        let purged = try db.row("SELECT purged FROM feed", [], { $0[0] as Int64 }) ?? 0
        guard purged <= query.after, query.after <= newest else { throw StoreError.feedTruncated(after: query.after) }
        var ofOwner = ""
        var arguments: SQLArguments = [query.after]
        if case .owner(let owner) = query.scope {
            ofOwner = "AND coalesce(documents.owner, gone_owner) = ?"
            arguments += [owner.text]
        }
        let events = try db.rows(
            """
            SELECT \(Event.columns) FROM \(Event.source)
            WHERE events.sequence > ? AND events.sequence < \(EventNumbers.firstPending) \(ofOwner)
            ORDER BY events.sequence LIMIT ?
            """, arguments + [query.limit], Event.init(row:))
        return EventPage(
            events: events, next: events.count < query.limit ? newest : events.last?.sequence ?? query.after)
    }

    func referenced(among contents: [ContentID]) throws -> Set<ContentID> {
        var needed: Set<ContentID> = []
        for content in contents {
            let isNeeded = try db.row(
                """
                SELECT 1 WHERE EXISTS (SELECT 1 FROM documents WHERE content = ?1)
                    OR EXISTS (SELECT 1 FROM artefacts WHERE content = ?1)
                """, [content.hex], { _ in true })
            if isNeeded ?? false { needed.insert(content) }
        }
        return needed
    }
}

/// The restrictions of a query: conditions that must all hold, with arguments.
private struct Filter {
    private var conditions: [String] = []
    private(set) var arguments = SQLArguments()

    init(_ query: DocumentQuery, _ dialect: SQLDialect) {
        if case .owner(let owner) = query.scope { require("owner = ?", [owner.text]) }
        if let state = query.state { require("state = ?", [state.rawValue]) }
        if let kind = query.kind { require("kind = ?", [kind.text]) }
        for token in query.tokens { requireFound(by: token, dialect) }
        if let prefix = query.idPrefix {
            // A range instead of LIKE, which would not use an index here; "G" sorts after every hexadecimal digit and
            // the hyphen.
            require("id >= ? AND id < ?", [prefix, prefix + "G"])
        }
    }

    init(_ query: JobQuery) {
        if case .owner(let owner) = query.scope {
            require("owner = ?", [owner.text])
        }
        if let id = query.id { require("id = ?", [id.number]) }
        if let kind = query.kind { require("kind = ?", [kind.text]) }
        if let stage = query.stage { require("stage = ?", [stage.text]) }
        if let document = query.document {
            require("document = \(Tables.documentNumber)", [document.description])
        }
        if let state = query.state {
            // The state is written out instead of bound: SQLite uses a partial index only if it can see that the
            // index's condition holds.
            require("state = '\(state.rawValue)' AND finished_at IS \(state.isFinal ? "NOT " : "")NULL")
        }
    }

    /// Requires a text in the file name, or its words among those of the document.
    private mutating func requireFound(by token: String, _ dialect: SQLDialect) {
        let isInName = dialect.contains("folded_name", part: "?")
        let prefixes = SearchWords.prefixes(of: token)
        guard !prefixes.isEmpty else { return require(isInName, [token.foldedForSearch]) }
        let areIndexed = prefixes.map { _ in
            "sequence IN (SELECT document FROM search_words WHERE word >= ? AND word < ?)"
        }.joined(separator: " AND ")
        var bounds: SQLArguments = [token.foldedForSearch]
        for prefix in prefixes { bounds += [prefix.lower, prefix.upper] }
        require("(\(isInName) OR (\(areIndexed)))", bounds)
    }

    mutating func require(_ condition: String, _ bound: SQLArguments = []) {
        conditions.append(condition)
        arguments += bound
    }

    var clause: String { conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ") }
}
