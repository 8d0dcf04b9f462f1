import Pipeline
import SQL

extension Tables {
    func documents(_ query: DocumentQuery) throws -> [Document] {
        let found = try query.scope.each { owner in
            var filter = Filter(query, of: owner, db.dialect)
            if let before = query.before { filter.require("sequence < ?", [before]) }
            return try db.rows(
                "SELECT \(documentColumns) FROM documents \(filter.clause) ORDER BY sequence DESC LIMIT ?",
                filter.arguments + [query.limit], Document.init(row:))
        }
        return Self.merged(found, limit: query.limit) { $0.sequence > $1.sequence }
    }

    func count(_ query: DocumentQuery, upTo limit: Int) throws -> Int {
        try count(query.scope, in: "documents", upTo: limit) { Filter(query, of: $0, db.dialect) }
    }

    func jobs(_ query: JobQuery) throws -> [Job] {
        let found = try query.scope.each { owner in
            var filter = Filter(query, of: owner)
            if let before = query.before { filter.require("id < ?", [before.number]) }
            return try db.rows(
                "SELECT \(jobColumns) FROM jobs \(filter.clause) ORDER BY id DESC LIMIT ?",
                filter.arguments + [query.limit], Job.init(row:))
        }
        return Self.merged(found, limit: query.limit) { $0.id.number > $1.id.number }
    }

    func count(_ query: JobQuery, upTo limit: Int) throws -> Int {
        try count(query.scope, in: "jobs", upTo: limit) { Filter(query, of: $0) }
    }

    /// Counts the rows of a table that a filter lets through, up to a limit.
    private func count(
        _ scope: OwnerScope, in table: String, upTo limit: Int, _ filter: (OwnerID?) -> Filter
    ) throws -> Int {
        let counts = try scope.each { owner in
            let filter = filter(owner)
            return try db.row(
                "SELECT count(*) FROM (SELECT 1 FROM \(table) \(filter.clause) LIMIT ?) AS found",
                filter.arguments + [limit], { $0[0] as Int }) ?? 0
        }
        return min(limit, counts.reduce(0, +))
    }

    /// Returns the first rows of several sorted lists.
    private static func merged<Row>(
        _ lists: [[Row]], limit: Int, _ precedes: (Row, Row) -> Bool
    ) -> [Row] {
        guard lists.count != 1 else { return lists[0] }
        return Array(lists.joined().sorted(by: precedes).prefix(limit))
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
        let (ofOwner, owners) = query.scope.condition(on: "coalesce(documents.owner, gone_owner)")
        let events = try db.rows(
            """
            SELECT \(Event.columns) FROM \(Event.source)
            WHERE events.sequence > ? AND events.sequence < \(EventNumbers.firstPending) \(ofOwner)
            ORDER BY events.sequence LIMIT ?
            """, [query.after] + owners + [query.limit], Event.init(row:))
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

extension OwnerScope {
    /// Returns the results of a query for each owner, or one result for all owners.
    ///
    /// Each owner's rows are read in the order of an index; those of several owners at once would have to be sorted.
    fileprivate func each<Result>(_ query: (OwnerID?) throws -> Result) rethrows -> [Result] {
        switch self {
        case .all: [try query(nil)]
        case .owners(let owners): try owners.map { try query($0) }
        }
    }

    /// Returns a condition on a column of owners, to follow others, with its arguments.
    func condition(on column: String) -> (sql: String, arguments: SQLArguments) {
        switch self {
        case .all: return ("", [])
        case .owners(let owners):
            let places = owners.map { _ in "?" }.joined(separator: ", ")
            return owners.isEmpty
                ? ("AND false", []) : ("AND \(column) IN (\(places))", owners.reduce(into: []) { $0 += [$1.text] })
        }
    }
}

/// The restrictions of a query: conditions that must all hold, with arguments.
private struct Filter {
    private var conditions: [String] = []
    private(set) var arguments = SQLArguments()

    init(_ query: DocumentQuery, of owner: OwnerID?, _ dialect: SQLDialect) {
        if let owner { require("owner = ?", [owner.text]) }
        if let state = query.state { require("state = ?", [state.rawValue]) }
        if let kind = query.kind { require("kind = ?", [kind.text]) }
        for token in query.tokens { requireFound(by: token, dialect) }
        if let prefix = query.idPrefix {
            // A range instead of LIKE, which would not use an index here; "G" sorts after every hexadecimal digit and
            // the hyphen.
            require("id >= ? AND id < ?", [prefix, prefix + "G"])
        }
    }

    init(_ query: JobQuery, of owner: OwnerID?) {
        if let owner { require("owner = ?", [owner.text]) }
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
