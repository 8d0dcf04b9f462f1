import CoreMetrics
import HTTPService
import Logging
import Pipeline
import RowQuery
import ServiceLifecycle
import FamiliesSQL
import Synchronization

/// Reads the feed of changes once, and sends permitted changes to all listening clients.
///
/// A channel listens as soon as its join is answered: subscribers are listed after the changes are read. A changed row
/// is read when it is sent, once for all listeners with the same user and filter.
final class RealtimeHub: Service {
    private struct State {
        var clients: [Int: RealtimeClient] = [:]
        var entered = 0
        /// The last sent change; `nil` before the first look at the feed.
        var position: Int64?
    }

    let limits: RealtimeLimits
    let metrics = RealtimeMetrics()
    private let families: FamilyStore
    private let callers: any ProjectCallers
    private let clock: any PipelineClock
    private let poll: Duration
    private let logger: Logger
    private let state = Mutex(State())
    /// The columns in messages, by table name.
    private let columns: [String: String]

    /// The number of bytes of rows after which a portion is sent.
    private static let portion = 128 << 10
    /// The retention period of changes.
    private static let keptFor = Duration.seconds(86_400)

    /// Creates a hub, which sends nothing until it runs.
    ///
    /// - Parameters:
    ///   - families: The rows and their changes.
    ///   - callers: Identifies the bearers of tokens.
    ///   - limits: The limits of clients.
    ///   - clock: The clock for waiting and for the expiry of tokens; `nil` for the store's.
    ///   - poll: The interval of polling for changes of other processes.
    ///   - logger: The logger for errors of the feed.
    init(
        _ families: FamilyStore, callers: any ProjectCallers, limits: RealtimeLimits = RealtimeLimits(),
        clock: (any PipelineClock)? = nil, poll: Duration = .seconds(1), logger: Logger
    ) {
        self.families = families
        self.callers = callers
        self.limits = limits
        self.clock = clock ?? families.clock
        self.poll = poll
        self.logger = logger
        columns = families.rows.planner.schema.tables.mapValues { ChangeData.columns(of: $0, select: []) }
    }

    var planner: RowPlanner { families.rows.planner }

    // MARK: Clients

    /// Serves a client until its connection ends.
    func serve(_ connection: WebSocketConnection, _ version: PhoenixVersion, _ caller: ProjectCaller) async {
        let client = RealtimeClient(connection, version, caller, self)
        guard (try? await begin()) != nil else { return connection.close(.internalError) }
        guard let number = enter(client) else {
            metrics.refused.increment()
            return connection.close(.tryAgainLater)
        }
        await client.run()
        let count = state.withLock { state in
            state.clients[number] = nil
            return state.clients.count
        }
        metrics.clients.record(count)
    }

    private func enter(_ client: RealtimeClient) -> Int? {
        let entered: (number: Int, count: Int)? = state.withLock { state in
            guard state.clients.count < limits.clients else { return nil }
            if client.hasNoUser {
                // The other places are for signed-in users, because the app's key is not secret.
                guard state.clients.values.count(where: \.hasNoUser) < limits.clientsWithoutUser else { return nil }
            }
            state.entered += 1
            state.clients[state.entered] = client
            return (state.entered, state.clients.count)
        }
        if let entered { metrics.clients.record(entered.count) }
        return entered?.number
    }

    /// Runs a function on behalf of a user unless the user has too many clients.
    ///
    /// - Returns: Whether it was run.
    func admit(_ client: RealtimeClient, _ user: String?, _ body: () -> Void) -> Bool {
        state.withLock { state in
            if let user {
                let others = state.clients.values.count { $0 !== client && $0.isOf(user) }
                guard others < limits.clientsOfUser else {
                    metrics.refused.increment()
                    return false
                }
            }
            body()
            return true
        }
    }

    /// Returns the bearer of a token; `nil` if it is invalid or cannot be checked.
    func caller(ofToken token: String) async -> ProjectCaller? {
        guard let caller = try? await callers.caller(ofToken: token), await isValid(caller) else { return nil }
        return caller
    }

    /// Returns whether a caller may still listen.
    func isValid(_ caller: ProjectCaller) async -> Bool {
        guard !hasExpired(caller) else { return false }
        return (try? await callers.isValid(caller)) == true
    }

    private func hasExpired(_ caller: ProjectCaller) -> Bool {
        caller.expires.map { $0 <= clock.now } ?? false
    }

    private var clients: [RealtimeClient] { state.withLock { Array($0.clients.values) } }

    // MARK: Changes

    /// Sends changes to clients until graceful shutdown.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await self.follow() }
                group.addTask { await self.purge() }
            }
        }
    }

    private func follow() async {
        while !Task.isCancelled {
            let rings = families.bell.rings
            do {
                try await begin()
                endExpired()
                if try await tell() == 0 { await families.bell.wait(beyond: rings, atMost: poll, by: clock) }
            } catch is CancellationError {
                return
            } catch {
                // Nothing is lost: the feed is read again from the same position.
                logger.warning("the feed of changes broke off", metadata: ["error": "\(type(of: error))"])
                try? await clock.sleep(for: .seconds(1))
            }
        }
    }

    /// Removes changes that are too old for any listener.
    private func purge() async {
        while !Task.isCancelled {
            let cutoff = clock.now - Self.keptFor
            try? await families.write { _, transaction in try ChangeFeed.purge(before: cutoff, in: transaction) }
            try? await clock.sleep(for: .seconds(3_600))
        }
    }

    /// Sets the position in the feed after which changes are sent.
    private func begin() async throws {
        guard state.withLock({ $0.position }) == nil else { return }
        let newest = try await families.read { _, db in try ChangeFeed.newest(db) }
        state.withLock { $0.position = $0.position ?? newest }
    }

    private func endExpired() {
        for client in clients {
            for channel in client.channels where hasExpired(channel.caller) { end(channel, of: client) }
        }
    }

    private func end(_ channel: RealtimeChannel, of client: RealtimeClient) {
        metrics.expired.increment()
        client.end(channel.topic, channel.number, "The access token has expired, or its session has ended.")
    }

    /// Sends the next changes, and returns their number.
    private func tell() async throws -> Int {
        guard let position = state.withLock({ $0.position }) else { return 0 }
        let (last, count, deliveries) = try await families.read { [self] rows, db in
            let changes = try ChangeFeed.changes(after: position, db)
            // Who listens is asked after the changes were read, so that nobody misses one.
            var fanout = ChangeFanout(clients, rows, columns)
            var (last, count) = (position, 0)
            // In small portions, which clients can take before the next one.
            for change in changes where fanout.bytes < Self.portion {
                try fanout.add(change, db)
                (last, count) = (change.sequence, count + 1)
            }
            return (last, count, fanout.deliveries)
        }
        var valid: [ProjectCaller: Bool] = [:]
        for delivery in deliveries {
            let caller = delivery.channel.caller
            if valid[caller] == nil {
                let isInTime = !hasExpired(caller)
                valid[caller] = isInTime ? try await callers.isValid(caller) : false
            }
            if valid[caller] == true {
                delivery.client.tell(delivery.channel, delivery.changes)
            } else {
                end(delivery.channel, of: delivery.client)
            }
        }
        state.withLock { $0.position = last }
        return count
    }
}
