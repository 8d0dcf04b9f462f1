import Files
import LocalStore
import ArgumentParser
import FailureModel
import Foundation
import Pipeline

extension DocumentsCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add documents to the store, for a worker to analyse.",
            discussion: """
                EXAMPLES
                  formwright documents add w9.pdf lease.pdf
                  formwright documents add urgent.pdf --priority 10
                """)
        @Argument(help: "Files to add\(Program.current.clause(.addedFiles, after: ", such as ")).", completion: .file())
        var files: [String]
        @Option(help: "Kind of the files. Defaults to the first kind that accepts the file.")
        var kind: String?
        @Option(help: "Priority of the documents; higher numbers are processed first.") var priority = 0
        @Option(help: "Owner of the documents, in a store shared with a service.") var owner: String?
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            let owner = self.owner.map { OwnerID($0) } ?? .local
            try await local.checkReserved(owner)
            for file in files {
                let data = try NamedFile.read(file, limit: InputFile.documentLimit)
                let name = NamedFile.name(file)
                let (kind, mediaType) = try check(data, name)
                let document = try await local.client.importDocument(
                    data, owner: owner, kind: kind, fileName: name,
                    mediaType: mediaType, priority: priority)
                _ = try await local.client.process(document.id, in: .all)
                StandardOutput.print("\(document.id)  \(name)")
            }
        }

        /// Returns the given kind, or the first that accepts the bytes, with the media type.
        ///
        /// If none accepts them, the first kind's refusal is thrown.
        private func check(_ data: Data, _ name: String) throws -> (kind: KindName, mediaType: String) {
            let kinds = try kind.map { [try Program.kind(KindName($0))] } ?? Program.current.kinds
            var refusal = Failure(.unsupportedType, "No kind of content accepts \(name).")
            for (place, kind) in kinds.enumerated() {
                do {
                    return (kind.name, try kind.mediaType(of: data, fileName: name))
                } catch  where place == 0 {
                    refusal = Failure(error)
                } catch {
                    continue
                }
            }
            throw refusal
        }
    }
}
