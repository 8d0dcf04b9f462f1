package import FailureModel
package import Foundation
package import Pipeline

/// The kind for a dropped ZIP file, unpacked under the limits of a stage.
///
/// | stage | reads | publishes |
/// |---|---|---|
/// | `unpack` | the original | each member as `member-00001` and so on; `members.json`, see ``ArchiveMembers`` |
///
/// The members become documents of other kinds. Once these exist, the archive's document can be deleted.
package struct ArchiveKind: Kind {
    /// The kind's name in documents.
    package static let name: KindName = "archive"

    private let limits: DroppedLimits

    /// Creates the kind with limits for archives.
    package init(limits: DroppedLimits = DroppedLimits()) {
        self.limits = limits
    }

    package var name: KindName { Self.name }
    package var errors: [ErrorRow] { ErrorRow.droppedArchives }

    package func content(reading settings: SettingsNode?) -> ContentKind {
        // The stage writes copies of the archive and its members.
        let fileSize = ByteCount(bytes: max(limits.byteCount, limits.fileSize) + 64 << 20)
        let stage = StageLimits(
            wallTime: .seconds(900), memory: .mebibytes(512), fileSize: fileSize, stall: .seconds(60))
        return ContentKind(name, processing: [.init(UnpackStage(limits: limits), limits: stage)], filling: [])
    }

    package func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        guard byteCount > 0 else { throw Failure(.inputEmpty, "\(fileName) is empty.") }
        guard byteCount <= limits.byteCount else {
            throw Failure(.inputTooLarge, "\(fileName) is larger than the limit of \(limits.byteCount >> 20) MB.")
        }
        // The signature of a member, or of an empty archive's end.
        guard head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06]) else {
            throw Failure(.unsupportedType, "\(fileName) is not a ZIP archive.")
        }
        return "application/zip"
    }

    package func role(of fileName: String) -> FileRole { .original(stem: fileName) }

    package var analysed: [Deliverable] { [] }
    package var filled: [Deliverable] { [] }
}
