/// The elements of a stream, and nil whenever none came for a while.
struct Heartbeats<Element: Sendable>: AsyncSequence, Sendable {
    private let stream: AsyncStream<Element>
    private let interval: Duration

    init(_ stream: AsyncStream<Element>, every interval: Duration) {
        self.stream = stream
        self.interval = interval
    }

    func makeAsyncIterator() -> AsyncStream<Element?>.Iterator {
        let (merged, continuation) = AsyncStream.makeStream(of: Element?.self)
        let (stream, interval) = (stream, interval)
        let task = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await element in stream { continuation.yield(element) }
                    continuation.finish()
                }
                group.addTask {
                    while (try? await Task.sleep(for: interval)) != nil { continuation.yield(nil) }
                }
                await group.next()
                group.cancelAll()
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return merged.makeAsyncIterator()
    }
}
