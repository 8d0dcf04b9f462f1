import Threads

extension WorkerThreads {
    /// Calls `turn` repeatedly on several threads until it returns false on each.
    ///
    /// - Parameters:
    ///   - workers: the number of threads, limited to `count`.
    ///   - turn: does some work and returns whether more may remain; it may block.
    ///   - onCancel: called when the calling task is cancelled; must make `turn` return false.
    func takeTurns(
        workers: Int, _ turn: @escaping @Sendable () -> Bool, onCancel: @escaping @Sendable () -> Void
    ) async {
        await withTaskCancellationHandler {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<max(1, min(workers, count)) {
                    group.addTask {
                        while (try? await self.run { turn() }) == true {}
                    }
                }
            }
        } onCancel: {
            onCancel()
        }
    }
}
