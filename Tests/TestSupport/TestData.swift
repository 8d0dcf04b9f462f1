public import Foundation

/// Files of the repository.
public enum Repository {
    public static func url(_ path: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent(path)
    }
}

/// Files of the repository's `testdata` folder.
public enum TestData {
    public static func url(_ name: String) -> URL { Repository.url("testdata/\(name)") }

    public static func data(_ name: String) throws -> Data {
        try Data(contentsOf: url(name))
    }
}

/// A folder that is gone after the test.
public final class TemporaryFolder: Sendable {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("formwright-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    public func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    @discardableResult
    public func write(_ data: Data, _ name: String) throws -> URL {
        try data.write(to: file(name))
        return file(name)
    }

    @discardableResult
    public func write(_ text: String, _ name: String) throws -> URL { try write(Data(text.utf8), name) }

    /// The names in the folder, hidden ones included.
    public var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? []
    }
}
