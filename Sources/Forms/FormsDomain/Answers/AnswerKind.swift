package import FailureModel
package import FormImport
import Formwright
package import Foundation
package import Pipeline

/// The content kind of a filled copy of one of the office's forms.
///
/// | stage | reads | publishes |
/// |---|---|---|
/// | `read` | the original; the form's file and fields, as the store has them | `cells.json`: the cells; `pictures`: PNG files of doubtful ones, one after another; the facts `cells` and `doubtful` |
package struct AnswerKind: Kind {
    /// The kind's name in `pipeline.yaml` and in documents.
    package static let name: KindName = "answer"

    /// The names of the artefacts that the stage publishes.
    package enum ArtefactName {
        /// The cells, an ``AnswerCells`` as JSON.
        package static let cells = "cells.json"
        /// The pictures of doubtful cells.
        package static let pictures = "pictures"
    }

    /// The names of the facts that the stage publishes.
    package enum FactName {
        /// The number of cells.
        package static let cells = "cells"
        /// The number of doubtful cells.
        package static let doubtful = "doubtful"
    }

    private let limits: Limits

    /// Creates the kind.
    ///
    /// - Parameter limits: the limits on files, pages and pictures.
    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    package var name: KindName { Self.name }
    package var settingsSection: String? { FormStageOptions.section }
    package var errors: [ErrorRow] { ErrorRow.answers }

    package func content(reading settings: SettingsNode?) -> ContentKind {
        let options = FormStageOptions(reading: settings)
        return ContentKind(
            name,
            processing: [
                .init(
                    ReadAnswerStage(language: options.form.language, limits: limits),
                    limits: StageLimits(wallTime: .seconds(30 * 60))
                ) { document, _, store, _ in
                    try await AnswerRequest.data(for: document, in: store)
                }
            ], filling: [])
    }

    package func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        try Importer(limits: limits).type(ofHead: head, byteCount: byteCount, fileName: fileName).mimeType
    }

    /// Returns the role of an original, with the name before the last suffix as stem.
    package func role(of fileName: String) -> FileRole {
        let stem = fileName.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
        return .original(stem: stem.isEmpty ? fileName : stem)
    }

    package var analysed: [Deliverable] { [Deliverable(ArtefactName.cells, as: "cells.json")] }
    package var filled: [Deliverable] { [] }
}
