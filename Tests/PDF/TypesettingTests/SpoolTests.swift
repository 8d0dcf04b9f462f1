import FailureModel
import Foundation
import TestSupport
import Testing
import Typesetting

@Suite("Typesetting: spool") struct SpoolTests {
    @Test("what was written is read again, from memory or from the file", arguments: [1_000, 5 << 20])
    func rereading(count: Int) throws {
        let folder = try TemporaryFolder()
        let spool = Spool(folder: folder.url.path)
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for start in stride(from: 0, to: count, by: 70_001) {
            let part = bytes[start..<min(start + 70_001, count)]
            #expect(part.withUnsafeBytes { spool.append($0) })
        }
        #expect(spool.count == count)
        #expect(try spool.read(0..<count) == bytes)
        #expect(try spool.read(count - 10..<count) == bytes.suffix(10))
        // The file has no name, so nothing is left if the process dies.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    @Test("a folder that cannot be written is an error as soon as a file is needed")
    func unwritable() {
        let spool = Spool(folder: "/proc/formwright")
        let bytes = [UInt8](repeating: 1, count: 5 << 20)
        #expect(!bytes.withUnsafeBytes { spool.append($0) })
        #expect(spool.failure?.code == .outputUnwritable)
    }
}
