import ChildPrograms
package import FailureModel
import Files
package import Foundation
package import Pipeline
import Portfolio

/// The kind of portfolios, with documents that refer to their files.
///
/// | stage | reads | publishes |
/// |---|---|---|
/// | `score` | the manifest, `analysis.json` of the parts | `scores.json`; the facts `inputs` and `failures` |
/// | `arrange` | these | `arrangement.json`, `portfolio.json` with media by name, `media.zip` with these |
/// | `assist` (filling, only with a command in the settings) | the pictures without an alternative text | `assistant.json` |
/// | `typeset` (filling) | these, the originals, the input `edition.json` | `book.pdf`, `report.json`; with an edition that asks for it or with descriptions by the assistant, the files of `arrange` again |
/// | `picture`, on demand | `book.pdf`, a ``BookPictureRequest`` | nothing: it replies with a PNG file |
package struct PortfolioKind: Kind {
    /// The kind's name in `pipeline.yaml` and in documents.
    package static let name: KindName = "portfolio"

    /// Names of the artefacts that the stages read and publish.
    package enum ArtefactName {
        /// The features, scores and reasons.
        package static let scores = "scores.json"
        /// The arrangement with reasons.
        package static let arrangement = "arrangement.json"
        /// The JSON for apps, with media by name.
        package static let portfolio = "portfolio.json"
        /// The referenced media.
        package static let media = "media.zip"
        /// The answers of the assistant.
        package static let assistant = "assistant.json"
        /// The book.
        package static let book = "book.pdf"
        /// The report on all inputs and the book.
        package static let report = "report.json"
    }

    /// Names of the facts that the stages publish.
    package enum FactName {
        /// The number of inputs.
        package static let inputs = "inputs"
        /// The number of unusable inputs.
        package static let failures = "failures"
        /// The number of pages of the latest book.
        package static let pages = "pages"
    }

    /// The media type of manifests.
    package static let mediaType = "application/vnd.formwright.portfolio+json"
    /// The folder of media in the outbox, beside the JSON.
    package static let mediaFolder = "media/"

    /// Creates the kind.
    package init() {}

    package var name: KindName { Self.name }
    package var settingsSection: String? { PortfolioSettings.section }
    package var errors: [ErrorRow] { ErrorRow.portfolios }

    package func content(reading settings: SettingsNode?) -> ContentKind {
        let settings = PortfolioSettings(reading: settings)
        var filling: [ContentKind.PlannedStage] = []
        if let command = settings.assistant {
            // A command that waits for its answer uses no CPU. If the stage timed out before its commands, the fill
            // would fail for lack of descriptions.
            let calls = PortfolioLimits.inputs / PictureAssistant.picturesPerCall
            filling.append(
                .init(
                    AssistStage(assistant: PictureAssistant(command: command)),
                    limits: StageLimits(
                        attempts: 1, wallTime: .seconds(10 * 60) + command.timeLimit * calls,
                        stall: StageLimits().stall + command.timeLimit)))
        }
        filling.append(
            .init(PortfolioBookStage(), limits: StageLimits(wallTime: .seconds(30 * 60), fileSize: .mebibytes(4096))))
        return ContentKind(
            name,
            processing: [
                .init(ScoreStage(), limits: StageLimits(wallTime: .seconds(2 * 60))),
                .init(
                    ArrangeStage(), limits: StageLimits(wallTime: .seconds(10 * 60), fileSize: .mebibytes(8192))),
            ], filling: filling, onDemand: [.init(BookPictureStage(), limits: BookPictureStage.limits)])
    }

    /// Rejects single files, because a portfolio is a folder of files.
    package func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        throw Failure(
            .unsupportedType,
            "A portfolio is a folder of files; drop it in a watched folder, or use “formwright portfolio”.")
    }

    package func role(of fileName: String) -> FileRole { .original(stem: fileName) }

    /// No inputs, because the manifest contains everything.
    package var inputsOfLoneOriginal: [PipelineClient.Input]? { [] }

    package var analysed: [Deliverable] { [] }

    package var filled: [Deliverable] {
        [ArtefactName.book, ArtefactName.portfolio, ArtefactName.media, ArtefactName.report].map {
            Deliverable($0, as: $0)
        }
    }

    /// Returns the JSON with its media in the folder of `media.zip`; anything else unchanged.
    package func delivered(
        _ bytes: Data, of artefact: String, document: Document, with inputs: [PipelineClient.Input]
    ) throws -> Data? {
        guard artefact == ArtefactName.portfolio else { return bytes }
        return try Self.json(bytes) { Self.mediaFolder + $0 }
    }

    /// Returns the bytes of a `portfolio.json` with other media addresses.
    ///
    /// - Parameters:
    ///   - bytes: The artefact, with media by name.
    ///   - address: Returns the address for a name.
    /// - Returns: The JSON with these addresses.
    /// - Throws: `DecodingError`, which an artefact never causes.
    package static func json(_ bytes: Data, address: (String) -> String) throws -> Data {
        var response = try JSONDecoder().decode(PortfolioResponse.self, from: bytes)
        response.portfolio.mapMedia(address)
        return try JSONText.encode(response)
    }
}
