import FailureModel
import Foundation
import Logging
import Pipeline
import PipelineTestSupport
import Portfolio
import PortfolioInputs
import TestSupport

/// A file of a portfolio after its stage.
struct Analysed {
    let document: Document
    let files: [String: Data]

    /// Runs the stage on a file, as the runner does.
    init(_ upload: Data, name: String = "work.bin") async throws {
        let kind = PortfolioInputKind()
        let folder = try TemporaryFolder()
        let settings = try PipelineSettings(yaml: "", kinds: [kind])
        let artefacts = try LocalArtefactStore(root: folder.path + "/artefacts")
        let store = try StoreKind.memory.make(in: folder)
        let client = PipelineClient(kinds: settings.kinds, store: store, artefacts: artefacts)
        let runner = Runner(
            name: "test", kinds: settings.kinds, store: store, artefacts: artefacts, settings: settings.runner,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        (document, files) = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await runner.run() }
            defer { group.cancelAll() }
            let added = try await client.importDocument(
                upload, owner: .local, kind: kind.name, fileName: name,
                mediaType: try kind.mediaType(of: upload, fileName: name))
            _ = try await client.process(added.id, in: .all)
            let document = try await client.settled(added.id, in: .all)
            var files: [String: Data] = [:]
            for published in try await store.artefacts(of: added.id, in: .all, fill: nil) {
                files[published.artefact.name] = try artefacts.read(published.artefact.content)
            }
            withExtendedLifetime(folder) {}
            return (document, files)
        }
    }

    var code: ErrorCode? { document.failure?.code }

    /// What is known about the file.
    func analysis() throws -> InputAnalysis {
        guard let bytes = files[PortfolioInputKind.ArtefactName.analysis] else {
            throw Failure(.internalError, "The file was not analysed: \(String(describing: document.failure)).")
        }
        return try JSONDecoder().decode(InputAnalysis.self, from: bytes)
    }

    /// Which files hold a text somewhere.
    func files(with text: String) -> [String] {
        files.filter { $0.value.range(of: Data(text.utf8)) != nil }.keys.sorted()
    }
}

/// The pictures of `testdata/pictures/portfolio`.
enum Fixture {
    static func data(_ name: String) throws -> Data { try TestData.data("pictures/portfolio/" + name) }
}
