import RowQuery
import FamiliesSQL
import SQL

/// Collects the messages to each channel about changes.
struct ChangeFanout {
    /// The messages to one channel.
    struct Delivery: Sendable {
        let client: RealtimeClient
        let channel: RealtimeChannel
        /// The binding IDs and the data of each change, in order.
        var changes: [(ids: [Int], data: String)] = []
    }

    /// Subscribers that receive the same message about a change.
    private struct SubscriberGroup: Hashable {
        let user: String?
        let request: RowRequest
    }

    private var all: [Delivery]
    /// Bytes of what was read for the changes.
    private(set) var bytes = 0
    private let rows: FamilyRows
    private let columns: [String: String]

    /// Creates a collection for the currently joined channels.
    init(_ clients: [RealtimeClient], _ rows: FamilyRows, _ columns: [String: String]) {
        all = clients.flatMap { client in
            client.channels.filter { !$0.bindings.isEmpty }.map { Delivery(client: client, channel: $0) }
        }
        self.rows = rows
        self.columns = columns
    }

    /// The deliveries with at least one change.
    var deliveries: [Delivery] { all.filter { !$0.changes.isEmpty } }

    /// Adds a change for all channels with permitted listeners.
    mutating func add(_ change: FamilyChange, _ db: any SQLSession) throws {
        var known: [SubscriberGroup: String?] = [:]
        for index in all.indices {
            var ids: [String: [Int]] = [:]
            var order: [String] = []
            for binding in all[index].channel.bindings where binding.concerns(change) {
                guard let request = binding.request else { continue }
                let group = SubscriberGroup(user: all[index].channel.caller.user, request: request)
                let data: String?
                if let found = known[group] {
                    data = found
                } else {
                    data = try self.data(of: change, group, db)
                    known[group] = .some(data)
                    bytes += data?.utf8.count ?? 0
                }
                guard let data else { continue }
                if ids[data] == nil { order.append(data) }
                ids[data, default: []].append(binding.id)
            }
            for data in order { all[index].changes.append((ids[data] ?? [], data)) }
        }
    }

    private func data(of change: FamilyChange, _ group: SubscriberGroup, _ db: any SQLSession) throws -> String? {
        let caller = Caller(user: group.user)
        guard let record = try rows.record(of: change, matching: group.request, as: caller, db) else { return nil }
        let table = rows.planner.schema.tables[change.table]
        let columns =
            group.request.select == [.all]
            ? columns[change.table] : table.map { ChangeData.columns(of: $0, select: group.request.select) }
        return ChangeData.json(change, record, columns: columns ?? "[]")
    }
}
