import Files
import Foundation
import Pipeline

/// Files claimed from an inbox together, and the progress of their processing.
///
/// Stored as `drop.json` in the drop's folder under `<inbox>/.formwright/drops`. It is written before each step that it
/// describes, so that another process can resume after a crash.
public struct Drop: Sendable, Codable {
    /// The name of the drop's folder, and the ID of a single document.
    var id: UUID
    /// The stem of result names.
    var stem: String
    /// The name under which the original was dropped; `nil` if only inputs were dropped.
    var original: String?
    /// The name under which the inputs were dropped.
    var inputs: String?
    /// The original for inputs dropped alone.
    var source: KnownOriginal?
    /// The facts of the files when found complete, by name in the drop's folder.
    var seen: [String: FileFacts]?
    /// The digest of the original if it is a folder; see ``TreeListing/digest``.
    var tree: String?
    /// The document made from a folder or archive, for repetitions of the work.
    var whole: DocumentID?
    /// The fill with the results to deliver for a folder, an archive or their inputs.
    var fill: Membership.Fill?
    /// When the files were claimed; an order waits for drops claimed earlier.
    var claimed: Timestamp?
    /// The number of the first unfinished record, from 1.
    var nextRecord = 1
    /// The number of filled records; `failed` counts those that failed.
    var filled = 0
    var failed = 0
    /// State of a file added to a collection or row; `nil` until then.
    var membership: Membership?
    /// The ending; `nil` while the drop is being processed.
    var ending: Ending?
    /// Final or intended places of files, by name in the drop's folder.
    var places: [String: Place] = [:]

    /// The state of a file that was added to a collection or row.
    struct Membership: Sendable, Codable, Equatable {
        /// The fill with the results that this drop delivers.
        var fill: Fill?

        struct Fill: Sendable, Codable, Equatable {
            var document: DocumentID
            var number: Int
        }
    }

    /// How the processing of a drop ended.
    enum Ending: Sendable, Codable, Equatable {
        case done
        case failed(DropFailure)
    }

    /// The final place of a file.
    struct Place: Sendable, Codable {
        var name: String
        /// Whether the file was copied there, so that its source remains to be removed.
        var isCopied: Bool
    }

    /// File names in the drop's folder.
    static let originalFile = "original"
    static let inputsFile = "inputs"

    /// The files, with the names under which they were dropped.
    var files: [(file: String, name: String)] {
        [(Self.originalFile, original), (Self.inputsFile, inputs)].compactMap { file, name in name.map { (file, $0) } }
    }

    /// Returns the document ID of a record.
    ///
    /// It is the same whenever the work is repeated.
    func document(ofRecord number: Int, isNumbered: Bool) -> DocumentID {
        guard isNumbered else { return DocumentID(id) }
        return DocumentID(digestOf: "\(id.uuidString) \(number)")
    }

    /// Returns the document ID of a collection's file for an owner.
    ///
    /// It is the same whenever the work is repeated.
    func document(of owner: OwnerID) -> DocumentID {
        owner == .local ? DocumentID(id) : DocumentID(digestOf: "\(id.uuidString) \(owner.text)")
    }
}

/// An original for later inputs, dropped earlier or standing.
struct KnownOriginal: Sendable, Codable, Hashable {
    var content: String
    var byteCount: Int64
    var mediaType: String
    var fileName: String
    /// The document of a folder or archive; `nil` if the original is a file.
    var document: DocumentID?
    /// The maximum permissions of results made from it; `nil` if unknown.
    var permissions: UInt32?

    /// Returns whether the bytes are still stored.
    ///
    /// Once no document needs them, they are collected like any other garbage.
    func isStored(in artefacts: any ArtefactStore) throws -> Bool {
        try ContentID(hex: content).map { try artefacts.contains($0) } ?? false
    }
}
