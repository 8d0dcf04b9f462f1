import Pipeline
import SQL

extension Tables {
    /// Returns the newest event's number in the feed.
    ///
    /// On SQLite events are numbered in commit order from the start, since only one transaction writes at a time.
    func newestEvent() throws -> Int64 {
        try db.value(
            Int64.self,
            isShared ? "SELECT newest FROM feed" : "SELECT seq FROM sqlite_sequence WHERE name = 'events'") ?? 0
    }

    /// Returns whether committed events have no place in the feed yet.
    func hasPendingEvents() throws -> Bool { try oldestPendingEvent() != nil }

    /// Returns the time of the oldest event without a place in the feed.
    func oldestPendingEvent() throws -> Timestamp? {
        guard isShared else { return nil }
        return try db.row(
            "SELECT at FROM events WHERE sequence >= \(EventNumbers.firstPending) ORDER BY sequence LIMIT 1", []
        ) { Timestamp(milliseconds: $0[0]) }
    }

    /// Gives committed events their places in the feed.
    ///
    /// Whoever reads the feed does this first. The order is that in which they were written. One transaction at a time does it, in which all see the same: an event
    /// gets its number after its commit and keeps it, and no earlier number is given out later. Of moves of which one
    /// relied on the other, the other was committed before this one wrote its events. Events that a deletion is removing
    /// at the moment are passed over, and those behind them wait with them.
    ///
    /// - Parameter limit: the maximum number of events.
    /// - Returns: the number of events.
    /// - Throws: ``SQL/SQLError``.
    func numberEvents(limit: Int) throws -> Int {
        // A statement of its own, so that the next one sees what the last holder has committed.
        try db.execute("SELECT pg_advisory_xact_lock(\(AdvisoryLock.space), \(AdvisoryLock.feed))")
        return try db.execute(
            """
            WITH free AS MATERIALIZED (
                SELECT sequence FROM events WHERE sequence >= \(EventNumbers.firstPending)
                ORDER BY sequence LIMIT ? FOR UPDATE SKIP LOCKED
            ), held AS MATERIALIZED (
                SELECT min(sequence) AS sequence FROM events
                WHERE sequence >= \(EventNumbers.firstPending) AND sequence < (SELECT max(sequence) FROM free)
                    AND NOT EXISTS (SELECT 1 FROM free WHERE free.sequence = events.sequence)
            ), placed AS MATERIALIZED (
                SELECT sequence, row_number() OVER (ORDER BY sequence) AS place FROM free
                WHERE sequence < coalesce((SELECT sequence FROM held), \(Int64.max))
            ), counter AS (
                UPDATE feed SET newest = newest + (SELECT count(*) FROM placed)
                RETURNING newest - (SELECT count(*) FROM placed) AS before
            )
            UPDATE events SET sequence = counter.before + placed.place, written = events.sequence FROM placed, counter
            WHERE events.sequence = placed.sequence
            """, [limit])
    }
}

/// The numbers of the locks that belong to no row.
enum AdvisoryLock {
    /// The first number of all of them, unlike those of other programs.
    static let space = 0x4657
    /// Held alone while events get their numbers.
    static let feed = 1
    /// Held alone during the removal of bytes, and shared by moves that add contents.
    static let contents = 2
}
