import Files
import FailureModel
import FormImport
import Foundation
import TestSupport
import Testing

@Suite("Files that a user names") struct InputFileTests {
    @Test("a file that is not there is missing, and one that cannot be looked up is unreadable, with the reason")
    func reasons() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("text", "a.txt")
        func failure(_ url: URL) -> Failure? {
            #expect(throws: Failure.self) { try InputFile.read(url, limit: 1 << 10) }
        }
        for missing in [folder.file("b.txt"), file.appendingPathComponent("b.txt")] {
            #expect(failure(missing)?.code == .inputMissing)
        }
        let loop = folder.file("loop")
        try FileManager.default.createSymbolicLink(atPath: loop.path, withDestinationPath: loop.path)
        let long = folder.file(String(repeating: "x", count: 300))
        for (url, reason) in [(loop, "symbolic links"), (long, "name too long")] {
            let failure = failure(url)
            #expect(failure?.code == .inputUnreadable && failure?.message.contains(reason) == true)
        }
    }
}
