public import Foundation

/// A folder that is deleted when its last reference is released.
public final class TemporaryFolder: Sendable {
    /// The URL of the folder.
    public let url: URL
    /// The path of the folder.
    public var path: String { url.path }

    /// Creates a folder in the system's temporary directory.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("formwright-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Returns the URL of a file in the folder.
    public func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Writes a file and returns its URL.
    @discardableResult
    public func write(_ data: Data, _ name: String) throws -> URL {
        try data.write(to: file(name))
        return file(name)
    }

    /// Writes a file as UTF-8 and returns its URL.
    @discardableResult
    public func write(_ text: String, _ name: String) throws -> URL { try write(Data(text.utf8), name) }

    /// The names in the folder, including hidden files.
    public var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? []
    }
}
