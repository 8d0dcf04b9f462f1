import Pipeline
import PipelineProcesses
import Testing

/// On times that the test makes up.
@Suite("Watching over a stage")
struct WatchTests {
    private let start = SuspendingClock.now
    private var watch: Watch

    init() {
        watch = Watch(
            StageLimits(wallTime: .seconds(60), cpuTime: .seconds(20), stall: .seconds(8)),
            StagePoolSettings(heartbeat: .seconds(1), silence: .seconds(5)), from: start, cpuTime: .seconds(100))
    }

    /// A look every 200 ms, with a sign of life every second; answers the first verdict and when it came.
    private mutating func verdict(
        from first: Duration = .zero, to last: Duration, cpu: (Duration) -> Duration = { _ in .zero },
        sign: (Duration) -> HealthSignal?
    ) -> (Watch.Verdict, Duration)? {
        var time = first
        while time < last {
            time += .milliseconds(200)
            if time.wholeMilliseconds % 1000 == 0, let signal = sign(time) { watch.hear(signal, at: start + time) }
            if let verdict = watch.look(at: start + time, cpuTime: .seconds(100) + cpu(time)) { return (verdict, time) }
        }
        return nil
    }

    @Test("a stage at work is left alone until its time is over")
    mutating func wallTime() throws {
        let (verdict, time) = try #require(verdict(to: .seconds(70)) { _ in .alive })
        #expect(verdict == .timedOut && time == .seconds(60))
    }

    @Test("processor time counts from what was used before, over all threads")
    mutating func cpuTime() throws {
        let (verdict, time) = try #require(verdict(to: .seconds(70), cpu: { $0 * 3 }) { _ in .alive })
        #expect(verdict == .cpuExceeded && time == .milliseconds(6800))
    }

    @Test("processor time counts anew from each part of the work that is done")
    mutating func progress() throws {
        let (verdict, time) = try #require(
            verdict(to: .seconds(70), cpu: { $0 * 3 }) { $0 <= .seconds(40) ? .progressed(nil) : .alive })
        #expect(verdict == .cpuExceeded && time == .milliseconds(46_800))
    }

    @Test("silence is told from its fifth second on")
    mutating func silence() throws {
        let (verdict, time) = try #require(verdict(to: .seconds(70)) { $0 <= .seconds(3) ? .alive : nil })
        #expect(verdict == .silent && time == .seconds(8))
    }

    @Test("a stage that does nothing hangs within ten seconds of its last work")
    mutating func stall() throws {
        // The first quiet second is reported at its end.
        let (verdict, time) = try #require(verdict(to: .seconds(70)) { $0 <= .seconds(3) ? .alive : .quiet })
        #expect(verdict == .stalled && time == .seconds(11))
    }

    @Test("a little work now and then is work")
    mutating func slow() throws {
        let (verdict, time) = try #require(
            verdict(to: .seconds(70)) { $0.components.seconds % 7 == 0 ? .alive : .quiet })
        #expect(verdict == .timedOut && time == .seconds(60))
    }

    @Test("silence while this process was paused itself is forgiven, and counts anew")
    mutating func pause() throws {
        #expect(verdict(to: .seconds(2)) { _ in .alive } == nil)
        let (verdict, time) = try #require(verdict(from: .seconds(40), to: .seconds(70)) { _ in nil })
        #expect(verdict == .silent && time == .milliseconds(45_200))
    }
}
