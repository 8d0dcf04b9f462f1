import Pipeline
import PipelineTestSupport
import Testing

@Suite("pipeline.yaml")
struct PipelineSettingsTests {
    private let kinds: [any Kind] = [
        DeclaredKind(
            ContentKind(
                "form",
                processing: [.init(ScriptedStage("rasterise")), .init(ScriptedStage("detect"), limits: Self.slow)],
                filling: [.init(ScriptedStage("bind")), .init(ScriptedStage("compose", needs: ["bind"]))])),
        MemoKind(),
    ]
    private static let slow = StageLimits(wallTime: .seconds(3600))

    /// The lines of the error, without the file's name.
    private func problems(_ yaml: String) -> [String] {
        do throws(SettingsError) {
            _ = try PipelineSettings(yaml: yaml, kinds: kinds)
            return []
        } catch {
            return error.problems.map { "\($0.line): \($0.message)" }
        }
    }

    @Test("declares kinds, stages, limits and the runner")
    func everything() throws {
        let settings = try PipelineSettings(
            yaml: """
                runner: {workers: 3, lease: 8s, poll: 250ms, drain: 25s}
                backoff:
                  base: 500ms
                  factor: 3
                  ceiling: 1m
                  jitter: 0
                kinds:
                  form:
                    processing:
                      - rasterise: {concurrency: 2, attempts: 5, wallTime: 1.5m}
                      - detect: {memory: 2GiB, cpuTime: 90s, fileSize: 100MB, stall: 20s}
                    filling: [bind, compose]
                  memo:
                    processing: [count]
                    filling: [shout]
                """, kinds: kinds)
        #expect(
            settings.runner
                == RunnerSettings(
                    workers: 3, lease: .seconds(8), poll: .milliseconds(250), drain: .seconds(25),
                    backoff: Backoff(base: .milliseconds(500), factor: 3, ceiling: .seconds(60), jitter: 0)))
        #expect(settings.kinds.names == ["form", "memo"])
        #expect(
            settings.kinds.addresses.map(\.description) == [
                "form/rasterise", "form/detect", "form/bind", "form/compose", "memo/count", "memo/shout",
            ])
        let rasterise = settings.kinds[StageAddress(kind: "form", stage: "rasterise")]
        #expect(rasterise?.limits == StageLimits(concurrency: 2, attempts: 5, wallTime: .seconds(90)))
        #expect(
            settings.kinds[StageAddress(kind: "form", stage: "detect")]?.limits
                == StageLimits(
                    wallTime: .seconds(3600), cpuTime: .seconds(90), memory: .mebibytes(2048),
                    fileSize: ByteCount(bytes: 100_000_000),
                    stall: .seconds(20)))
        #expect(settings.kinds[StageAddress(kind: "form", stage: "bind")]?.limits == StageLimits())
    }

    @Test("has defaults for everything: a kind that is not named keeps its usual stages", arguments: ["", "kinds: {}"])
    func defaults(_ yaml: String) throws {
        let settings = try PipelineSettings(yaml: yaml, kinds: kinds)
        #expect(settings.runner == RunnerSettings())
        #expect(
            settings.kinds.addresses.map(\.description) == [
                "form/rasterise", "form/detect", "form/bind", "form/compose", "memo/count", "memo/shout",
            ])
        #expect(settings.kinds[StageAddress(kind: "form", stage: "detect")]?.limits == Self.slow)
    }

    @Test("declaring a kind leaves the others, and its omitted lists, unchanged")
    func declaringOne() throws {
        let settings = try PipelineSettings(yaml: "kinds:\n  form:\n    processing: [detect]", kinds: kinds)
        #expect(
            settings.kinds.addresses.map(\.description) == [
                "form/detect", "form/bind", "form/compose", "memo/count", "memo/shout",
            ])
    }

    @Test("a kind can be switched off", arguments: ["off", "Off", "false"])
    func off(_ word: String) throws {
        let settings = try PipelineSettings(yaml: "kinds:\n  form: \(word)", kinds: kinds)
        #expect(settings.kinds.names == ["memo"])
    }

    @Test(
        "names the line and what to write instead",
        arguments: [
            ("runnr: {}", "1: Unknown key “runnr”. Did you mean “runner”?"),
            ("runner:\n  workers: -1", "2: “runner.workers” must be a whole number from 1 to 1024."),
            ("runner:\n  workers: many", "2: “runner.workers” must be a whole number from 1 to 1024."),
            ("runner:\n  lease: 6", "2: “runner.lease” must be a duration from 1s to 10m, such as 6s."),
            ("runner:\n\n  drain: -5s", "3: “runner.drain” must be a duration from 0s to 1h, such as 6s."),
            ("runner: 7", "1: “runner” must be a mapping of keys to values."),
            ("backoff: {jitter: 2}", "1: “backoff.jitter” must be a number from 0.0 to 1.0."),
            ("kinds:\n  from: {}", "2: Unknown key “from”. Did you mean “form”?"),
            ("kinds:\n  form:\n    procesing: []", "3: Unknown key “procesing”. Did you mean “processing”?"),
            ("kinds:\n  form:\n    processing: detect", "3: “kinds.form.processing” must be a list."),
            (
                "kinds:\n  form:\n    processing:\n      - detekt",
                "4: Unknown stage of the kind “form”: “detekt”. Did you mean “detect”?"
            ),
            (
                "kinds:\n  form:\n    filling:\n      - shout: {attempts: 2}",
                "4: Unknown stage of the kind “form”: “shout”. Known: bind, compose, detect, rasterise."
            ),
            (
                "kinds:\n  form:\n    processing: [detect]\n    filling: [bind,\n      detect]",
                "5: The stage “detect” is listed twice in the kind “form”."
            ),
            (
                "kinds:\n  form:\n    filling: [compose,\n      bind]",
                "3: The stage “compose” needs “bind” before it."
            ),
            (
                "kinds:\n  form:\n    processing:\n      - detect: {attempts: 0}",
                "4: “kinds.form.processing.detect.attempts” must be a whole number from 1 to 100."
            ),
            (
                "kinds:\n  form:\n    processing:\n      - detect: {disk: 1}",
                "4: Unknown key “disk”. "
                    + "Known: attempts, concurrency, cpuTime, fileSize, memory, stall, wallTime."
            ),
            (
                "kinds:\n  form:\n    processing:\n      - detect: {memory: 1}",
                "4: “kinds.form.processing.detect.memory” must be a size from 16MiB to 1024GiB, such as 512MiB."
            ),
            (
                "kinds:\n  form:\n    processing:\n      - detect:\n          fileSize: 1KiB",
                "5: “kinds.form.processing.detect.fileSize” must be a size from 1MiB to 1024GiB, such as 512MiB."
            ),
            (
                "kinds:\n  form:\n    processing:\n      - detect: {cpuTime: 512MiB}",
                "4: “kinds.form.processing.detect.cpuTime” must be a duration from 100ms to 24h, such as 6s."
            ),
            (
                "kinds:\n  form:\n    processing:\n      - detect: {stall: 10ms}",
                "4: “kinds.form.processing.detect.stall” must be a duration from 1s to 24h, such as 6s."
            ),
            ("kinds:\n  form: {}\n  form: {}", "2: “form” is written twice in this mapping; keep one."),
            ("kinds: [", "2: This is not YAML: did not find expected node content."),
        ])
    func mistakes(_ yaml: String, _ problem: String) {
        #expect(problems(yaml) == [problem])
    }

    @Test("reports all errors at once, in the order of lines")
    func all() {
        let yaml = "runner:\n  workers: 0\n  pol: 1s\nkinds:\n  memo:\n    processing: [cont]"
        #expect(problems(yaml).map { $0.prefix(2) } == ["2:", "3:", "6:"])
    }

    @Test("writes errors in the format that editors parse")
    func description() {
        let error = #expect(throws: SettingsError.self) {
            try PipelineSettings(yaml: "runner:\n  workers: 0", name: "/etc/pipeline.yaml", kinds: kinds)
        }
        #expect(
            error?.description
                == "/etc/pipeline.yaml:2:12: “runner.workers” must be a whole number from 1 to 1024.")
    }

    @Test("ignores the sections of other modules")
    func otherSections() throws {
        let file = try SettingsFile(yaml: "folders: {inbox: in}\nrunner: {workers: 2}")
        let settings = PipelineSettings(reading: file, kinds: kinds, otherSections: ["folders"])
        try file.finish()
        #expect(settings.runner.workers == 2)
    }
}
