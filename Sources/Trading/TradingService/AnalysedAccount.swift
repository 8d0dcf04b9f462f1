import FailureModel
import Pipeline

/// The newest document of an account with figures.
struct AnalysedAccount: Sendable {
    /// The account's name.
    let name: String
    /// The document.
    let document: Document
    /// The artefacts of its analysis.
    let published: [PublishedArtefact]

    /// Returns an artefact of the analysis.
    ///
    /// - Throws: `artefact_missing`.
    func artefact(_ name: String) throws(Failure) -> Artefact {
        guard let artefact = published.last(where: { $0.artefact.name == name })?.artefact else {
            throw Failure(.artefactMissing, "The analysis has published no \(name).")
        }
        return artefact
    }
}
