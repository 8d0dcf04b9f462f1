import Files
import Foundation

/// A folder for files that programs exchange, which only this user can read and which is removed with the last reference.
final class ScratchFolder {
    /// The path.
    let path: String

    private static let prefix = "formwright-video-"
    /// The age at which a folder is left over by a process that was killed.
    private static let abandoned: TimeInterval = 24 * 3_600

    /// Creates a folder, and removes those that killed processes left long ago.
    init() throws {
        let parent = FileManager.default.temporaryDirectory.path
        Self.sweep(parent)
        var template = Array((parent + "/" + Self.prefix + "XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemCallError.last("mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in the folder.
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
