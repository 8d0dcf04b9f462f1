import Pipeline
import PipelineProcesses
import Testing

/// Uses made-up times.
@Suite("Watching over a stage")
struct WatchTests {
    private let start = SuspendingClock.now
    private var watch: Watch

    init() {
        watch = Watch(
            StageLimits(wallTime: .seconds(60), cpuTime: .seconds(20), stall: .seconds(8)),
            StagePoolSettings(heartbeat: .seconds(1), silence: .seconds(5)), from: start, cpuTime: .seconds(100))
    }

    /// Checks every 200 ms, with a health signal every second; returns the first verdict and its time.
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

    @Test("a working stage is left alone until its time is up")
    mutating func wallTime() throws {
        let (verdict, time) = try #require(verdict(to: .seconds(70)) { _ in .alive })
        #expect(verdict == .timedOut && time == .seconds(60))
    }

    @Test("processor time excludes what was used before, and includes all threads")
    mutating func cpuTime() throws {
        let (verdict, time) = try #require(verdict(to: .seconds(70), cpu: { $0 * 3 }) { _ in .alive })
        #expect(verdict == .cpuExceeded && time == .milliseconds(6800))
    }

    @Test("processor time restarts with each completed part of the work")
    mutating func progress() throws {
        let (verdict, time) = try #require(
            verdict(to: .seconds(70), cpu: { $0 * 3 }) { $0 <= .seconds(40) ? .progressed(nil) : .alive })
        #expect(verdict == .cpuExceeded && time == .milliseconds(46_800))
    }

    @Test("silence is detected from its fifth second on")
    mutating func silence() throws {
        let (verdict, time) = try #require(verdict(to: .seconds(70)) { $0 <= .seconds(3) ? .alive : nil })
        #expect(verdict == .silent && time == .seconds(8))
    }

    @Test("an idle stage is detected as hung within ten seconds of its last work")
    mutating func stall() throws {
        // The first quiet second is reported at its end.
        let (verdict, time) = try #require(verdict(to: .seconds(70)) { $0 <= .seconds(3) ? .alive : .quiet })
        #expect(verdict == .stalled && time == .seconds(11))
    }

    @Test("a little work now and then counts as work")
    mutating func slow() throws {
        let (verdict, time) = try #require(
            verdict(to: .seconds(70)) { $0.components.seconds % 7 == 0 ? .alive : .quiet })
        #expect(verdict == .timedOut && time == .seconds(60))
    }

    @Test("silence while this process itself was paused is excused, and the count restarts")
    mutating func pause() throws {
        #expect(verdict(to: .seconds(2)) { _ in .alive } == nil)
        let (verdict, time) = try #require(verdict(from: .seconds(40), to: .seconds(70)) { _ in nil })
        #expect(verdict == .silent && time == .milliseconds(45_200))
    }
}
