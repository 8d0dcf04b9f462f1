import FailureModel
import Foundation
import Pipeline
import Portfolio

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
        contents = PortfolioContents(
            manifest,
            parts: try parts.map { part in
                try PortfolioContents.Part(part) { artefact in
                    try JSONDecoder().decode(InputAnalysis.self, from: try context.bytes(of: artefact))
                }
            })
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
