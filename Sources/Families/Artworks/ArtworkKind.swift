package import FailureModel
package import Foundation
package import Pipeline
package import Vips

/// The kind of a child's picture.
///
/// | stage | reads | publishes |
/// |---|---|---|
/// | `check` | the original | `picture.jpg`, or `picture.png` if any pixel is transparent; the facts `width`, `height` and `taken` |
/// | `thumbnail` | that picture | `large.jpg`, `thumb.jpg` |
///
/// The original, with everything that the camera recorded, is never delivered.
package struct ArtworkKind: Kind {
    /// The kind's name in `pipeline.yaml` and in documents.
    package static let name: KindName = "artwork"

    /// Names of the artefacts that the stages publish.
    package enum ArtefactName {
        /// The cleaned picture as a JPEG.
        package static let jpeg = "picture.jpg"
        /// The cleaned picture as a PNG.
        package static let png = "picture.png"
        /// The picture for a page.
        package static let large = "large.jpg"
        /// The picture for a list.
        package static let thumb = "thumb.jpg"
    }

    /// Names of the facts that the stages publish.
    package enum FactName {
        /// The number of columns of the cleaned picture.
        package static let width = "width"
        /// The number of rows of the cleaned picture.
        package static let height = "height"
        /// The time of the photo by the camera's clock, as `2026-01-31T09:30:00`, if known.
        package static let taken = "taken"
    }

    /// The maximum size of an upload in bytes.
    package static let sizeLimit = 25 << 20
    /// The accepted types of uploads.
    package static let types: [PictureType] = [.jpeg, .png, .webp, .heic, .tiff]

    /// Creates the kind.
    package init() {}

    package var name: KindName { Self.name }
    package var errors: [ErrorRow] { ErrorRow.artworks }

    package func content(reading settings: SettingsNode?) -> ContentKind {
        let limits = StageLimits(wallTime: .seconds(120), cpuTime: .seconds(60))
        return ContentKind(
            name,
            processing: [.init(CheckStage(), limits: limits), .init(ThumbnailStage(), limits: limits)], filling: [])
    }

    package func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        guard byteCount > 0 else { throw Failure(.inputEmpty, "\(fileName) is empty.") }
        guard byteCount <= Self.sizeLimit else {
            throw Failure(.inputTooLarge, "\(fileName) is larger than the limit of \(Self.sizeLimit >> 20) MB.")
        }
        guard let type = PictureType(head: head), Self.types.contains(type) else {
            throw Failure(.unsupportedType, "\(fileName) is not a JPEG, PNG, WebP, HEIC or TIFF file.")
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
