import Files
import Foundation
package import Pipeline
package import Trading

extension StageContext {
    /// Stores a value as JSON with ISO 8601 dates, and returns its artefact.
    func put(_ value: some Encodable, named name: String) throws -> Artefact {
        try checkCancellation()
        return try put(named: name, mediaType: "application/json") { append in
            try JSONStream.write(value) { try append(Data($0)) }
        }
    }
}

extension EntryText.Reader {
    /// Reads a stored text in chunks.
    package mutating func read(_ content: ContentID, of byteCount: Int64, in artefacts: any ArtefactStore) throws {
        var offset: Int64 = 0
        while offset < byteCount {
            let piece = try artefacts.read(content, in: offset..<min(offset + StageContext.pieceLength, byteCount))
            guard !piece.isEmpty else { break }
            try read(piece)
            offset += Int64(piece.count)
        }
    }
}
