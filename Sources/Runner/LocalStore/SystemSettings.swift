package import FailureModel
import Files
package import Foundation
import LibCrypto
package import Pipeline

/// The settings of the whole system from `pipeline.yaml`, and the place of its data.
package struct SystemSettings: Sendable {
    /// The path of the settings file; `nil` if the defaults apply.
    package let path: String?
    /// The place of the catalogue.
    package private(set) var location: StoreLocation
    /// Whether ``location`` comes from the file's `store` key.
    ///
    /// Otherwise it is from the command line, the environment or the default.
    package private(set) var declaresLocation: Bool
    /// The place of the artefacts; `nil` if a server's store names none.
    package private(set) var artefacts: ArtefactLocation?
    /// The place that the settings file names for artefacts.
    private let declaredArtefacts: ArtefactLocation?
    /// The file of the keys that services sign with; `nil` for those in ``folder``.
    package let keys: URL?
    /// The retention periods of documents and the audit log.
    package let retention: RetentionSettings
    /// The domains of the program.
    package let domains: [Domain]
    /// The settings of the runner and the kinds.
    package let pipeline: PipelineSettings
    /// The kinds in the settings file: under `kinds`, with a section, or of watched folders.
    package let namedKinds: Set<KindName>
    /// The sections of other modules by key.
    private let sections: [String: any SettingsSection]

    /// Reads the sections of the runner, the kinds and the store.
    ///
    /// Problems are collected in `source` and thrown by its `finish()`.
    ///
    /// - Parameters:
    ///   - source: the settings file.
    ///   - store: a place that takes precedence over the one in the file; see ``StoreLocation/chosen(_:)``.
    ///   - domains: the domains of the program.
    ///   - otherSections: keys at the root that other modules read themselves, such as `watch`.
    package init(
        reading source: SettingsSource, store: StoreLocation?, domains: [Domain] = [], otherSections: [String] = []
    ) {
        let file = source.file
        let sections = domains.settings
        self.domains = domains
        pipeline = PipelineSettings(
            reading: file, kinds: domains.kinds,
            otherSections: Self.ownSections + sections.map { $0.section } + otherSections)
        self.sections = Dictionary(
            sections.map { ($0.section, $0.init(reading: file.section($0.section))) }, uniquingKeysWith: { $1 })
        namedKinds = Self.namedKinds(in: file, pipeline.kinds, domains)
        retention = RetentionSettings(reading: file.section(RetentionSettings.section))
        path = source.path
        let named = file.section("store").flatMap { StoreLocation(reading: $0, beside: source.path) }
        location = store ?? named ?? .folder(Self.usualFolder)
        declaresLocation = store == nil && named != nil
        let artefacts = file.section(ArtefactLocation.section)
        let place = artefacts.flatMap { ArtefactLocation(reading: $0, beside: source.path) }
        declaredArtefacts = place
        switch location {
        case .folder(let folder):
            // A folder named elsewhere has its own artefacts, whatever the file says about the store that it names.
            if let artefacts, store == nil {
                artefacts.report("“artefacts” is for a store in PostgreSQL; a store in a folder has them inside.")
            }
            self.artefacts = .inside(folder)
        case .server: self.artefacts = place
        }
        keys = file.section("keys")?.text().map { UserFolders.location($0, beside: source.path) }
    }

    /// Returns the enabled kinds in a settings file.
    ///
    /// Mistakes are reported by the readers of each section.
    private static func namedKinds(
        in file: SettingsFile, _ kinds: KindTable, _ domains: [Domain]
    ) -> Set<KindName> {
        var names: Set<KindName> = []
        if let section = file.section("kinds"), section.isMapping {
            names.formUnion(section.entries().compactMap { $0.key.text() }.map { KindName($0) })
        }
        for kind in domains.kinds {
            if let section = kind.settingsSection, file.section(section) != nil { names.insert(kind.name) }
        }
        for domain in domains where domain.settings.contains(where: { file.section($0.section) != nil }) {
            names.formUnion(domain.kinds.map(\.name))
        }
        if let watch = file.section("watch"), watch.isList {
            for rule in watch.items() where rule.isMapping {
                for (key, value) in rule.entries() where key.text() == "kind" {
                    if let name = value.text() { names.insert(KindName(name)) }
                }
            }
        }
        return names.intersection(kinds.names)
    }

    /// The folder of the store's files on this machine.
    ///
    /// For a store on a server they are temporary and cached files.
    package var folder: URL {
        switch location {
        case .folder(let folder): folder
        case .server:
            Self.usualFolder.appendingPathComponent(
                "servers/\(Hexadecimal.text(SHA256.hash(data: Data("\(location)".utf8))).prefix(16))", isDirectory: true
            )
        }
    }

    /// Reads a settings file.
    ///
    /// - Parameters:
    ///   - path: the file; `nil` for the defaults.
    ///   - store: a folder or URL that takes precedence over the one in the file.
    ///   - domains: the domains of the program.
    ///   - otherSections: keys at the root that other modules read themselves, such as `watch`.
    /// - Throws: ``Failure`` if the file cannot be read, `SettingsError` with all of its problems.
    package init(
        contentsOf path: String? = nil, store: String? = nil, domains: [Domain] = [], otherSections: [String] = []
    ) throws {
        let source = try path.map { try SettingsSource(contentsOf: $0) } ?? .defaults
        self.init(
            reading: source, store: try StoreLocation.chosen(store), domains: domains, otherSections: otherSections)
        try source.file.finish()
    }

    /// Returns the settings with another place for the store.
    ///
    /// - Parameters:
    ///   - location: the place of the catalogue.
    ///   - artefacts: the place of the artefacts of a store on a server; `nil` for the one in the settings file.
    /// - Returns: the settings.
    package func moved(to location: StoreLocation, artefacts: ArtefactLocation? = nil) -> SystemSettings {
        var settings = self
        settings.location = location
        settings.declaresLocation = false
        switch location {
        case .folder(let folder): settings.artefacts = .inside(folder)
        case .server: settings.artefacts = artefacts ?? declaredArtefacts
        }
        return settings
    }

    /// Returns the place of artefacts with a path or URL.
    ///
    /// If the settings file names the same place, its further settings apply.
    ///
    /// - Throws: `malformed_settings`.
    package func artefactLocation(_ text: String) throws(Failure) -> ArtefactLocation {
        let location = try ArtefactLocation(text)
        if let declaredArtefacts, declaredArtefacts.description == location.description { return declaredArtefacts }
        return location
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

    private static let ownSections = ["store", ArtefactLocation.section, "keys", RetentionSettings.section]

    /// The default folder: `$XDG_STATE_HOME/formwright`, or `~/.local/state/formwright`.
    package static var usualFolder: URL {
        UserFolders.base("XDG_STATE_HOME", usual: ".local/state")
            .appendingPathComponent("formwright", isDirectory: true)
    }
}
