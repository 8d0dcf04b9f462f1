/// The sections of `pipeline.yaml` for the runner and the kinds.
///
/// ```yaml
/// runner:
///   workers: 4        # stages at a time in this process
///   ownerWorkers: 2   # those for one owner while others wait; by default half of them
///   lease: 5s         # after this long without a heartbeat another worker takes the job
///   poll: 500ms       # how often to look for work that other processes made
///   drain: 20s        # how long a stopping runner lets its stages continue
/// backoff: {base: 1s, factor: 2, ceiling: 5m, jitter: 0.2}
/// kinds:
///   form:
///     processing:
///       - rasterise: {concurrency: 4, attempts: 3, wallTime: 2m}
///       - detect
///     filling: [bind, compose]
///   memo: off
/// ```
///
/// Every key is optional: a kind missing in the file keeps its default stages, and so does an omitted list of stages.
/// Other modules read their own sections.
public struct PipelineSettings: Sendable {
    /// The sections `runner` and `backoff`.
    public let runner: RunnerSettings
    /// The kinds with their stages, except disabled ones.
    public let kinds: KindTable

    /// Creates settings without a file.
    public init(runner: RunnerSettings = RunnerSettings(), kinds: KindTable) {
        self.runner = runner
        self.kinds = kinds
    }

    /// Reads the sections `runner`, `backoff`, `kinds` and those of the kinds.
    ///
    /// Errors are collected in `file` and thrown by its `finish()`.
    ///
    /// - Parameters:
    ///   - file: the file to read.
    ///   - kinds: the kinds of the program.
    ///   - otherSections: root keys that other modules read.
    public init(reading file: SettingsFile, kinds: [any Kind], otherSections: [String] = []) {
        let root = file.root?.mapping(known: Self.sections(kinds: kinds, otherSections: otherSections)) ?? [:]
        runner = RunnerSettings(reading: root["runner"], backoff: root["backoff"].map(Backoff.init(reading:)))
        let declared = root["kinds"]?.mapping(known: kinds.map(\.name.text)) ?? [:]
        self.kinds = KindTable(
            kinds.compactMap { kind in
                let usual = kind.content(reading: kind.settingsSection.flatMap { root[$0] })
                guard let node = declared[kind.name.text] else { return usual }
                return node.isOff ? nil : ContentKind(reading: node, usual: usual)
            })
    }

    /// Returns the valid root keys of a settings file.
    ///
    /// - Parameters:
    ///   - kinds: the kinds of the program.
    ///   - otherSections: keys that other modules read.
    /// - Returns: the keys.
    public static func sections(kinds: [any Kind], otherSections: [String] = []) -> [String] {
        ["runner", "backoff", "kinds"] + kinds.compactMap(\.settingsSection) + otherSections
    }

    /// Reads a file without sections of other modules.
    ///
    /// - Throws: ``SettingsError`` with every error.
    public init(yaml: String, name: String = "pipeline.yaml", kinds: [any Kind]) throws(SettingsError) {
        let file = try SettingsFile(yaml: yaml, name: name)
        self.init(reading: file, kinds: kinds)
        try file.finish()
    }
}
