import FailureModel
import FormModel
import Forms
public import Foundation
public import Pipeline

/// What `pipeline.yaml` says about the whole system, and where its data is.
public struct SystemSettings: Sendable {
    /// The file that was read; nil where there is none and the built-in settings hold.
    public let path: String?
    /// Where the catalogue and the artefacts are.
    public let folder: URL
    /// Whether the file's `store` named ``folder``, rather than the command line, the environment or nobody.
    public let declaresFolder: Bool
    /// The runner and the kinds.
    public let pipeline: PipelineSettings

    /// The sections that are read here; those of other modules are named by their reader.
    private static let sections = ["store", "forms"]

    /// Reads the sections of the runner, the kinds, the forms and the store. What is wrong is gathered in `source`, for its
    /// `finish()`.
    ///
    /// - Parameters:
    ///   - store: a folder that goes before the one in the file.
    ///   - otherKinds: the stages of kinds besides forms.
    ///   - otherSections: keys at the root that other modules read.
    public init(
        reading source: SettingsSource, store: String? = nil, otherKinds: [KindName: [any Stage]] = [:],
        otherSections: [String] = []
    ) {
        let file = source.file
        let forms = FormStageOptions(reading: file.section("forms"))
        let stages = otherKinds.merging([FormKind.name: FormKind.stages(forms)]) { $1 }
        var pipeline = PipelineSettings(reading: file, stages: stages, otherSections: Self.sections + otherSections)
        if file.section("kinds") == nil, let usual = try? PipelineSettings(yaml: DefaultSettings.kinds, stages: stages)
        {
            pipeline = PipelineSettings(runner: pipeline.runner, kinds: usual.kinds)
        }
        path = source.path
        self.pipeline = pipeline
        let named = file.section("store")?.text().map { Self.expanded($0, beside: source.path) }
        let chosen = store.map { Self.expanded($0, beside: nil) } ?? Self.folderOfEnvironment
        folder = chosen ?? named ?? Self.usualFolder
        declaresFolder = chosen == nil && named != nil
    }

    /// Reads a file that holds nothing of other modules.
    ///
    /// - Parameter path: nil for `./pipeline.yaml`, or the built-in settings where there is none.
    /// - Throws: `Failure` where the file cannot be read, `SettingsError` with everything that is wrong in it.
    public init(contentsOf path: String? = nil, store: String? = nil, otherKinds: [KindName: [any Stage]] = [:]) throws
    {
        try self.init(SettingsSource(path: path), store: store, otherKinds: otherKinds)
    }

    /// Reads a source, leaving alone what other modules read.
    ///
    /// - Throws: `SettingsError` with everything that is wrong in it.
    public init(_ source: SettingsSource, store: String? = nil, otherKinds: [KindName: [any Stage]] = [:]) throws {
        self.init(reading: source, store: store, otherKinds: otherKinds, otherSections: ["watch"])
        try source.file.finish()
    }

    /// What holds where there is no file, as a file would say it.
    public static var builtInText: String { DefaultSettings.yaml }

    private static func expanded(_ path: String, beside file: String?) -> URL {
        let path = NSString(string: path).expandingTildeInPath
        let base = file.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        return URL(fileURLWithPath: path, isDirectory: true, relativeTo: base).absoluteURL
    }

    private static var folderOfEnvironment: URL? {
        ProcessInfo.processInfo.environment["FORMWRIGHT_STORE"].flatMap { $0.isEmpty ? nil : expanded($0, beside: nil) }
    }

    /// `$XDG_STATE_HOME/formwright`, or `~/.local/state/formwright`.
    private static var usualFolder: URL {
        let state = ProcessInfo.processInfo.environment["XDG_STATE_HOME"]
        // The XDG specification has relative paths ignored.
        let base = state.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "~/.local/state"
        return expanded(base + "/formwright", beside: nil)
    }
}

/// The settings file under reading: a given one, `./pipeline.yaml`, or the built-in text.
public struct SettingsSource {
    /// The file's nodes and problems.
    public let file: SettingsFile
    /// Nil for the built-in text.
    public let path: String?

    /// The built-in text, whatever files there are. Throws as ``init(path:)``.
    public static var builtIn: SettingsSource {
        get throws { SettingsSource(file: try SettingsFile(yaml: DefaultSettings.yaml), path: nil) }
    }

    private init(file: SettingsFile, path: String?) {
        self.file = file
        self.path = path
    }

    /// - Throws: `Failure` where a file cannot be read, `SettingsError` where it is not YAML.
    public init(path: String?) throws {
        let usual = "pipeline.yaml"
        let found = path ?? (FileManager.default.fileExists(atPath: usual) ? usual : nil)
        guard let found else {
            self = try Self.builtIn
            return
        }
        let data = try InputFile.read(URL(fileURLWithPath: found), limit: 1 << 20)
        self.init(
            file: try SettingsFile(yaml: String(decoding: data, as: UTF8.self), name: found),
            path: URL(fileURLWithPath: found).path)
    }
}

extension FormStageOptions {
    /// Reads the section `forms`.
    init(reading node: SettingsNode?) {
        self.init()
        let keys = node?.mapping(known: ["language", "overflow", "mark"]) ?? [:]
        if let language = keys["language"]?.text() { form.language = language }
        if let overflow = keys["overflow"]?.choice(of: ComposeOptions.Overflow.self) { compose.overflow = overflow }
        if let mark = keys["mark"]?.choice(of: ComposeOptions.Mark.self) { compose.mark = mark }
    }
}
