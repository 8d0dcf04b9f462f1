import LocalWorkers
import Pipeline
import Testing

@Suite("Turns of owners for what is made on demand", .timeLimit(.minutes(30))) struct OwnerTurnsTests {
    private func waiting(_ count: Int, in turns: OwnerTurns) async {
        while await turns.waitingCount < count { await Task.yield() }
    }

    @Test("one owner's requests leave a place for others, and the next free place goes to whoever has the fewest")
    func turns() async throws {
        let turns = OwnerTurns(places: 3)
        try await turns.enter("ada")
        try await turns.enter("ada")
        let third = Task { try await turns.enter("ada") }
        await waiting(1, in: turns)
        // Bob does not wait behind Ada.
        try await turns.enter("bob")
        let fourth = Task { try await turns.enter("eve") }
        await waiting(2, in: turns)
        await turns.leave("ada")
        try await fourth.value
        #expect(await turns.waitingCount == 1)
        await turns.leave("bob")
        try await third.value
    }

    @Test("a request that is cancelled while it waits takes no place")
    func cancelled() async throws {
        let turns = OwnerTurns(places: 2)
        try await turns.enter("ada")
        let second = Task { try await turns.enter("ada") }
        await waiting(1, in: turns)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        await turns.leave("ada")
        try await turns.enter("ada")
        try await turns.enter("bob")
        #expect(await turns.waitingCount == 0)
    }
}
