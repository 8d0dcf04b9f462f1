import FailureModel
public import ArgumentParser
import Files
import FormModel
import Formwright
import Forms
import Foundation
import Logging
public import Pipeline

struct DocumentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "documents",
        abstract: "Adds documents to the store, looks at them, fills and deletes them.",
        discussion: """
            A document is named by its id or as much of it as no other begins with.

            EXAMPLES
              formwright documents add w9.pdf
              formwright documents list --state failed --text lease
              formwright documents fields 3F2A
              formwright documents values 3F2A --set "Name=Ada Lovelace"
              formwright documents compose 3F2A -o w9-ada.pdf
            """,
        subcommands: [Add.self, List.self, Show.self, Fields.self, Values.self, Compose.self, Delete.self])
}

extension DocumentState: ExpressibleByArgument {}

extension [ValueEntry] {
    /// These, with later ones for the same key instead of earlier ones.
    func merging(_ later: [ValueEntry]) -> [ValueEntry] {
        let replaced = Set(later.map(\.key))
        return filter { !replaced.contains($0.key) } + later
    }
}

/// Values that wait for a document's next fill, in the store's folder.
struct KeptValues {
    let runtime: Runtime

    private func url(_ id: DocumentID) -> URL {
        runtime.settings.folder.appendingPathComponent("values/\(id).json")
    }

    func entries(of id: DocumentID) throws -> [ValueEntry] {
        guard let data = try? Data(contentsOf: url(id)) else { return [] }
        return try JSONDecoder().decode([ValueEntry].self, from: data)
    }

    func add(_ entries: [ValueEntry], to id: DocumentID) throws -> [ValueEntry] {
        let all = try self.entries(of: id).merging(entries)
        try FileManager.default.createDirectory(
            at: url(id).deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try OutputFile.write(try JSONText.encode(all), to: url(id))
        return all
    }

    func clear(_ id: DocumentID) throws {
        try? FileManager.default.removeItem(at: url(id))
    }
}
