import Foundation
import Pipeline

/// Files that were taken from an inbox together, and how far the work on them has come: `drop.json` in a folder of their
/// own under `<inbox>/.formwright/drops`. Written before anything it speaks of is done, so that whoever finds it after a
/// crash can go on.
struct Drop: Sendable, Codable {
    /// Names the folder, and the document where there is only one.
    var id: UUID
    /// What results are named by.
    var stem: String
    /// The name that the original was dropped under; nil where only inputs were.
    var original: String?
    /// The name that the inputs were dropped under.
    var inputs: String?
    /// The original that lone inputs are for.
    var source: KnownOriginal?
    /// What the files were when they were found complete, by their name in the drop's folder.
    var seen: [String: FileFacts]?
    /// Records below this number, from 1, are dealt with.
    var nextRecord = 1
    /// Of the records below: how many were filled, and how many failed.
    var filled = 0
    var failed = 0
    /// Set once nothing is left but to put the files away.
    var ending: Ending?
    /// Where files have been put, or are about to be, by their name in the drop's folder.
    var places: [String: Place] = [:]

    enum Ending: Sendable, Codable, Equatable {
        case done
        case failed(DropFailure)
    }

    struct Place: Sendable, Codable {
        var name: String
        /// Whether the file was copied there, and its source is to be removed.
        var isCopied: Bool
    }

    /// The names of the files in the drop's folder.
    static let originalFile = "original"
    static let inputsFile = "inputs"

    /// The files and what they were called.
    var files: [(file: String, name: String)] {
        [(Self.originalFile, original), (Self.inputsFile, inputs)].compactMap { file, name in name.map { (file, $0) } }
    }

    /// The document of a record: always the same one, however often the work is begun.
    func document(ofRecord number: Int, isNumbered: Bool) -> DocumentID {
        guard isNumbered else { return DocumentID(id) }
        let digest = ContentID(of: Data("\(id.uuidString) \(number)".utf8)).hex
        return DocumentID(UUID(hexadecimal: digest) ?? id)
    }
}

/// An original that was dropped before, or stands for all: what is needed to fill it.
struct KnownOriginal: Sendable, Codable, Hashable {
    var content: String
    var byteCount: Int64
    var mediaType: String
    var fileName: String

    /// Whether its bytes are still there: once no document needs them, they are garbage like any other.
    func isStored(in artefacts: any ArtefactStore) throws -> Bool {
        try ContentID(hex: content).map { try artefacts.contains($0) } ?? false
    }
}

extension UUID {
    /// The first 32 hexadecimal digits of a text.
    fileprivate init?(hexadecimal text: String) {
        let digits = Array(text.prefix(32))
        guard digits.count == 32 else { return nil }
        let parts = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
        self.init(uuidString: parts.map { String($0) }.joined(separator: "-"))
    }
}
