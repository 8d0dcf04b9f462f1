import Foundation
import Logging
import Pipeline
import PipelineProcesses
import PipelineSQL
import ServiceLifecycle
import UnixSignals

/// What the process to be killed does, and what it promises: a line on standard output for everything that a caller was
/// notified of.
struct Scenario {
    let folder: String

    /// One of each: analysis, fill, a copy that shares the analysis, cancel and retry, delete, purge, collection.
    func run() async throws {
        let shop = try Workshop(folder: folder)
        let client = shop.client
        try await shop.running(workers: 1) {
            let memo = try await imported("buy more ink", shop)
            try await process(memo, shop)
            try await fill(memo, shop)

            let copy = try await imported("buy more ink", shop)
            try await process(copy, shop)

            let other = try await imported("sell the old ink", shop)
            _ = try await client.process(other, in: .all)
            do {
                _ = try await client.cancel(other, in: .all)
                promise("failed", other)
                _ = try await client.retry(other, in: .all)
            } catch is StoreError {
                // The runner finished before the cancellation.
            }
            promise("begun", other)

            promise("deleting", other)
            try await client.delete(other, in: .all)
            promise("deleted", other)
        }
        _ = try await client.purge(olderThan: .zero)
        _ = try await client.collectGarbage(olderThan: .zero)
        try shop.store.close()
    }

    /// Works on what other processes imported until killed, or stopped by SIGTERM.
    func work(isolated: Bool) async throws {
        let shop = try Workshop(folder: folder)
        let logger = Logger(label: "harness") { _ in SwiftLogNoOpLogHandler() }
        let settings = StagePoolSettings(
            size: 4, heartbeat: .milliseconds(50), silence: .milliseconds(300), scratch: folder)
        let pool = StagePool(command: StageCommand(arguments: ["stage-host"]), settings: settings, logger: logger)
        let kinds = isolated ? Workshop.kinds.isolated(in: pool) : Workshop.kinds
        let group = ServiceGroup(
            services: [pool, shop.runner(workers: 4, kinds: kinds)], gracefulShutdownSignals: [.sigterm],
            logger: logger)
        try await group.run()
        try shop.store.close()
    }

    private func imported(_ text: String, _ shop: Workshop) async throws -> DocumentID {
        let id = try await shop.memo(text).id
        promise("imported", id)
        return id
    }

    private func process(_ id: DocumentID, _ shop: Workshop) async throws {
        _ = try await shop.client.process(id, in: .all)
        promise("begun", id)
        guard try await shop.client.settled(id, in: .all).state == .ready else { throw WentWrong() }
        promise("ready", id)
    }

    private func fill(_ id: DocumentID, _ shop: Workshop) async throws {
        _ = try await shop.client.fill(id, in: .all, inputs: [Workshop.signature])
        promise("filling", id)
        guard try await shop.client.settled(id, in: .all).state == .filled else { throw WentWrong() }
        promise("filled", id)
    }

    /// Written straight to the pipe, so that nothing is lost in a buffer when the process is killed.
    private func promise(_ what: String, _ id: DocumentID) {
        FileHandle.standardOutput.write(Data("\(what) \(id)\n".utf8))
    }
}

struct WentWrong: Error {}
