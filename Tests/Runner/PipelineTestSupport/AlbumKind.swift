import FailureModel
package import Foundation
package import Pipeline

/// A kind whose documents are made of files that arrive over time.
///
/// The pages of the album `trip` are `trip.NUMBER.page`. Analysing an album joins the texts of its pages; filling it
/// converts the result to upper case.
package struct AlbumKind: CollectionKind {
    package let name: KindName = "album"
    package let fileKind: any Kind = PageKind()
    package let inputsOfLoneOriginal: [PipelineClient.Input]? = []
    package let analysed: [Deliverable] = []
    package let filled = [Deliverable("print.txt", as: "print.txt"), Deliverable("count.txt", as: "count.txt")]

    /// Creates the kind.
    package init() {}

    package func content(reading settings: SettingsNode?) -> ContentKind {
        ContentKind(name, processing: [.init(Join())], filling: [.init(Print())])
    }

    package func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        throw Failure(.unsupportedType, "An album is made of pages.")
    }

    package func role(of fileName: String) -> FileRole { .original(stem: collection(of: fileName) ?? fileName) }

    /// Returns what comes before the first point in `NAME.NUMBER.page`, `NAME.key` and `NAME.owner`.
    package func collection(of fileName: String) -> String? {
        let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, let suffix = parts.last, ["page", "key", "owner"].contains(suffix) else { return nil }
        return String(parts[0])
    }

    /// The newest key, for pages.
    package func companions(of fileName: String, among fileNames: [String]) -> [Int] {
        guard fileName.hasSuffix(".page") else { return [] }
        return fileNames.lastIndex { $0.hasSuffix(".key") }.map { [$0] } ?? []
    }

    package func owner(namedBy file: Document) -> OwnerID? { file.facts["owner"].map { OwnerID($0) } }

    package func manifest(of name: String, files: [CollectionFile]) throws -> CollectionManifest {
        let lines = files.map { "\($0.name) \($0.content.hex)" }
        return CollectionManifest(
            bytes: Data(lines.joined(separator: "\n").utf8), fileName: name + ".album", mediaType: "text/plain")
    }

    /// Publishes `album.txt`: the texts of all pages that could be read, in their alphabetical order.
    ///
    /// The text `torn` fails the album.
    private struct Join: Stage {
        let name: StageName = "join"

        func run(_ context: StageContext) async throws -> StageOutcome {
            let texts = try context.parts.compactMap { part in
                try part.artefact("text.txt").map { String(decoding: try context.bytes(of: $0), as: UTF8.self) }
            }
            if texts.contains("torn") { return .fail(Failure("torn", "A page of the album is torn.")) }
            let album = Data(texts.filter { !$0.isEmpty }.sorted().joined(separator: " ").utf8)
            return .done([try context.put(album, named: "album.txt", mediaType: "text/plain")])
        }
    }

    /// Publishes `print.txt`, the album in upper case, and `count.txt`, the number of words; the input `paper` is
    /// appended.
    private struct Print: Stage {
        let name: StageName = "print"

        func run(_ context: StageContext) async throws -> StageOutcome {
            var text = String(decoding: try context.bytes(of: "album.txt", from: "join"), as: UTF8.self).uppercased()
            if context.artefact("paper", from: .inputs) != nil {
                text += " ON " + String(decoding: try context.bytes(of: "paper", from: .inputs), as: UTF8.self)
            }
            let count = Data(String(text.split(separator: " ").count).utf8)
            return .done([
                try context.put(Data(text.utf8), named: "print.txt", mediaType: "text/plain"),
                try context.put(count, named: "count.txt", mediaType: "text/plain"),
            ])
        }
    }
}

/// The kind of the files of an album.
///
/// A page is a word; `?` cannot be read, and a word that begins with `#` only with the key of the album, which replaces
/// the sign. A file `NAME.owner` names the owner of the album.
package struct PageKind: Kind {
    package let name: KindName = "page"
    package let analysed: [Deliverable] = []
    package let filled: [Deliverable] = []

    /// Creates the kind.
    package init() {}

    package func content(reading settings: SettingsNode?) -> ContentKind {
        ContentKind(name, processing: [.init(Read())], filling: [])
    }

    package func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        if byteCount == 0 { throw Failure(.inputEmpty, "\(fileName) is empty.") }
        return "text/plain"
    }

    package func role(of fileName: String) -> FileRole { .original(stem: fileName) }

    private struct Read: Stage {
        let name: StageName = "read"

        func run(_ context: StageContext) async throws -> StageOutcome {
            var text = String(decoding: try context.original(), as: UTF8.self)
            let fileName = context.document.fileName
            if fileName.hasSuffix(".owner") { return .done(facts: ["owner": text]) }
            if fileName.hasSuffix(".key") { return .done() }
            if text == "?" { return .fail(Failure("illegible", "The page cannot be read.")) }
            if text.hasPrefix("#") {
                guard let key = context.parts.last?.document else {
                    return .fail(Failure("locked", "The page cannot be read without a key."))
                }
                text = String(decoding: try context.artefacts.read(key.content), as: UTF8.self) + text.dropFirst()
            }
            return .done([try context.put(Data(text.utf8), named: "text.txt", mediaType: "text/plain")])
        }
    }
}
