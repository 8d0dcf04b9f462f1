import Foundation

/// A folder that is deleted when its last reference is released.
public final class TemporaryFolder: Sendable {
    /// The path of the folder.
    public let path: String

    /// Creates a folder in the system's temporary directory.
    public init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "formwright-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
