import Pipeline
import PipelineTestSupport
import Testing

@Suite("The doorbell")
struct DoorbellTests {
    @Test("a ring between looking and waiting is not missed")
    func early() async {
        let bell = Doorbell()
        let seen = bell.rings
        bell.ring()
        await bell.wait(beyond: seen)
        #expect(bell.rings == seen + 1)
    }

    @Test("a ring wakes everybody")
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

    @Test("who is cancelled waits no longer")
    func cancelled() async {
        let bell = Doorbell()
        let waiting = Task { await bell.wait(beyond: bell.rings) }
        waiting.cancel()
        await waiting.value
        #expect(bell.rings == 0)
    }
}
