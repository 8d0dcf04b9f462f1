import Pipeline
import SQL

/// The counts that people and monitoring ask for.
///
/// In a file all rows are counted. On a server, where that could take minutes, counting stops at a limit for each state.
extension Tables {
    func status(in scope: OwnerScope, at now: Timestamp, upTo limit: Int?) throws -> StoreStatus {
        let (ofOwner, owner) = scope.condition(on: "owner")
        let lines = try limit.map { try firstLines(ofOwner, owner, upTo: $0) } ?? allLines(ofOwner, owner)
        let recent = try recentEndings(ofOwner, owner, at: now)
        let documents: [DocumentState: Int]
        if let limit, case .all = scope {
            documents = try firstDocuments(upTo: limit)
        } else {
            documents = try self.documents(ofOwner, owner)
        }
        return StoreStatus(
            documents: documents,
            stages: Dictionary(grouping: lines, by: \.address)
                .sorted { ($0.key.kind.text, $0.key.stage.text) < ($1.key.kind.text, $1.key.stage.text) }
                .map { StoreStatus.StageLine($0.key, $0.value) },
            oldestWait: lines.lazy.filter { $0.state == .available }.map { $0.due }.min().map { now - $0 },
            doneInLastMinute: recent.done, deadInLastMinute: recent.dead)
    }

    func activity(of stages: [StageAddress], at now: Timestamp) throws -> StoreActivity {
        let fronts =
            try candidates(
                for: ClaimRequest(
                    worker: "", slots: stages.map { ClaimRequest.Slot(address: $0, room: 1) }, limit: 1, leaseUntil: now
                )
            )?.get() ?? []
        return StoreActivity(
            doneInLastMinute: try recentEndings("", [], at: now).done,
            longestWait: fronts.map(\.due).min().map { now - $0 })
    }

    private func recentEndings(
        _ ofOwner: String, _ owner: SQLArguments, at now: Timestamp
    ) throws -> (done: Int, dead: Int) {
        let second = now.milliseconds / 1000
        return try db.row(
            """
            SELECT coalesce(sum(done), 0), coalesce(sum(dead), 0) FROM endings
            WHERE second > ? AND second <= ? \(ofOwner)
            """, [second - 60, second] + owner, { ($0[0], $0[1]) }) ?? (0, 0)
    }

    // MARK: Documents

    private func documents(_ ofOwner: String, _ owner: SQLArguments) throws -> [DocumentState: Int] {
        try counts("SELECT state, count(*) FROM documents WHERE true \(ofOwner) GROUP BY state", owner)
    }

    /// Returns the numbers of documents, each of them at most the limit.
    private func firstDocuments(upTo limit: Int) throws -> [DocumentState: Int] {
        let states = DocumentState.allCases.map { "('\($0.rawValue)')" }.joined(separator: ", ")
        return try counts(
            """
            SELECT states.state, found.number FROM (VALUES \(states)) AS states (state) CROSS JOIN LATERAL (
                SELECT count(*) AS number FROM (
                    SELECT 1 FROM documents WHERE documents.state = states.state LIMIT ?) AS first) AS found
            WHERE found.number > 0
            """, [limit])
    }

    private func counts(_ sql: String, _ arguments: SQLArguments) throws -> [DocumentState: Int] {
        let counts = try db.rows(sql, arguments) { row in (DocumentState(rawValue: row[0]), row[1] as Int) }
        return Dictionary(counts.compactMap { state, count in state.map { ($0, count) } }) { $1 }
    }

    // MARK: Jobs

    /// The live jobs of a stage in a state.
    fileprivate struct Line {
        let address: StageAddress
        let state: JobState?
        let count: Int
        /// The earliest due time.
        let due: Timestamp

        init(_ row: SQLRow) {
            address = StageAddress(kind: KindName(row[0]), stage: StageName(row[1]))
            state = JobState(rawValue: row[2])
            count = row[3]
            due = Timestamp(milliseconds: row[4])
        }
    }

    private func allLines(_ ofOwner: String, _ owner: SQLArguments) throws -> [Line] {
        try db.rows(
            """
            SELECT kind, stage, state, count(*), min(due) FROM jobs WHERE finished_at IS NULL \(ofOwner)
            GROUP BY kind, stage, state
            """, owner, Line.init)
    }

    /// Returns the lines, each with at most as many jobs as the limit.
    ///
    /// It goes from line to line in `jobs_live`.
    private func firstLines(_ ofOwner: String, _ owner: SQLArguments, upTo limit: Int) throws -> [Line] {
        try db.rows(
            """
            WITH RECURSIVE lines (kind, stage, state) AS (
                (SELECT kind, stage, state FROM jobs WHERE finished_at IS NULL ORDER BY kind, stage, state LIMIT 1)
                UNION ALL
                SELECT next.kind, next.stage, next.state FROM lines CROSS JOIN LATERAL (
                    SELECT kind, stage, state FROM jobs
                    WHERE finished_at IS NULL AND (kind, stage, state) > (lines.kind, lines.stage, lines.state)
                    ORDER BY kind, stage, state LIMIT 1) AS next)
            SELECT kind, stage, state, found.number, found.due FROM lines CROSS JOIN LATERAL (
                SELECT count(*) AS number, min(due) AS due FROM (
                    SELECT due FROM jobs WHERE finished_at IS NULL AND jobs.kind = lines.kind
                        AND jobs.stage = lines.stage AND jobs.state = lines.state \(ofOwner)
                    ORDER BY owner, priority DESC, due, id LIMIT ?) AS first) AS found
            WHERE found.number > 0
            """, owner + [limit], Line.init)
    }
}

extension StoreStatus.StageLine {
    fileprivate init(_ address: StageAddress, _ lines: [Tables.Line]) {
        func count(_ state: JobState) -> Int { lines.first { $0.state == state }?.count ?? 0 }
        self.init(
            address: address, available: count(.available), scheduled: count(.scheduled),
            following: count(.following), waiting: count(.waiting), running: count(.running))
    }
}
