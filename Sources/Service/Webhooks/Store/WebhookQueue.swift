import FailureModel
import Foundation
package import Pipeline
package import PipelineSQL
import SQL

/// The messages to receivers in the store, which any number of nodes send.
///
/// A node takes a receiver's events from the feed and moves the receiver's position in one transaction, so that each
/// event becomes one message. It claims a message by moving its next try beyond a lease; the number of tries tells a late
/// node that its claim is over.
package struct WebhookQueue: Sendable {
    private let store: SQLStore

    /// The times between the tries, which cover about a day.
    package static let pauses: [Duration] = [
        .seconds(60), .seconds(300), .seconds(1800), .seconds(7200), .seconds(5 * 3600), .seconds(8 * 3600),
        .seconds(8 * 3600),
    ]
    /// The number of tries.
    package static var tryLimit: Int { pauses.count + 1 }
    /// How long a claim lasts, more than any try takes.
    package static let lease = Duration.seconds(300)
    /// How long a message is kept after its event.
    package static let retention = Duration.seconds(30 * 86_400)
    /// The number of events that one transaction takes.
    private static let pageSize = 200

    /// Creates access to the messages of a store.
    package init(_ store: SQLStore) {
        self.store = store
    }

    // MARK: Events

    /// The result of taking events.
    package enum Taking: Sendable, Hashable {
        /// There are no more events.
        case done
        /// There may be more events.
        case more
        /// The feed no longer reaches back to the receiver's position, so events are missing.
        case truncated
    }

    /// Makes messages of the next events for a receiver.
    ///
    /// A new receiver gets messages about later events only.
    package func take(for receiver: WebhookReceiver, at now: Timestamp) async throws -> Taking {
        let known = try await store.read { db in
            try db.value(Int64.self, "SELECT position FROM webhooks_receivers WHERE name = ?", [receiver.name])
        }
        guard let position = known else {
            let newest = try await store.newestEvent()
            try await store.write { transaction in
                try transaction.db.execute(
                    "INSERT INTO webhooks_receivers (name, position) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
                    [receiver.name, newest])
            }
            return .done
        }
        let page: EventPage
        do {
            page = try await store.events(
                EventQuery(in: receiver.scope, after: position, limit: Self.pageSize))
        } catch StoreError.feedTruncated {
            let newest = try await store.newestEvent()
            try await move(receiver, from: position, to: newest, [], at: now)
            return .truncated
        }
        guard page.next != position else { return .done }
        try await move(receiver, from: position, to: page.next, page.events, at: now)
        return page.events.count < Self.pageSize ? .done : .more
    }

    private func move(
        _ receiver: WebhookReceiver, from old: Int64, to new: Int64, _ events: [Event], at now: Timestamp
    ) async throws {
        let messages = events.compactMap { event in
            WebhookEvent(event).flatMap { receiver.events.contains($0) ? (UUID().uuidString, $0, event) : nil }
        }
        // A message that was sent and then lost with the machine's power would be sent again with another id.
        try await store.write(isDurable: !messages.isEmpty) { transaction in
            let db = transaction.db
            let moved = try db.execute(
                "UPDATE webhooks_receivers SET position = ? WHERE name = ? AND position = ?",
                [new, receiver.name, old])
            // Another node has taken the events.
            guard moved == 1 else { return }
            for (id, kind, event) in messages {
                try db.execute(
                    """
                    INSERT INTO webhooks_deliveries
                        (id, receiver, sequence, event, document, kind, owner, at, code, next_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                    [
                        id, receiver.name, event.sequence, kind.name, event.document.description, event.kind.text,
                        event.owner.text, event.at.milliseconds, event.code, now.milliseconds,
                    ])
            }
        }
    }

    // MARK: Tries

    /// Claims messages that are due; their tries are counted.
    package func claim(for receiver: String, limit: Int, at now: Timestamp) async throws -> [WebhookDelivery] {
        // Most rounds have nothing to send, and a read does not keep others from writing.
        let isDue = try await store.read { db in
            try db.hasRow(
                "SELECT 1 FROM webhooks_deliveries WHERE receiver = ? AND next_at <= ? LIMIT 1",
                [receiver, now.milliseconds])
        }
        guard isDue else { return [] }
        let until = (now + Self.lease).milliseconds
        return try await store.write(isDurable: false) { transaction in
            let db = transaction.db
            let skip = db.dialect == .postgreSQL ? "FOR UPDATE SKIP LOCKED" : ""
            return try db.rows(
                """
                WITH due AS MATERIALIZED (
                    SELECT id FROM webhooks_deliveries WHERE receiver = ? AND next_at <= ?
                    ORDER BY next_at, sequence LIMIT ? \(skip)
                )
                UPDATE webhooks_deliveries SET attempts = attempts + 1, next_at = ?
                WHERE id IN (SELECT id FROM due)
                RETURNING id, receiver, event, document, kind, owner, at, code, attempts
                """, [receiver, now.milliseconds, limit, until], Self.delivery)
        }
    }

    private static func delivery(_ row: SQLRow) -> WebhookDelivery {
        WebhookDelivery(
            id: row[0], receiver: row[1], event: row[2], document: row[3], kind: row[4], owner: row[5],
            at: Timestamp(milliseconds: row[6]), code: row[7], attempts: row[8])
    }

    /// The fate of a message after a try.
    package enum Fate: Sendable, Hashable {
        /// The receiver has taken it.
        case delivered
        /// Another try is due later.
        case waiting
        /// There are no more tries.
        case ended
        /// The claim had ended, and another node decides.
        case lost
    }

    /// Records a try.
    ///
    /// - Parameters:
    ///   - delivery: the claimed message.
    ///   - problem: why the receiver has not taken it; `nil` if it has.
    ///   - now: the time.
    /// - Returns: what becomes of the message.
    /// - Throws: the store's error; the try is then repeated after the lease.
    package func finish(
        _ delivery: WebhookDelivery, _ problem: WebhookProblem?, at now: Timestamp
    ) async throws -> Fate {
        try await store.write { transaction in
            let db = transaction.db
            guard let problem else {
                let count = try db.execute(
                    "DELETE FROM webhooks_deliveries WHERE id = ? AND attempts = ?", [delivery.id, delivery.attempts])
                try db.execute(
                    "UPDATE webhooks_receivers SET delivered_at = ? WHERE name = ?",
                    [now.milliseconds, delivery.receiver])
                return count == 1 ? .delivered : .lost
            }
            let isOver = problem.isFinal || delivery.attempts >= Self.tryLimit
            let next = isOver ? nil : (now + Self.pauses[delivery.attempts - 1]).milliseconds
            let count = try db.execute(
                "UPDATE webhooks_deliveries SET next_at = ?, reason = ? WHERE id = ? AND attempts = ?",
                [next, problem.reason, delivery.id, delivery.attempts])
            guard count == 1 else { return .lost }
            return isOver ? .ended : .waiting
        }
    }

    /// Removes messages about events that are too old.
    package func purge(at now: Timestamp) async throws {
        try await store.write { transaction in
            _ = try transaction.db.execute(
                "DELETE FROM webhooks_deliveries WHERE at < ?", [(now - Self.retention).milliseconds])
        }
    }

    // MARK: Administration

    /// The state of a receiver.
    package struct State: Sendable, Hashable {
        /// When it last took a message; `nil` if it never did.
        package var deliveredAt: Timestamp?
        /// The number of messages with another try to come.
        package var pending = 0
        /// The number of messages without one.
        package var failed = 0

        /// Creates a state.
        package init(deliveredAt: Timestamp? = nil, pending: Int = 0, failed: Int = 0) {
            self.deliveredAt = deliveredAt
            self.pending = pending
            self.failed = failed
        }
    }

    /// Returns the states of receivers by name.
    package func states() async throws -> [String: State] {
        try await store.read { db in
            var states: [String: State] = [:]
            try db.forEachRow("SELECT name, delivered_at FROM webhooks_receivers") { row in
                let time: Int64? = row[1]
                states[row[0] as String, default: State()].deliveredAt = time.map { Timestamp(milliseconds: $0) }
            }
            try db.forEachRow(
                "SELECT receiver, count(next_at), count(*) FROM webhooks_deliveries GROUP BY receiver"
            ) { row in
                let (pending, all): (Int, Int) = (row[1], row[2])
                states[row[0] as String, default: State()].pending = pending
                states[row[0] as String, default: State()].failed = all - pending
            }
            return states
        }
    }

    /// A message with a failed try.
    package struct FailedDelivery: Sendable, Hashable {
        /// The message.
        package let delivery: WebhookDelivery
        /// Why the last try failed.
        package let reason: String
        /// The next try's time; `nil` after the last one.
        package let nextAt: Timestamp?
    }

    /// Returns the newest messages with a failed try.
    package func failures(limit: Int = 100) async throws -> [FailedDelivery] {
        try await store.read { db in
            try db.rows(
                """
                SELECT id, receiver, event, document, kind, owner, at, code, attempts, reason, next_at
                FROM webhooks_deliveries WHERE reason IS NOT NULL ORDER BY at DESC, id LIMIT ?
                """, [limit]
            ) { row in
                let next: Int64? = row[10]
                return FailedDelivery(
                    delivery: Self.delivery(row), reason: row[9], nextAt: next.map { Timestamp(milliseconds: $0) })
            }
        }
    }

    /// Makes a message due now, with all of its tries if it had none left.
    ///
    /// - Throws: `webhook_delivery_unknown`.
    package func retry(_ id: String, at now: Timestamp) async throws {
        try await store.write { transaction in
            let db = transaction.db
            let count = try db.execute(
                """
                UPDATE webhooks_deliveries SET attempts = CASE WHEN next_at IS NULL THEN 0 ELSE attempts END, next_at = ?
                WHERE id = ?
                """, [now.milliseconds, id])
            guard count == 1 else {
                throw Failure(.webhookDeliveryUnknown, "There is no such message.")
            }
        }
    }
}
