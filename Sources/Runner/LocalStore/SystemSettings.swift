import Files
package import Foundation
package import Pipeline

/// The settings of the whole system from `pipeline.yaml`, and the place of its data.
package struct SystemSettings: Sendable {
    /// The path of the settings file; `nil` if the defaults apply.
    package let path: String?
    /// The folder of the catalogue and the artefacts.
    package let folder: URL
    /// Whether ``folder`` comes from the file's `store` key.
    ///
    /// Otherwise it is from the command line, the environment or the default.
    package let declaresFolder: Bool
    /// The retention periods of documents and the audit log.
    package let retention: RetentionSettings
    /// The domains of the program.
    package let domains: [Domain]
    /// The settings of the runner and the kinds.
    package let pipeline: PipelineSettings
    /// The sections of other modules by key.
    private let sections: [String: any SettingsSection]

    /// Reads the sections of the runner, the kinds and the store.
    ///
    /// Problems are collected in `source` and thrown by its `finish()`.
    ///
    /// - Parameters:
    ///   - source: the settings file.
    ///   - store: a folder that takes precedence over the one in the file.
    ///   - domains: the domains of the program.
    ///   - otherSections: keys at the root that other modules read themselves, such as `watch`.
    package init(
        reading source: SettingsSource, store: String? = nil, domains: [Domain] = [], otherSections: [String] = []
    ) {
        let file = source.file
        let sections = domains.settings
        let keys = sections.map { $0.section }
        self.domains = domains
        pipeline = PipelineSettings(
            reading: file, kinds: domains.kinds, otherSections: Self.ownSections + keys + otherSections)
        self.sections = Dictionary(
            sections.map { ($0.section, $0.init(reading: file.section($0.section))) }, uniquingKeysWith: { $1 })
        retention = RetentionSettings(reading: file.section(RetentionSettings.section))
        path = source.path
        let named = file.section("store")?.text().map { Self.expanded($0, beside: source.path) }
        let chosen = store.map { Self.expanded($0, beside: nil) } ?? Self.folderOfEnvironment
        folder = chosen ?? named ?? Self.usualFolder
        declaresFolder = chosen == nil && named != nil
    }

    /// Reads a settings file.
    ///
    /// - Parameters:
    ///   - path: the file; `nil` for the defaults.
    ///   - store: a folder that takes precedence over the one in the file.
    ///   - domains: the domains of the program.
    ///   - otherSections: keys at the root that other modules read themselves, such as `watch`.
    /// - Throws: ``Failure`` if the file cannot be read, `SettingsError` with all of its problems.
    package init(
        contentsOf path: String? = nil, store: String? = nil, domains: [Domain] = [], otherSections: [String] = []
    ) throws {
        let source = try path.map { try SettingsSource(contentsOf: $0) } ?? .defaults
        self.init(reading: source, store: store, domains: domains, otherSections: otherSections)
        try source.file.finish()
    }

    /// Returns a section, or its defaults if the program does not read it.
    package func section<Section: SettingsSection>(_ type: Section.Type) -> Section {
        sections[Section.section] as? Section ?? Section(reading: nil)
    }

    /// Returns the valid root keys of a settings file.
    ///
    /// - Parameters:
    ///   - domains: the domains of the program.
    ///   - otherSections: keys that other modules read.
    /// - Returns: the keys.
    package static func sections(domains: [Domain], otherSections: [String]) -> [String] {
        PipelineSettings.sections(
            kinds: domains.kinds, otherSections: ownSections + domains.settings.map { $0.section } + otherSections)
    }

    private static let ownSections = ["store", RetentionSettings.section]

    private static func expanded(_ path: String, beside file: String?) -> URL {
        let path = UserFolders.expandingTilde(in: path)
        let base = file.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        return URL(fileURLWithPath: path, isDirectory: true, relativeTo: base).absoluteURL
    }

    private static var folderOfEnvironment: URL? {
        ProcessInfo.processInfo.environment["FORMWRIGHT_STORE"].flatMap { $0.isEmpty ? nil : expanded($0, beside: nil) }
    }

    /// The default folder: `$XDG_STATE_HOME/formwright`, or `~/.local/state/formwright`.
    private static var usualFolder: URL {
        UserFolders.base("XDG_STATE_HOME", usual: ".local/state")
            .appendingPathComponent("formwright", isDirectory: true)
    }
}
