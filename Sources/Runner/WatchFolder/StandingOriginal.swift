import Files
import FailureModel
import Foundation
import Pipeline
import Synchronization

/// The original for inputs without one of their own.
///
/// It is stored again when its file changes or when the store has collected its bytes.
final class StandingOriginal: Sendable {
    private let url: URL
    private let kind: any Kind
    private let lastFailure = Mutex<DropFailure?>(nil)
    private let known = Mutex<(facts: FileFacts, original: KnownOriginal)?>(nil)

    private static let sizeLimit = InputFile.documentLimit

    init?(rule: WatchRule, kind: any Kind) {
        guard let url = rule.standing else { return nil }
        self.url = url
        self.kind = kind
    }

    /// Returns whether a failure differs from the previous one.
    func isNew(_ failure: DropFailure) -> Bool {
        lastFailure.withLock { last in
            defer { last = failure }
            return last != failure
        }
    }

    /// - Throws: `DropFailure` if the file is missing or unusable.
    func original(_ files: any FolderFiles, storedIn artefacts: any ArtefactStore) throws -> KnownOriginal {
        let name = url.lastPathComponent
        guard let facts = try files.facts(url.resolvingSymlinksInPath().path) else {
            throw DropFailure(.inputMissing, "There is no standing original \(url.path).")
        }
        do {
            let permissions = try files.outputPermissions(url.path)
            if var original = known.withLock({ $0?.facts == facts ? $0?.original : nil }),
                try original.isStored(in: artefacts)
            {
                original.permissions = permissions
                return original
            }
            let bytes = try files.read(url.resolvingSymlinksInPath().path, limit: Self.sizeLimit)
            let type = try kind.mediaType(of: bytes, fileName: name)
            let original = KnownOriginal(
                content: try artefacts.put(bytes).hex, byteCount: Int64(bytes.count), mediaType: type, fileName: name,
                permissions: permissions)
            known.withLock { $0 = (facts, original) }
            return original
        } catch let error as SystemCallError {
            throw DropFailure(.inputUnreadable, "\(name) cannot be read: \(error.description).")
        } catch {
            throw DropFailure(error)
        }
    }
}
