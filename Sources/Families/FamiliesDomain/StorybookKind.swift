package import FailureModel
package import Foundation
package import Pipeline
import Storybook

/// The kind of storybooks, with documents that refer to their pictures.
///
/// | stage | reads | publishes |
/// |---|---|---|
/// | `check` | the manifest, the parts | the facts `artworks` and `omissions` |
/// | `typeset` | the manifest, the cleaned pictures of the parts | `book.pdf` and `cover.pdf`, or `page.pdf`; `report.json`; the fact `pages` |
package struct StorybookKind: Kind {
    /// The kind's name in `pipeline.yaml` and in documents.
    package static let name: KindName = "storybook"

    /// Names of the artefacts that the stages publish.
    package enum ArtefactName {
        /// The book.
        package static let book = "book.pdf"
        /// The cover only, in the format of printers.
        package static let cover = "cover.pdf"
        /// A single page.
        package static let page = "page.pdf"
        /// The report on the book.
        package static let report = "report.json"
    }

    /// Names of the facts that the stages publish.
    package enum FactName {
        /// The number of printable artworks.
        package static let artworks = "artworks"
        /// The number of ordered artworks that cannot be printed.
        package static let omissions = "omissions"
        /// The number of pages.
        package static let pages = "pages"
    }

    /// The media type of manifests.
    package static let mediaType = "application/vnd.formwright.storybook+json"
    /// The maximum size of a manifest in bytes.
    package static let sizeLimit = 512 << 20

    /// Creates the kind.
    package init() {}

    package var name: KindName { Self.name }
    package var errors: [ErrorRow] { ErrorRow.storybook }

    package func content(reading settings: SettingsNode?) -> ContentKind {
        ContentKind(
            name, processing: [.init(BookCheckStage(), limits: StageLimits(wallTime: .seconds(2 * 60)))],
            filling: [.init(BookStage(), limits: StageLimits(wallTime: .seconds(30 * 60)))])
    }

    /// Rejects files, because a book is made from a family's artworks.
    package func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        throw Failure(
            .unsupportedType, "A storybook is made of the artworks of a family; \(fileName) has none of them.")
    }

    package func role(of fileName: String) -> FileRole {
        .original(stem: BookOrder.stem(of: fileName) ?? fileName)
    }

    /// No inputs, because the manifest contains everything.
    package var inputsOfLoneOriginal: [PipelineClient.Input]? { [] }

    package var analysed: [Deliverable] { [] }

    package var filled: [Deliverable] {
        [
            Deliverable(ArtefactName.book, as: "storybook.pdf"), Deliverable(ArtefactName.cover, as: "cover.pdf"),
            Deliverable(ArtefactName.page, as: "page.pdf"), Deliverable(ArtefactName.report, as: "report.json"),
        ]
    }
}
