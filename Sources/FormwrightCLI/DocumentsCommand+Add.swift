import ArgumentParser
import FailureModel
import Forms
import Formwright
import Foundation
import Pipeline

extension DocumentsCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Puts documents into the store; a worker analyses them.")
        @Argument(help: "Files, such as forms as PDF, JPEG, PNG or TIFF.", completion: .file()) var files: [String]
        @Option(help: "What the files are, of the kinds in pipeline.yaml; the first that takes a file unless given.")
        var kind: String?
        @Option(help: "Urgent work first: a greater number is earlier.") var priority = 0
        @Option(help: "The owner of the documents, for a store that a service shares.") var owner: String?
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            for file in files {
                let data = try NamedFile.read(file, limit: Limits().fileSize)
                let name = NamedFile.name(file)
                let (kind, mediaType) = try check(data, name)
                let document = try await local.client.importDocument(
                    data, owner: owner.map { OwnerID($0) } ?? .local, kind: kind, fileName: name,
                    mediaType: mediaType, priority: priority)
                _ = try await local.client.process(document.id, in: .all)
                StandardOutput.print("\(document.id)  \(name)")
            }
        }

        /// The kind that is named, or the first that takes the bytes. Where none does, the first says why.
        private func check(_ data: Data, _ name: String) throws -> (kind: KindName, mediaType: String) {
            let kinds = try kind.map { [try Program.kind(KindName($0))] } ?? Program.current.kinds
            var refusal = Failure(.unsupportedType, "No kind of content takes \(name).")
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
