import FailureModel
package import Pipeline
package import Portfolio
import PortfolioInputs

extension PortfolioContents.Part {
    /// Creates the result of a part of a portfolio's document.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - read: Returns the analysis in an artefact.
    /// - Throws: The errors of `read`, except those of an artefact that is not an analysis.
    package init(_ part: Pipeline.Part, reading read: (Artefact) throws -> InputAnalysis) throws {
        guard let document = part.document else {
            self = .failed(Failure(.contentUnknown, "The file was deleted before the portfolio was made."))
            return
        }
        if let failure = document.failure {
            self = .failed(failure.failure)
            return
        }
        guard document.state == .ready, let artefact = part.artefact(PortfolioInputKind.ArtefactName.analysis) else {
            self = .failed(Failure(.contentUnknown, "The file has not been analysed."))
            return
        }
        do {
            self = .analysed(try read(artefact))
        } catch is DecodingError {
            self = .failed(Failure(.internalError, "The analysis of the file cannot be read."))
        }
    }
}
