import HTTPService
import Hummingbird
import ServiceTestSupport
import Synchronization

/// A domain with one route, whose work ends when the test says so, or is cancelled.
final class SlowRoute: ServiceDomain {
    enum Step: Sendable {
        /// The work ends.
        case finish
        /// The client closes its connection while the work goes on.
        case leave(RawConnection)
        /// The client ends its side of the connection, and the work ends a little later.
        case halfClose(RawConnection)
    }

    /// What happens while the next request is being worked on.
    let steps: AsyncStream<Step>.Continuation
    let cancellations = Atomic(0)
    private let taken: AsyncStream<Step>

    init() {
        (taken, steps) = AsyncStream.makeStream()
    }

    func add(to api: RouterGroup<ServiceContext>) {
        api.get("wait") { _, context in
            try await context.whileClientWaits {
                for await step in self.taken {
                    if case .halfClose(let connection) = step {
                        connection.closeOutput()
                        try await Task.sleep(for: .milliseconds(200))
                        break
                    }
                    guard case .leave(let connection) = step else { break }
                    connection.closeOutput()
                    do {
                        try await Task.sleep(for: .seconds(86_400))
                    } catch {
                        self.cancellations.add(1, ordering: .relaxed)
                        throw error
                    }
                }
                return JSONResponse.make(["work": "done"])
            }
        }
    }
}
