import FailureModel
import Files
import Foundation
import TestSupport
import Testing

@Suite("Growing files") struct GrowingFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func text(_ name: String) throws -> String { try String(contentsOf: folder.file(name), encoding: .utf8) }

    @Test("the old file stays until the new one is complete, then it is replaced, keeping owner and permissions")
    func replacing() throws {
        let url = try folder.write("old", "a.pdf")
        try #require(chmod(url.path, 0o640) == 0)
        if geteuid() == 0 { try #require(chown(url.path, 12_345, 54_321) == 0) }
        var before = stat()
        try #require(stat(url.path, &before) == 0)

        let file = try GrowingFile(at: url)
        try file.append(Data("ne".utf8))
        #expect(try text("a.pdf") == "old")
        try file.append(Data("w".utf8))
        try file.finish()

        var after = stat()
        try #require(stat(url.path, &after) == 0)
        #expect(try text("a.pdf") == "new")
        #expect(folder.names == ["a.pdf"])
        #expect(after.st_ino != before.st_ino)
        #expect((after.st_uid, after.st_gid, after.st_mode) == (before.st_uid, before.st_gid, before.st_mode))
    }

    @Test("the replacement of a private file is private until it is complete")
    func privateMeanwhile() throws {
        let url = try folder.write("old", "a.pdf")
        try #require(chmod(url.path, 0o600) == 0)
        let file = try GrowingFile(at: url)
        let temporary = try #require(folder.names.first { $0 != "a.pdf" })
        var status = stat()
        try #require(stat(folder.file(temporary).path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        file.discard()
    }

    @Test("a private file has no name until it is complete, so that a killed process leaves nothing")
    func unnamedMeanwhile() throws {
        let file = try GrowingFile(at: folder.file("a.tar"), isPrivate: true)
        try file.append(Data("new".utf8))
        #expect(folder.names == [])
        try file.finish()
        #expect(folder.names == ["a.tar"])
        #expect(try text("a.tar") == "new")
        var status = stat()
        try #require(stat(folder.file("a.tar").path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        // An existing one is replaced, and one that is given up leaves it.
        try GrowingFile(at: folder.file("a.tar"), isPrivate: true).discard()
        #expect(try text("a.tar") == "new")
        let second = try GrowingFile(at: folder.file("a.tar"), isPrivate: true)
        try second.append(Data("newer".utf8))
        try second.finish()
        #expect(try text("a.tar") == "newer")
        #expect(folder.names == ["a.tar"])
    }

    @Test("a symbolic link is followed and stays")
    func link() throws {
        try FileManager.default.createDirectory(at: folder.file("elsewhere"), withIntermediateDirectories: true)
        try folder.write("old", "elsewhere/a.pdf")
        try #require(symlink("elsewhere/a.pdf", folder.file("link.pdf").path) == 0)
        try OutputFile.write(Data("new".utf8), to: folder.file("link.pdf"))
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link.pdf").path) == "elsewhere/a.pdf"
        )
        #expect(try text("elsewhere/a.pdf") == "new")
        #expect(folder.names == ["elsewhere", "link.pdf"])
    }

    @Test("an unfinished file leaves nothing, whether it is discarded or released")
    func unfinished() throws {
        try folder.write("old", "a.pdf")
        let file = try GrowingFile(at: folder.file("a.pdf"))
        try file.append(Data("new".utf8))
        file.discard()
        try file.finish()
        #expect(folder.names == ["a.pdf"])
        do { try GrowingFile(at: folder.file("a.pdf")).append(Data("new".utf8)) }
        #expect(folder.names == ["a.pdf"])
        #expect(try text("a.pdf") == "old")
    }

    @Test("if the file cannot be renamed, nothing is left and the failure names the file")
    func refused() throws {
        try FileManager.default.createDirectory(at: folder.file("a.pdf"), withIntermediateDirectories: true)
        let failure = #expect(throws: Failure.self) { try OutputFile.write(Data("new".utf8), to: folder.file("a.pdf")) }
        #expect(failure?.code == .outputUnwritable)
        #expect(failure?.message.contains(folder.file("a.pdf").path) == true)
        #expect(folder.names == ["a.pdf"])
        let missing = #expect(throws: Failure.self) {
            try OutputFile.write(Data("new".utf8), to: folder.file("missing/a.pdf"))
        }
        #expect(missing?.code == .outputUnwritable)
    }
}
