package import Foundation

/// Files of the repository.
package enum Repository {
    package static func url(_ path: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent(path)
    }
}

/// Files of the repository's `testdata` folder.
package enum TestData {
    package static func url(_ name: String) -> URL { Repository.url("testdata/\(name)") }

    package static func data(_ name: String) throws -> Data {
        try Data(contentsOf: url(name))
    }
}

/// A folder that is gone after the test.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("formwright-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    @discardableResult
    package func write(_ data: Data, _ name: String) throws -> URL {
        try data.write(to: file(name))
        return file(name)
    }

    @discardableResult
    package func write(_ text: String, _ name: String) throws -> URL { try write(Data(text.utf8), name) }

    /// The names in the folder, hidden ones included.
    package var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? []
    }
}
