import Files
package import Pipeline
package import Portfolio

extension PortfolioEdition {
    /// Returns the inputs of a fill by this edition.
    ///
    /// - Throws: `EncodingError`, which does not occur.
    package func inputs() throws -> [PipelineClient.Input] {
        [
            PipelineClient.Input(
                name: Self.artefactName, mediaType: "application/json", bytes: try JSONText.compact(self))
        ]
    }
}
