import Threads

extension WorkerThreads {
    /// Calls `turn` repeatedly on several threads until it returns false on each of them.
    ///
    /// - Parameters:
    ///   - workers: the number of threads; at most `count` are used.
    ///   - turn: does some work and returns whether more may be left; it may block.
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
