import FailureModel
import Foundation
import Pipeline
import Portfolio

/// A portfolio's manifest with the results and artefacts of its files.
struct PortfolioParts {
    /// The manifest and its inputs.
    let contents: PortfolioContents
    private let parts: [Part]

    /// Reads the manifest of a document and the analyses of its parts.
    ///
    /// - Throws: `malformed_portfolio`, only for a hand-made document.
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

    /// Returns the part of an input's file; `nil` for a link or a text.
    func part(of input: Int) -> Part? {
        guard contents.manifest.inputs.indices.contains(input),
            case .file(let place, _) = contents.manifest.inputs[input].source, parts.indices.contains(place)
        else { return nil }
        return parts[place]
    }

    /// Returns the artefact with a name of an input's file.
    func artefact(_ name: String, of input: Int) -> Artefact? { part(of: input)?.artefact(name) }
}
