import FailureModel
package import Foundation
package import Pipeline
import Portfolio

/// The kind of a portfolio's file: a picture, a video, a PDF or a text.
///
/// | stage | reads | publishes |
/// |---|---|---|
/// | `analyse` | the original | `analysis.json` (``InputAnalysis``); renditions; of an SVG `drawing.pdf`; of a video `stream.mp4` |
///
/// The original, with everything that a camera recorded, is never delivered.
package struct PortfolioInputKind: Kind {
    /// The kind's name in `pipeline.yaml` and in documents.
    package static let name: KindName = "portfolio-input"

    /// The name of the stage.
    package static let analyse: StageName = "analyse"

    /// Names of the artefacts other than renditions.
    package enum ArtefactName {
        /// The facts about the file as JSON.
        package static let analysis = "analysis.json"
        /// An SVG as vectors on one page.
        package static let drawing = "drawing.pdf"
        /// A video that can be streamed.
        package static let stream = "stream.mp4"
    }

    /// Creates the kind.
    package init() {}

    package var name: KindName { Self.name }

    package func content(reading settings: SettingsNode?) -> ContentKind {
        // A long video takes long, but its processing reports progress, which restarts the limit of CPU time. A file
        // that crashes a library is tried once more. One that takes longer than any legitimate file is not, which the
        // stage itself ensures.
        let limits = StageLimits(
            attempts: 2, wallTime: VideoTools.longestTranscoding + .seconds(600), cpuTime: .seconds(45),
            memory: .mebibytes(1536),
            fileSize: .mebibytes(1024), stall: .seconds(15))
        return ContentKind(name, processing: [.init(AnalyseStage(), limits: limits)], filling: [])
    }

    package func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        guard byteCount > 0 else { throw Failure(.inputEmpty, "\(fileName) is empty.") }
        guard byteCount <= PortfolioLimits.fileSize else {
            throw Failure(
                .inputTooLarge, "\(fileName) is larger than the limit of \(PortfolioLimits.fileSize >> 20) MB.")
        }
        guard let type = InputType(head: head, isWhole: byteCount <= Int64(head.count)) else {
            throw Failure(.unsupportedType, "\(fileName) is not a picture, video, PDF or text that can be read.")
        }
        return type.mediaType
    }

    /// Returns the role of an original, with the name before the last suffix as stem.
    package func role(of fileName: String) -> FileRole {
        let stem = fileName.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
        return .original(stem: stem.isEmpty ? fileName : stem)
    }

    package var analysed: [Deliverable] { [] }
    package var filled: [Deliverable] { [] }
}
