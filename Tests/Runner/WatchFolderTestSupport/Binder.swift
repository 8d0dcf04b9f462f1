package import DroppedArchive
import FailureModel
package import Foundation
package import Pipeline
import PipelineTestSupport
package import WatchFolder

/// Takes in folders of pages: `trip.binder/` and `trip.binder.zip` become an album, and `trip.paper` prints it on other
/// paper.
package struct Binder: TreeHandler {
    package let kind: any Kind = BoundAlbumKind()
    package var isPrivate = false
    package var limits = DroppedLimits(entries: 20, depth: 2, byteCount: 4_000, fileSize: 1_000)
    package var settle = Duration.zero

    /// Creates the receiver.
    package init() {}

    package func role(of name: String, isFolder: Bool) -> TreeRole? {
        func stem(_ suffix: String) -> String? { name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : nil }
        if isFolder { return stem(".binder").map { .folder(stem: $0) } }
        return stem(".binder.zip").map { .archive(stem: $0) } ?? stem(".paper").map { .inputs(stem: $0) }
    }

    package func plan(for tree: DroppedTree, owner: OwnerID) throws -> TreePlan {
        if tree.entries.count > 8 { throw Failure(.tooManyInputs, "There are \(tree.entries.count) pages.") }
        var files: [TreePlan.File] = []
        var lines: [String] = []
        for entry in tree.entries {
            if entry.path == "paper" {
                lines.append("paper " + String(decoding: try tree.bytes(of: entry.path, limit: 100), as: UTF8.self))
            } else if entry.failure == nil {
                files.append(TreePlan.File(path: entry.path, kind: PageKind(), name: "page"))
            }
        }
        let (paths, head) = (files.map(\.path), lines)
        return TreePlan(files: files) { stored in
            var lines = head
            var parts: [DocumentID] = []
            for entry in tree.entries where entry.path != "paper" {
                if let failure = entry.failure {
                    lines.append("\(entry.path) \(failure.code.rawValue)")
                    continue
                }
                switch stored[entry.path] {
                case .success(let part):
                    lines.append("\(entry.path) \(part.content.hex)")
                    if !parts.contains(part.document) { parts.append(part.document) }
                case .failure(let failure): lines.append("\(entry.path) \(failure.code.rawValue)")
                case nil: throw Failure("internal_error", "\(entry.path) was not stored.")
                }
            }
            if parts.isEmpty { throw Failure("no_content", "None of \(paths.count) pages can be used.") }
            let manifest = Data(lines.joined(separator: "\n").utf8)
            return TreeWhole(
                id: DocumentID(digestOf: "whole\n\(owner.text)\n\(ContentID(of: manifest).hex)"), manifest: manifest,
                mediaType: "text/plain", fileName: "album", parts: parts, inputs: [])
        }
    }

    package func inputs(in bytes: Data, named fileName: String, forWhole whole: Data) throws -> [PipelineClient.Input] {
        if bytes == Data("?".utf8) { throw Failure("illegible", "\(fileName) cannot be read.") }
        return [PipelineClient.Input(name: "paper", mediaType: "text/plain", bytes: bytes)]
    }
}

/// The kind of albums, which only a ``Binder`` makes.
package struct BoundAlbumKind: Kind {
    package let name: KindName = "album"
    package let analysed: [Deliverable] = []
    package let filled = AlbumKind().filled

    /// Creates the kind.
    package init() {}

    package func content(reading settings: SettingsNode?) -> ContentKind { AlbumKind().content(reading: nil) }

    package func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        throw Failure(.unsupportedType, "An album is made of folders.")
    }

    package func role(of fileName: String) -> FileRole { .original(stem: fileName) }
}
