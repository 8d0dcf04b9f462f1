import Foundation
import SQL
import Synchronization
import Threads

/// Receives notifications on channels of a server, over a separate connection.
///
/// A lost connection is opened again, for as long as that takes. Notifications sent meanwhile are lost, so the receiver
/// then has to look for changes itself.
package final class PostgreSQLListener: Sendable {
    /// An element of the stream of events.
    package enum Event: Hashable, Sendable {
        /// A notification on a channel.
        case notification(channel: String, payload: String)
        /// Notifications may have been lost.
        case reconnected
    }

    /// The events, for one receiver; they end with ``stop()``.
    package let events: AsyncStream<Event>
    private let alarm: ThreadAlarm

    /// Connects and begins to listen.
    ///
    /// - Parameters:
    ///   - address: where the server is.
    ///   - channels: the names of the channels, of at most 63 bytes each.
    ///   - limit: the maximum number of events that wait for the receiver; later ones come as one
    ///     ``Event/reconnected``.
    /// - Throws: ``SQL/SQLError`` if the server cannot be reached now.
    package init(_ address: PostgreSQLAddress, channels: [String], waiting limit: Int = 10_000) async throws {
        let alarm = try ThreadAlarm()
        let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingOldest(limit))
        let thread = try await offPool {
            try ListeningThread(address, channels: channels, alarm: alarm, continuation)
        }
        self.events = events
        self.alarm = alarm
        continuation.onTermination = { _ in alarm.ring() }
        thread.start()
    }

    deinit { alarm.ring() }

    /// Closes the connection and ends the events, without waiting for it.
    package func stop() { alarm.ring() }
}

/// The thread of a listener, which sleeps until the server or the alarm wakes it.
///
/// Unchecked sharing is safe: after ``start()`` only its own thread uses it.
private final class ListeningThread: @unchecked Sendable {
    private static let longestPause = Duration.seconds(1)

    private let address: PostgreSQLAddress
    private let channels: [String]
    private let alarm: ThreadAlarm
    private let events: AsyncStream<PostgreSQLListener.Event>.Continuation
    private var connection: PostgreSQLConnection?
    /// Whether the receiver has to be told that it has missed something.
    private var hasMissed = false

    init(
        _ address: PostgreSQLAddress, channels: [String], alarm: ThreadAlarm,
        _ events: AsyncStream<PostgreSQLListener.Event>.Continuation
    ) throws {
        self.address = address
        self.channels = channels
        self.alarm = alarm
        self.events = events
        connection = try connect()
    }

    func start() {
        let thread = Thread { self.listen() }
        thread.name = "postgresql-listener"
        thread.start()
    }

    private func connect() throws -> PostgreSQLConnection {
        let connection = try PostgreSQLConnection(address)
        let names = channels.map { "\"\($0.replacing("\"", with: "\"\""))\"" }
        do {
            try connection.runScript(names.map { "LISTEN \($0)" }.joined(separator: "; "))
        } catch {
            throw error.error
        }
        return connection
    }

    private func listen() {
        var pause = Duration.milliseconds(20)
        while !alarm.hasRung {
            tellMissed()
            if let open = connection {
                let isConnected = open.isConnected
                while let (channel, payload) = open.nextNotification() {
                    tell(.notification(channel: channel, payload: payload))
                }
                // Input that arrives from here on ends the waiting at once.
                if isConnected {
                    alarm.wait(orInput: open.socket, atMost: hasMissed ? Self.longestPause : nil)
                } else {
                    connection = nil
                }
            } else if let new = try? connect() {
                connection = new
                pause = .milliseconds(20)
                hasMissed = true
            } else {
                alarm.wait(for: pause * Double.random(in: 0.5...1))
                pause = min(pause * 2, Self.longestPause)
            }
        }
        events.finish()
    }

    private func tell(_ event: PostgreSQLListener.Event) {
        tellMissed()
        if !hasMissed, case .dropped = events.yield(event) { hasMissed = true }
    }

    private func tellMissed() {
        if hasMissed, case .enqueued = events.yield(.reconnected) { hasMissed = false }
    }
}
