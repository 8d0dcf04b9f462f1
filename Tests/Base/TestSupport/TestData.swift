package import Foundation

/// The files of the repository.
package enum Repository {
    /// Returns the URL of a path in the repository.
    package static func url(_ path: String) -> URL {
        URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized.appendingPathComponent(path)
    }
}

/// The files of the repository's `testdata` folder.
package enum TestData {
    /// Returns the URL of a file.
    package static func url(_ name: String) -> URL { Repository.url("testdata/\(name)") }

    /// Returns the bytes of a file.
    package static func data(_ name: String) throws -> Data {
        try Data(contentsOf: url(name))
    }
}

/// A folder that is deleted when its last reference is released.
package final class TemporaryFolder: Sendable {
    /// The URL of the folder.
    package let url: URL

    /// Creates a folder in the system's temporary directory.
    package init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("formwright-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Returns the URL of a file in the folder.
    package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Writes a file and returns its URL.
    @discardableResult
    package func write(_ data: Data, _ name: String) throws -> URL {
        try data.write(to: file(name))
        return file(name)
    }

    /// Writes a file as UTF-8 and returns its URL.
    @discardableResult
    package func write(_ text: String, _ name: String) throws -> URL { try write(Data(text.utf8), name) }

    /// The names in the folder, including hidden files.
    package var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? []
    }
}
