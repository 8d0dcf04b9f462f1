import Curl
import Foundation
import Pipeline

extension S3ArtefactStore {
    /// The text of the marker before a catalogue has claimed the artefacts.
    static let unclaimed = "Artefacts of Formwright.\n"

    /// Returns the ID of the catalogue that the artefacts belong to.
    ///
    /// Artefacts that belong to none are claimed.
    ///
    /// - Parameter id: the ID of the catalogue that asks.
    /// - Returns: its own ID, or that of another catalogue.
    /// - Throws: ``ObjectStoreError``.
    package func owner(claiming id: String) throws -> String {
        let known = try marker()
        if let owner = known.flatMap(Self.owner) { return owner }
        let claim = Data((Self.unclaimed + Self.title + id + "\n").utf8)
        try client.put(keys.marker, .bytes(claim), hash: ContentID(of: claim))
        // Of several that claim at once, the last one stays.
        return try marker().flatMap(Self.owner) ?? id
    }

    private static let title = "Catalogue: "

    private func marker() throws -> String? {
        var sink = MemorySink(hashing: false, limit: 1 << 16)
        let object = try client.get(keys.marker) {
            sink = MemorySink(hashing: false, limit: 1 << 16)
            return sink
        }
        return object == nil ? nil : String(decoding: sink.take(), as: UTF8.self)
    }

    private static func owner(in marker: String) -> String? {
        marker.split(whereSeparator: \.isNewline).first { $0.hasPrefix(title) }.map {
            String($0.dropFirst(title.count))
        }
    }
}
