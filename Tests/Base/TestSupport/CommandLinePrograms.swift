import ProcessTestSupport
package import Foundation

/// External programs that tests use to create or compare files; `tools/setup` installs them.
package enum Program {
    /// Runs a program and returns its standard output; throws if its status is not 0.
    @discardableResult
    package static func run(_ name: String, _ arguments: [String]) throws -> Data {
        let process = ChildProcess()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        let output = Pipe()
        process.setStandardOutput(output)
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.featureUnsupported) }
        return data
    }

    /// Returns the PDF encrypted by `qpdf` with 256-bit AES.
    package static func encrypted(_ pdf: Data, user: String, owner: String, in folder: TemporaryFolder) throws -> Data {
        let plain = try folder.write(pdf, "plain-\(UUID().uuidString).pdf")
        let url = folder.file("encrypted-\(UUID().uuidString).pdf")
        try run("qpdf", ["--encrypt", user, owner, "256", "--", plain.path, url.path])
        defer {
            try? FileManager.default.removeItem(at: plain)
            try? FileManager.default.removeItem(at: url)
        }
        return try Data(contentsOf: url)
    }
}
