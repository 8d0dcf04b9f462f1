import CoreMetrics
import PrometheusText
import Testing

@Suite("Metrics as Prometheus reads them")
struct MetricsRegistryTests {
    private let registry = MetricsRegistry()

    private func counter(_ label: String, _ dimensions: [(String, String)] = []) -> CoreMetrics.Counter {
        CoreMetrics.Counter(label: label, dimensions: dimensions, factory: registry)
    }

    @Test("nothing counted is nothing said")
    func empty() {
        #expect(registry.text() == "")
    }

    @Test("counters of one name stand together under one type, by their labels")
    func counters() {
        counter("jobs", [("stage", "detect"), ("ending", "done")]).increment(by: 3)
        counter("alarms").increment()
        counter("jobs", [("ending", "dead"), ("stage", "detect")]).increment()
        #expect(
            registry.text() == """
                # TYPE alarms_total counter
                alarms_total 1
                # TYPE jobs_total counter
                jobs_total{ending="dead",stage="detect"} 1
                jobs_total{ending="done",stage="detect"} 3

                """)
    }

    @Test("who asks for a counter twice counts on")
    func sharing() {
        counter("jobs", [("a", "1"), ("b", "2")]).increment()
        counter("jobs", [("b", "2"), ("a", "1")]).increment()
        #expect(registry.text().contains(#"jobs_total{a="1",b="2"} 2"#))
    }

    @Test("a counter that is gone has still counted")
    func destroyed() {
        let gone = counter("jobs")
        gone.increment()
        gone.destroy()
        #expect(registry.text().contains("jobs_total 1"))
    }

    @Test("the labels of a process are on all that it counts")
    func processLabels() {
        let registry = MetricsRegistry(labels: [("process", "worker-1")])
        CoreMetrics.Counter(label: "jobs", dimensions: [("stage", "detect")], factory: registry).increment()
        CoreMetrics.Timer(label: "stage", dimensions: [], factory: registry).recordNanoseconds(1)
        let lines = registry.text().split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(lines.first == #"jobs_total{process="worker-1",stage="detect"} 1"#)
        #expect(lines.count > 3 && lines.allSatisfy { $0.contains(#"{process="worker-1""#) })
    }

    @Test("names are made valid and labels escaped")
    func names() {
        counter("9 lives.left", [("who’s", "a \"cat\"\\\n🐈")]).increment()
        #expect(registry.text().contains(#"_9_lives_left_total{who_s="a \"cat\"\\\n🐈"} 1"#))
    }

    @Test("timers are histograms in seconds")
    func timers() {
        let timer = CoreMetrics.Timer(label: "stage", dimensions: [("kind", "form")], factory: registry)
        timer.recordNanoseconds(20_000_000)
        timer.recordNanoseconds(30_000_000)
        timer.recordNanoseconds(500_000_000)
        timer.recordNanoseconds(9_000_000_000_000)
        let lines = registry.text().split(separator: "\n").map(String.init)
        #expect(lines.first == "# TYPE stage_seconds histogram")
        #expect(lines.contains(#"stage_seconds_bucket{kind="form",le="0.01"} 0"#))
        #expect(lines.contains(#"stage_seconds_bucket{kind="form",le="0.03"} 2"#))
        #expect(lines.contains(#"stage_seconds_bucket{kind="form",le="1"} 3"#))
        #expect(lines.contains(#"stage_seconds_bucket{kind="form",le="+Inf"} 4"#))
        #expect(lines.contains(#"stage_seconds_sum{kind="form"} 9000.55"#))
        #expect(lines.contains(#"stage_seconds_count{kind="form"} 4"#))
    }

    @Test("meters keep the last value, and recorders what they are asked to")
    func metersAndRecorders() {
        let meter = Meter(label: "depth", factory: registry)
        meter.set(7)
        meter.decrement(by: 2)
        Recorder(label: "size", dimensions: [], aggregate: true, factory: registry).record(50)
        Recorder(label: "level", dimensions: [], aggregate: false, factory: registry).record(0.5)
        let text = registry.text()
        #expect(text.contains("# TYPE depth gauge\ndepth 5\n"))
        #expect(text.contains("# TYPE level gauge\nlevel 0.5\n"))
        #expect(text.contains("size_bucket{le=\"10\"} 0\nsize_bucket{le=\"100\"} 1\n"))
    }
}
