import FailureModel
import Foundation
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
        let type = try kind.mediaType(of: upload, fileName: name)
        (document, files) = try await TestPipeline([kind]).run { client in
            try await client.results(of: upload, kind: kind.name, fileName: name, mediaType: type)
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
