import Files
package import Pipeline
package import Portfolio

extension PortfolioEdition {
    /// Returns the inputs of a fill with this edition.
    ///
    /// - Throws: `EncodingError`, which cannot occur.
    package func inputs() throws -> [PipelineClient.Input] {
        [
            PipelineClient.Input(
                name: Self.artefactName, mediaType: "application/json", bytes: try JSONText.compact(self))
        ]
    }
}
