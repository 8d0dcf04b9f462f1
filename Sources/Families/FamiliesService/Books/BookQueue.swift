import FamiliesDomain
import FamilyBooks
import Pipeline
import ServiceLifecycle
import FamiliesSQL

/// Sets the books ordered over HTTP.
///
/// It also resumes those interrupted by the end of an earlier service.
struct BookQueue: Service {
    private struct Order {
        let document: DocumentID
        let owner: OwnerID
    }

    private let builder: BookBuilder
    private let store: any Store
    private let clock: any PipelineClock
    private let orders: AsyncStream<Order>
    private let queue: AsyncStream<Order>.Continuation

    /// The pause after an error of the store.
    private static let pause = Duration.seconds(5)
    /// Maximum number of interrupted books to resume per state.
    ///
    /// More were never ordered at a time.
    private static let interruptedLimit = 10_000

    /// Creates a service, which is idle until it runs.
    ///
    /// - Parameters:
    ///   - builder: sets books.
    ///   - store: contains their documents.
    ///   - clock: measures the pause after an error.
    init(_ builder: BookBuilder, store: any Store, clock: any PipelineClock = SystemClock()) {
        self.builder = builder
        self.store = store
        self.clock = clock
        (orders, queue) = AsyncStream.makeStream()
    }

    /// Schedules a document to be set while the service runs.
    func order(_ document: Document) {
        queue.yield(Order(document: document.id, owner: document.owner))
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for document in await interrupted() { order(document) }
            await withDiscardingTaskGroup { tasks in
                for await order in orders { tasks.addTask { await set(order) } }
            }
        }
    }

    private func interrupted() async -> [Document] {
        var found: [Document] = []
        for state in [DocumentState.imported, .processing, .ready, .filling] {
            let query = DocumentQuery(
                in: .all, state: state, kind: StorybookKind.name, limit: Self.interruptedLimit)
            found += (try? await store.documents(query)) ?? []
        }
        return found
    }

    private func set(_ order: Order) async {
        while !Task.isCancelled {
            do {
                _ = try await builder.typeset(order.document, of: order.owner)
                return
            } catch StoreError.documentUnknown {
                return
            } catch {
                try? await clock.sleep(for: Self.pause)
            }
        }
    }
}
