import Pipeline
import PipelineTestSupport
import Testing

@Suite("The doorbell")
struct DoorbellTests {
    @Test("a ring between checking and waiting is not missed")
    func early() async {
        let bell = Doorbell()
        let seen = bell.rings
        bell.ring()
        await bell.wait(beyond: seen)
        #expect(bell.rings == seen + 1)
    }

    @Test("a ring wakes all waiters")
    func all() async {
        let bell = Doorbell()
        let awake = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    await bell.wait(beyond: 0)
                    awake.increment()
                }
            }
            bell.ring()
        }
        #expect(awake.value == 10)
    }

    @Test("a cancelled waiter stops waiting")
    func cancelled() async {
        let bell = Doorbell()
        let waiting = Task { await bell.wait(beyond: bell.rings) }
        waiting.cancel()
        await waiting.value
        #expect(bell.rings == 0)
    }

    @Test("a waiter checks first, and again at every ring")
    func condition() async {
        let bell = Doorbell()
        let clock = ManualClock()
        await bell.wait(until: { true }, atMost: .seconds(1), by: clock)
        let looks = Counter()
        let waiting = Task {
            await bell.wait(
                until: {
                    looks.increment()
                    return looks.value == 3
                }, atMost: .seconds(1), by: clock)
        }
        for ring in 1...2 {
            while looks.value < ring { await Task.yield() }
            bell.ring()
        }
        await waiting.value
        #expect(looks.value == 3)
        #expect(clock.sleepers == 0)
    }

    @Test("a waiter stops when the time is up", arguments: [true, false])
    func timeIsOver(isForRing: Bool) async {
        let bell = Doorbell()
        let clock = ManualClock()
        let waiting = Task {
            if isForRing {
                await bell.wait(beyond: bell.rings, atMost: .seconds(1), by: clock)
            } else {
                await bell.wait(until: { false }, atMost: .seconds(1), by: clock)
            }
        }
        while clock.sleepers == 0 { await Task.yield() }
        clock.advance(by: .seconds(1))
        await waiting.value
    }
}
