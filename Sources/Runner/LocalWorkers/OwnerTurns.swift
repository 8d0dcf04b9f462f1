package import Pipeline

/// A limited number of places for urgent work, shared fairly among owners.
///
/// A free place goes to the owner with the fewest, then to whoever has waited longest. One place stays free for other
/// owners, so that nobody's slow pages block everyone else.
package actor OwnerTurns {
    private struct Waiting {
        let number: Int
        let owner: OwnerID
        let place: CheckedContinuation<Void, any Error>
    }

    private let places: Int
    private var running: [OwnerID: Int] = [:]
    private var waiting: [Waiting] = []
    private var number = 0

    /// The maximum number of places for one owner.
    private var share: Int { max(1, places - 1) }

    /// Creates places, all free.
    package init(places: Int) {
        self.places = places
    }

    /// Waits for a place, to be released by ``leave(_:)``.
    ///
    /// - Throws: `CancellationError`, without a place.
    package func enter(_ owner: OwnerID) async throws {
        number += 1
        let own = number
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                waiting.append(Waiting(number: own, owner: owner, place: continuation))
                admit()
            }
        } onCancel: {
            Task { await self.cancel(own) }
        }
    }

    /// Releases a place.
    package func leave(_ owner: OwnerID) {
        running[owner] = (running[owner] ?? 0) - 1
        if running[owner] == 0 { running[owner] = nil }
        admit()
    }

    /// The number of waiting requests.
    package var waitingCount: Int { waiting.count }

    private func admit() {
        while running.values.reduce(0, +) < places {
            let free = waiting.indices.filter { (running[waiting[$0].owner] ?? 0) < share }
            let next = free.min { (running[waiting[$0].owner] ?? 0, $0) < (running[waiting[$1].owner] ?? 0, $1) }
            guard let next else { return }
            let admitted = waiting.remove(at: next)
            running[admitted.owner, default: 0] += 1
            admitted.place.resume()
        }
    }

    private func cancel(_ number: Int) {
        guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: place).place.resume(throwing: CancellationError())
    }
}
