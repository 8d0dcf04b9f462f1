import Crypto
import Files
import FormModel
package import Forms
package import Foundation

/// Fields that have been found already, kept from one run to the next, so that a form is analysed once.
///
/// Entries are found by the document's bytes, the language it is read in and the program that found them; a rebuilt
/// program looks again. Each carries its own digest: what is damaged counts as missing. They can be deleted at any time.
package struct FormCache: Sendable {
    /// Nil where nothing is kept.
    package let folder: URL?

    /// So many entries are kept, the newest.
    private static let limit = 200

    /// - Parameter folder: made when it is needed, for its user alone: what a form holds may be private. Nil keeps
    ///   nothing.
    package init(folder: URL?) {
        self.folder = folder
    }

    /// `$XDG_CACHE_HOME/formwright/fields`, or `~/.cache/formwright/fields`.
    package static var standard: FormCache {
        let environment = ProcessInfo.processInfo.environment
        let base: URL
        // The XDG specification has relative paths ignored.
        if let path = environment["XDG_CACHE_HOME"], path.hasPrefix("/") {
            base = URL(fileURLWithPath: path, isDirectory: true)
        } else {
            base = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".cache", isDirectory: true)
        }
        return FormCache(folder: base.appendingPathComponent("formwright/fields", isDirectory: true))
    }

    /// The form with its fields, from the cache where they are in it, else from its pages.
    ///
    /// - Throws: as `Form.init(_:options:progress:)`; that the cache cannot be read or written is no error.
    package func form(
        _ document: ImportedDocument, options: FormOptions = FormOptions(),
        progress: @escaping StageProgress.Handler = { _ in }
    ) async throws -> Form {
        let entry = folder?.appendingPathComponent(Self.key(document, options) + ".json")
        if let known = entry.flatMap(Self.description), let form = try? Form(document, known: known) { return form }
        let found = try await Form(document, options: options, progress: progress).description
        // Numbers are rounded when they are written: what is found and what is kept must not differ by that.
        let body = try JSONEncoder().encode(found)
        let form = try Form(document, known: try JSONDecoder().decode(FormDescription.self, from: body))
        if let folder, let entry { Self.save(body, to: entry, in: folder) }
        return form
    }

    private static func key(_ document: ImportedDocument, _ options: FormOptions) -> String {
        BatchJournal.digest(
            Data("\(document.sha256) \(document.fileName) \(options.language) \(ProgramIdentity.current)".utf8))
    }

    /// An entry is a line with the digest of the rest.
    private static func description(at url: URL) -> FormDescription? {
        guard let data = try? Data(contentsOf: url), let newline = data.firstIndex(of: UInt8(ascii: "\n")) else {
            return nil
        }
        let body = Data(data[(newline + 1)...])
        guard data[..<newline] == Data(BatchJournal.digest(body).utf8) else { return nil }
        return try? JSONDecoder().decode(FormDescription.self, from: body)
    }

    private static func save(_ body: Data, to url: URL, in folder: URL) {
        let files = FileManager.default
        try? files.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        prune(folder)
        // Written whole under another name first: writers do not disturb each other, nor readers.
        try? OutputFile.write(Data((BatchJournal.digest(body) + "\n").utf8) + body, to: url)
    }

    private static func prune(_ folder: URL) {
        let files = FileManager.default
        let key = URLResourceKey.contentModificationDateKey
        guard
            let entries = try? files.contentsOfDirectory(at: folder, includingPropertiesForKeys: [key]),
            entries.count >= limit
        else { return }
        let dated = entries.map {
            ($0, (try? $0.resourceValues(forKeys: [key]).contentModificationDate) ?? .distantPast)
        }
        for (url, _) in dated.sorted(by: { $0.1 < $1.1 }).prefix(entries.count - limit + 1) {
            try? files.removeItem(at: url)
        }
    }
}
