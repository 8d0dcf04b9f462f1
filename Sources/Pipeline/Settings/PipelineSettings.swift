/// What `pipeline.yaml` says about the runner and the kinds.
///
/// ```yaml
/// runner:
///   workers: 4        # stages at a time in this process
///   lease: 6s         # a worker silent for so long has lost its job
///   poll: 500ms       # how often to look for work that other processes made
///   drain: 20s        # how long a stopping runner lets its stages go on
/// backoff: {base: 1s, factor: 2, ceiling: 5m, jitter: 0.2}
/// kinds:
///   form:
///     processing:
///       - rasterise: {concurrency: 4, attempts: 3, wallTime: 2m}
///       - detect
///     filling: [bind, compose]
/// ```
/// Everything has a default but `kinds`; the sections of other modules are left to them.
public struct PipelineSettings: Sendable {
    /// The sections `runner` and `backoff`.
    public let runner: RunnerSettings
    /// The section `kinds`.
    public let kinds: KindTable

    public init(runner: RunnerSettings = RunnerSettings(), kinds: KindTable) {
        self.runner = runner
        self.kinds = kinds
    }

    /// Reads the sections `runner`, `backoff` and `kinds`. What is wrong is gathered in `file`, for its `finish()`.
    ///
    /// - Parameters:
    ///   - stages: what the code offers for each kind, in any order.
    ///   - otherSections: keys at the root that other modules read.
    public init(reading file: SettingsFile, stages: [KindName: [any Stage]], otherSections: [String] = []) {
        let root = file.root?.mapping(known: ["runner", "backoff", "kinds"] + otherSections) ?? [:]
        runner = RunnerSettings(reading: root["runner"], backoff: root["backoff"].map(Backoff.init(reading:)))
        let kinds = root["kinds"]?.entries(known: stages.keys.map(\.text)) ?? []
        self.kinds = KindTable(
            kinds.compactMap { key, value in
                key.text().map { ContentKind(reading: value, name: KindName($0), stages: stages[KindName($0)] ?? []) }
            })
    }

    /// Reads a file that holds nothing else. Throws ``SettingsError`` with every problem.
    public init(yaml: String, name: String = "pipeline.yaml", stages: [KindName: [any Stage]]) throws(SettingsError) {
        let file = try SettingsFile(yaml: yaml, name: name)
        self.init(reading: file, stages: stages)
        try file.finish()
    }
}
