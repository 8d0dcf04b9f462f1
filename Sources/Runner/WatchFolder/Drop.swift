import Foundation
import Pipeline

/// Files taken from an inbox together, and the progress of the work on them.
///
/// Stored as `drop.json` in the drop's folder under `<inbox>/.formwright/drops`. It is written before any step that it
/// describes, so that another process can resume after a crash.
public struct Drop: Sendable, Codable {
    /// The name of the folder, and the ID of the document if there is only one.
    var id: UUID
    /// The stem of the names of results.
    var stem: String
    /// The name under which the original was dropped; `nil` if only inputs were dropped.
    var original: String?
    /// The name under which the inputs were dropped.
    var inputs: String?
    /// The original for inputs that were dropped alone.
    var source: KnownOriginal?
    /// The state of the files when they were found complete, by their name in the drop's folder.
    var seen: [String: FileFacts]?
    /// The digest of all that is in the original, if that is a folder; see ``TreeListing/digest``.
    var tree: String?
    /// The document that a folder or archive has become, so that a repetition of the work continues with it.
    var whole: DocumentID?
    /// The fill whose results are delivered for a folder, an archive, or inputs of one.
    var fill: Membership.Fill?
    /// When the files were taken, by which an order knows what was dropped before it.
    var claimed: Timestamp?
    /// The number of the first record that is not finished, from 1; all records before it are.
    var nextRecord = 1
    /// The number of finished records that were filled; `failed` counts those that failed.
    var filled = 0
    var failed = 0
    /// How far a file of a collection has come; `nil` until it has been added to it.
    var membership: Membership?
    /// Set once all that remains is to move the files away.
    var ending: Ending?
    /// Where files have been moved or are about to be, by their name in the drop's folder.
    var places: [String: Place] = [:]

    /// What a file of a collection has become.
    struct Membership: Sendable, Codable, Equatable {
        /// The document that was filled to be delivered by this drop, and the number of the fill.
        var fill: Fill?

        struct Fill: Sendable, Codable, Equatable {
            var document: DocumentID
            var number: Int
        }
    }

    /// How the work on a drop ended.
    enum Ending: Sendable, Codable, Equatable {
        case done
        case failed(DropFailure)
    }

    /// The final place of a file.
    struct Place: Sendable, Codable {
        var name: String
        /// Whether the file was copied there and its source still has to be removed.
        var isCopied: Bool
    }

    /// The names of the files in the drop's folder.
    static let originalFile = "original"
    static let inputsFile = "inputs"

    /// The files, and the names under which they were dropped.
    var files: [(file: String, name: String)] {
        [(Self.originalFile, original), (Self.inputsFile, inputs)].compactMap { file, name in name.map { (file, $0) } }
    }

    /// The document of a record; the same one each time the work is repeated.
    func document(ofRecord number: Int, isNumbered: Bool) -> DocumentID {
        guard isNumbered else { return DocumentID(id) }
        return DocumentID(digestOf: "\(id.uuidString) \(number)")
    }

    /// The document of a file of a collection of an owner; the same one each time the work is repeated.
    func document(of owner: OwnerID) -> DocumentID {
        owner == .local ? DocumentID(id) : DocumentID(digestOf: "\(id.uuidString) \(owner.text)")
    }
}

/// What is needed to fill an original that was dropped earlier, or a standing one.
struct KnownOriginal: Sendable, Codable, Hashable {
    var content: String
    var byteCount: Int64
    var mediaType: String
    var fileName: String
    /// The document that a folder or archive has become; `nil` for an original that is a file.
    var document: DocumentID?
    /// The permissions that results may have which are made of it; `nil` if these are not known.
    var permissions: UInt32?

    /// Whether its bytes are still stored: once no document needs them, they are collected like any other garbage.
    func isStored(in artefacts: any ArtefactStore) throws -> Bool {
        try ContentID(hex: content).map { try artefacts.contains($0) } ?? false
    }
}
