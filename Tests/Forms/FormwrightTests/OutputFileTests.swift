import Files
import FormModel
import FormImport
import Formwright
import Foundation
import TestSupport
import Testing

@Suite("Output files") struct OutputFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func permissions(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    /// A pipe with a reader at its other end.
    private func pipe() throws -> (url: URL, reader: FileHandle) {
        let url = folder.file("pipe")
        try #require(mkfifo(url.path, 0o600) == 0)
        let descriptor = open(url.path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        // The buffer holds a whole PDF, since nothing reads while it is written.
        let setPipeSize: Int32 = 1031
        _ = fcntl(descriptor, setPipeSize, 1 << 20)
        return (url, FileHandle(fileDescriptor: try #require(descriptor >= 0 ? descriptor : nil), closeOnDealloc: true))
    }

    private func isPipe(_ url: URL) -> Bool {
        var status = stat()
        return lstat(url.path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    @Test("a file that is replaced keeps its permissions", arguments: [0o600, 0o640, 0o444, 0o666])
    func permissions(_ mode: Int) async throws {
        let url = try folder.write("old", "a.pdf")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
        try OutputFile.write(Data("new".utf8), to: url)
        #expect(try permissions(url) == mode)
        #expect(try Data(contentsOf: url) == Data("new".utf8))
        let fixture = try await BatchFixture()
        _ = try await Batch(form: fixture.form, destination: .merged(url)).run(try fixture.rows("Last name\nHopper\n"))
        #expect(try permissions(url) == mode)
        #expect(try Data(contentsOf: url).starts(with: Data("%PDF".utf8)))
    }

    @Test(
        "a replaced file keeps its owner", .enabled(if: geteuid() == 0, "only root can change owners"))
    func owner() throws {
        let url = try folder.write("old", "a.json")
        try #require(chown(url.path, 12_345, 54_321) == 0)
        try OutputFile.write(Data("new".utf8), to: url)
        var status = stat()
        try #require(stat(url.path, &status) == 0)
        #expect((status.st_uid, status.st_gid) == (12_345, 54_321))
    }

    @Test("a pipe is written to, not replaced")
    func pipeInPlace() async throws {
        let (url, reader) = try pipe()
        try OutputFile.write(Data("new".utf8), to: url)
        try #require(isPipe(url))
        #expect(reader.availableData == Data("new".utf8))
        let fixture = try await BatchFixture()
        _ = try await Batch(form: fixture.form, destination: .merged(url)).run(try fixture.rows("Last name\nHopper\n"))
        try #require(isPipe(url))
        #expect(reader.availableData.starts(with: Data("%PDF".utf8)))
        #expect(folder.names == ["pipe"])
    }

    @Test("names can be as long as the file system allows", arguments: [213, 214, 255])
    func longName(_ length: Int) async throws {
        let name = String(repeating: "n", count: length - 4)
        let url = folder.file(name + ".pdf")
        try OutputFile.write(Data("new".utf8), to: url)
        #expect(try Data(contentsOf: url) == Data("new".utf8))
        let fixture = try await BatchFixture()
        let rows = "Last name\nHopper\n"
        _ = try await Batch(form: fixture.form, destination: .merged(url)).run(try fixture.rows(rows))
        #expect(try Data(contentsOf: url).starts(with: Data("%PDF".utf8)))
        #expect(try await fixture.batch(name + ".pdf").run(try fixture.rows(rows)).filled == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [name + ".pdf"])
    }
}
