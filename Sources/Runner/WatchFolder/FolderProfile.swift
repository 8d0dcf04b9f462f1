import FailureModel
import Files
import Foundation
import Pipeline

/// The data on a folder's person or organisation, an input of every fill.
struct FolderProfile {
    private let url: URL
    private let kind: any Kind

    private static let sizeLimit = 8 << 20

    /// Creates the profile of a rule; `nil` if it has none.
    init?(rule: WatchRule, kind: any Kind) {
        guard let url = rule.profile else { return nil }
        self.url = url
        self.kind = kind
    }

    /// Reads the file, which can change at any time.
    ///
    /// - Throws: `DropFailure` if it is missing or unusable.
    func inputs(_ files: any FolderFiles) throws(DropFailure) -> [PipelineClient.Input] {
        let name = url.lastPathComponent
        do {
            let bytes = try files.read(url.resolvingSymlinksInPath().path, limit: Self.sizeLimit)
            return try kind.inputs(ofProfile: bytes, fileName: name)
        } catch let error as SystemCallError where error.number == ENOENT {
            throw DropFailure(.inputMissing, "There is no profile \(name).")
        } catch let error as SystemCallError {
            throw DropFailure(.inputUnreadable, "\(name) cannot be read: \(error.description).")
        } catch {
            throw DropFailure(error)
        }
    }
}
