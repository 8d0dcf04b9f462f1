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
