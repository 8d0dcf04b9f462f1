import Files
import Foundation

/// A private temporary folder for files that programs exchange.
///
/// It is removed with its last reference.
final class ScratchFolder {
    /// The path.
    let path: String

    private static let prefix = "formwright-video-"
    /// The age at which a folder counts as abandoned by a killed process.
    private static let abandoned: TimeInterval = 24 * 3_600

    /// Creates a folder, and removes old ones of killed processes.
    init() throws {
        let parent = FileManager.default.temporaryDirectory.path
        Self.sweep(parent)
        var template = Array((parent + "/" + Self.prefix + "XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemCallError.last("mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Returns the path of a file in the folder.
    func file(_ name: String) -> String { path + "/" + name }

    private static func sweep(_ parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = parent + "/" + name
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            if let touched = attributes?[.modificationDate] as? Date, touched < Date(timeIntervalSinceNow: -abandoned) {
                try? FileManager.default.removeItem(atPath: path)
            }
        }
    }
}
