import FailureModel
import Foundation
import Pipeline
import Portfolio
import PortfolioInputs

/// A portfolio's manifest with what became of its files, and the artefacts of these.
struct PortfolioParts {
    /// The manifest and its inputs.
    let contents: PortfolioContents
    private let parts: [Part]

    /// Reads the manifest of a document and the analyses of its parts.
    ///
    /// - Throws: `malformed_portfolio`, which only a document that was made by hand gives.
    init(_ context: StageContext) throws {
        let manifest: PortfolioManifest
        do {
            manifest = try JSONDecoder().decode(PortfolioManifest.self, from: try context.original())
        } catch is DecodingError {
            throw Failure(.malformedPortfolio, "The manifest of the portfolio cannot be read.")
        }
        parts = context.parts
        contents = PortfolioContents(manifest, parts: try parts.map { try Self.result(of: $0, context) })
    }

    private static func result(of part: Part, _ context: StageContext) throws -> PortfolioContents.Part {
        guard let document = part.document else {
            return .failed(Failure(.contentUnknown, "The file was deleted before the portfolio was made."))
        }
        if let failure = document.failure { return .failed(failure.failure) }
        guard document.state == .ready, let artefact = part.artefact(PortfolioInputKind.ArtefactName.analysis) else {
            return .failed(Failure(.contentUnknown, "The file has not been analysed."))
        }
        do {
            return .analysed(try JSONDecoder().decode(InputAnalysis.self, from: try context.bytes(of: artefact)))
        } catch is DecodingError {
            return .failed(Failure(.internalError, "The analysis of the file cannot be read."))
        }
    }

    /// The part that an input's file is; nil for a link or a text.
    func part(of input: Int) -> Part? {
        guard contents.manifest.inputs.indices.contains(input),
            case .file(let place, _) = contents.manifest.inputs[input].source, parts.indices.contains(place)
        else { return nil }
        return parts[place]
    }

    /// The artefact of an input's file with this name.
    func artefact(_ name: String, of input: Int) -> Artefact? { part(of: input)?.artefact(name) }
}
