import CoreMetrics
import Foundation
package import Logging
package import Pipeline
package import PipelineSQL
import ServiceLifecycle

/// A service that sends the messages of one receiver.
///
/// Each receiver has its own, so that a slow one does not delay others. Any number may run on one store.
package final class WebhookDeliverer: Service {
    private let receiver: WebhookReceiver
    private let sender: any WebhookSender
    private let store: SQLStore
    private let queue: WebhookQueue
    private let clock: any PipelineClock
    private let logger: Logger
    private let delivered: Counter
    private let refused: Counter
    private let ended: Counter

    /// The number of messages that are sent at a time.
    private static let batch = 4
    /// The longest pause between two rounds, after which an administrator's retry is seen.
    private static let poll = Duration.seconds(5)
    /// The shortest pause, in which the events of a busy store gather.
    private static let pause = Duration.milliseconds(500)

    /// Creates a deliverer.
    ///
    /// - Parameters:
    ///   - receiver: the receiver.
    ///   - sender: sends its messages.
    ///   - store: the store with the feed and the messages.
    ///   - clock: decides what is due; `nil` for the store's.
    ///   - logger: receives failures, without addresses.
    package init(
        _ receiver: WebhookReceiver, _ sender: any WebhookSender, _ store: SQLStore,
        clock: (any PipelineClock)? = nil, logger: Logger
    ) {
        self.receiver = receiver
        self.sender = sender
        self.store = store
        queue = WebhookQueue(store)
        self.clock = clock ?? store.clock
        self.logger = logger
        func counter(_ outcome: String) -> Counter {
            Counter(
                label: "formwright_webhook_tries", dimensions: [("receiver", receiver.name), ("outcome", outcome)])
        }
        delivered = counter("delivered")
        refused = counter("refused")
        ended = counter("ended")
    }

    /// Runs until graceful shutdown or cancellation.
    ///
    /// Never throws: a failed round is logged, and the next round tries again.
    package func run() async {
        await cancelWhenGracefulShutdown {
            var purgedAt: Timestamp?
            repeat {
                let rings = self.store.feedBell.rings
                do {
                    while try await self.round() {}
                    if purgedAt.map({ self.clock.now - $0 > .seconds(3600) }) ?? true {
                        purgedAt = self.clock.now
                        try await self.queue.purge(at: self.clock.now)
                    }
                } catch is CancellationError {
                    return
                } catch {
                    self.logger.error(
                        "cannot read or write webhooks",
                        metadata: ["receiver": "\(self.receiver.name)", "error": "\(error)"])
                }
                await self.store.feedBell.wait(beyond: rings, atMost: Self.poll, by: self.clock)
            } while (try? await self.clock.sleep(for: Self.pause)) != nil
        }
    }

    /// Takes new events, and tries the messages that are due.
    ///
    /// - Returns: whether there may be more to do at once.
    /// - Throws: the store's error.
    package func round() async throws -> Bool {
        let taking = try await queue.take(for: receiver, at: clock.now)
        if taking == .truncated {
            logger.error(
                "events were removed before a receiver got messages about them",
                metadata: ["receiver": "\(receiver.name)"])
        }
        try Task.checkCancellation()
        let claimed = try await queue.claim(for: receiver.name, limit: Self.batch, at: clock.now)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for delivery in claimed { group.addTask { try await self.attempt(delivery) } }
            try await group.waitForAll()
        }
        return taking == .more || claimed.count == Self.batch
    }

    private func attempt(_ delivery: WebhookDelivery) async throws {
        let problem = delivery.attempts > WebhookQueue.tryLimit ? Self.interrupted : try await send(delivery)
        let fate = try await queue.finish(delivery, problem, at: clock.now)
        switch fate {
        case .delivered: delivered.increment()
        case .waiting: refused.increment()
        case .lost: break
        case .ended:
            ended.increment()
            logger.error(
                "a receiver has not taken a message",
                metadata: [
                    "receiver": "\(receiver.name)", "delivery": "\(delivery.id)", "event": "\(delivery.event)",
                    "document": "\(delivery.document ?? "")",
                    "tries": "\(min(delivery.attempts, WebhookQueue.tryLimit))",
                    "reason": "\(problem?.reason ?? "")",
                ])
        }
    }

    /// The problem of a message with an interrupted last try.
    private static let interrupted = WebhookProblem("the last try was interrupted", isFinal: true)

    /// Sends a message on a separate thread.
    ///
    /// A receiver that hangs thus keeps no thread from uploads and downloads, and the end of the service does not wait for
    /// it.
    ///
    /// - Throws: `CancellationError`; the message is sent again when its claim ends.
    private func send(_ delivery: WebhookDelivery) async throws -> WebhookProblem? {
        let (sender, now) = (sender, clock.now)
        let (results, continuation) = AsyncStream.makeStream(of: WebhookProblem?.self)
        Thread.detachNewThread {
            do throws(WebhookProblem) {
                try sender.send(delivery, at: now)
                continuation.yield(nil)
            } catch {
                continuation.yield(error)
            }
            continuation.finish()
        }
        for await problem in results { return problem }
        throw CancellationError()
    }
}
