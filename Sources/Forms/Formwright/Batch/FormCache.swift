import LibCrypto
import Files
import FormModel
package import FormImport
package import Foundation

/// A cache of detected fields, so that each form is analysed only once.
///
/// The key of an entry consists of the document's bytes and name, its language and the program that found the fields; a
/// rebuilt program analyses the form again. Each entry contains its digest, and a damaged one counts as missing.
/// Entries can be deleted at any time.
package struct FormCache: Sendable {
    /// The folder of the entries; nil if nothing is cached.
    package let folder: URL?

    /// Maximum number of entries; the oldest are removed.
    private static let limit = 200

    /// Creates a cache.
    ///
    /// - Parameter folder: the folder, created when needed and readable only by its user, since the content of a form
    ///   may be private; nil to cache nothing.
    package init(folder: URL?) {
        self.folder = folder
    }

    /// `$XDG_CACHE_HOME/formwright/fields`, or `~/.cache/formwright/fields`.
    package static var standard: FormCache {
        let caches = UserFolders.base("XDG_CACHE_HOME", usual: ".cache")
        return FormCache(folder: caches.appendingPathComponent("formwright/fields", isDirectory: true))
    }

    /// Returns the form with its fields from the cache, or analyses the form.
    ///
    /// - Parameters:
    ///   - document: the form.
    ///   - options: limits, and the language of a scan.
    ///   - knownForms: the forms whose fields are not searched for.
    ///   - progress: called from any thread as pages are completed.
    /// - Returns: the form.
    /// - Throws: the errors of `Form.init(_:options:progress:)`; a cache that cannot be read or written is not an
    ///   error.
    package func form(
        _ document: ImportedDocument, options: FormOptions = FormOptions(),
        knownForms: KnownForms = .none, progress: @escaping StageProgress.Handler = { _ in }
    ) async throws -> Form {
        let entry = folder?.appendingPathComponent(Self.key(document, options, knownForms) + ".json")
        if let known = entry.flatMap(Self.description), let form = try? Form(document, known: known) { return form }
        let found = try await Form(document, options: options, knownForms: knownForms, progress: progress)
            .description
        // Encoding rounds numbers. The form is decoded again, so that the first result equals cached ones.
        let body = try JSONEncoder().encode(found)
        let form = try Form(document, known: try JSONDecoder().decode(FormDescription.self, from: body))
        if let folder, let entry { Self.save(body, to: entry, in: folder) }
        return form
    }

    private static func key(
        _ document: ImportedDocument, _ options: FormOptions, _ knownForms: KnownForms
    ) -> String {
        BatchJournal.digest(
            Data(
                [
                    document.sha256, document.fileName, options.language, "\(options.keepsPicture)",
                    knownForms.revision,
                    // A form filled before has another note, and its picture is only what it says it was.
                    document.isFilledBefore ? document.pdfDigest ?? "" : "", ProgramIdentity.current,
                ].joined(separator: " ").utf8))
    }

    /// Reads an entry, or returns nil if it is missing or damaged.
    ///
    /// An entry is a line with the digest of the rest, followed by the description.
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
        // Written under another name and renamed, so that concurrent readers and writers do not interfere.
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
