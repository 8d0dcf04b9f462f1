import DatasetExport
import FailureModel
import Files
import FormModel
import Foundation
import PortableText
import TestSupport
import TestTraits
import Testing

@Suite("Exports of a dataset", .blocking, .serialized) struct DatasetExportTests {
    private static let text = #"[{"_type": "block", "children": [{"_type": "span", "text": "Text"}]}]"#
    private static let lines = """
        {"_id": "image-abc-8x8-png", "_type": "sanity.imageAsset", "url": "https://cdn.example/abc.png"}
        {"_id": "intro", "_type": "post", "title": "Introduction", "tags": ["a"], "body": \(text)}

        {"_id": "two", "_type": "post", "body": \(text), "content": {"en": \(text)}, "excerpt": \(text)}
        {"_id": "none", "_type": "post", "body": "plain"}
        """

    private func documents(_ export: DatasetExport) throws -> [ExportedDocument] {
        var documents: [ExportedDocument] = []
        try export.forEachDocument { document in
            documents.append(document)
            return true
        }
        return documents
    }

    /// Writes an export as `sanity dataset export` does, and returns its folder's parent.
    private func exported(_ folder: TemporaryFolder, lines: String = lines) throws {
        for name in ["images", "files"] { try OutputFolder.make(folder.file("production/\(name)")) }
        _ = try folder.write(Data(lines.utf8), "production/data.ndjson")
        let square = GrayImage(width: 8, height: 8, pixels: .init(repeating: 9, count: 64))
        _ = try folder.write(try Pictures.file(square, .png), "production/images/abc-8x8.png")
        _ = try folder.write(Data("skipped".utf8), "production/files/notes.txt")
    }

    @Test("documents come from a file, a folder and an archive, without pictures and other assets")
    func sources() throws {
        let folder = try TemporaryFolder()
        try exported(folder)
        let root = folder.url.path
        try Program.run("tar", ["-czf", "\(root)/all.tar.gz", "-C", root, "production"])
        try Program.run("tar", ["-cf", "\(root)/all.tar", "-C", root, "production/data.ndjson"])
        // Names begin with "./".
        try Program.run("tar", ["-czf", "\(root)/here.tgz", "-C", "\(root)/production", "."])
        try Program.run(
            "tar", ["-cf", "\(root)/dots.tar", "-C", "\(root)/production", "././images", "./././data.ndjson"])
        for path in ["production/data.ndjson", "production", "all.tar.gz", "all.tar", "here.tgz", "dots.tar"] {
            #expect(DatasetExport.isExport("\(root)/\(path)"), "\(path)")
            let export = try DatasetExport(at: "\(root)/\(path)")
            #expect(try documents(export).map(\.id) == ["intro", "two", "none"], "\(path)")
            #expect(try documents(export).first?.title == "Introduction")
        }
        #expect(!DatasetExport.isExport("\(root)/production/images") && !DatasetExport.isExport("notes.pt.json"))
    }

    @Test("pictures are found beside the documents, also in an archive, whose folder is removed in the end")
    func pictures() throws {
        let folder = try TemporaryFolder()
        try exported(folder)
        let root = folder.url.path
        try Program.run("tar", ["-czf", "\(root)/all.tgz", "-C", root, "production"])
        var export: DatasetExport? = try DatasetExport(at: "\(root)/all.tgz")
        let unpacked = try #require(export?.folder)
        let source = PictureSource.folder(unpacked)
        for reference in ["image-abc-8x8-png", "./images/abc-8x8.png"] {
            guard case .picture(let picture) = source.picture(at: reference) else {
                Issue.record("\(reference) was not found")
                continue
            }
            #expect(picture.mediaType == "image/png")
        }
        #expect(!FileManager.default.fileExists(atPath: unpacked.appendingPathComponent("files").path))
        export = nil
        #expect(!FileManager.default.fileExists(atPath: unpacked.path))
    }

    @Test("rich text is the only member with blocks, or the one that is named")
    func richText() throws {
        let folder = try TemporaryFolder()
        try exported(folder)
        let found = try documents(DatasetExport(at: folder.url.path + "/production"))
        let blocks = try PortableTextReader.value(of: Data(Self.text.utf8))
        #expect(try found[0].richText(at: nil) == blocks && found[0].richText(at: "content.en") == nil)
        #expect(try found[1].richText(at: "content.en") == blocks && found[2].richText(at: nil) == nil)
        let error = #expect(throws: Failure.self) { try found[1].richText(at: nil) }
        #expect(error?.code == .malformedStructure && error?.message.contains("\"body\", \"excerpt\"") == true)
    }

    @Test(
        "lines that are not documents are refused with their number",
        arguments: ["{", "[]", "5", #"{"_type": "post"}"#, #"{"_id": 5}"#])
    func malformed(_ line: String) throws {
        let folder = try TemporaryFolder()
        try exported(folder, lines: #"{"_id": "a"}"# + "\n" + line + "\n")
        let error = #expect(throws: Failure.self) {
            try documents(DatasetExport(at: folder.url.path + "/production"))
        }
        #expect(error?.code == .invalidJSON && error?.message.contains("Line 2") == true)
    }

    @Test("hostile archives are refused, and nothing of them is left")
    func hostile() throws {
        let folder = try TemporaryFolder()
        try exported(folder)
        let root = folder.url.path
        try Program.run("tar", ["-czf", "\(root)/whole.tar.gz", "-C", root, "production"])
        let whole = try Data(contentsOf: URL(fileURLWithPath: "\(root)/whole.tar.gz"))
        _ = try folder.write(whole.prefix(whole.count / 2), "cut.tar.gz")
        _ = try folder.write(Data("no archive".utf8), "text.tar.gz")
        _ = try folder.write(Data(), "empty.tar.gz")
        try Program.run(
            "tar", ["-cf", "\(root)/outside.tar", "-P", "-C", "\(root)/production", "../production/data.ndjson"])
        try Program.run("ln", ["-s", "/etc/passwd", "\(root)/production/images/link.png"])
        try Program.run(
            "tar", ["-cf", "\(root)/above.tar", "-P", "-C", "\(root)/production", "./../production/data.ndjson"])
        try Program.run("tar", ["-cf", "\(root)/link.tar", "-C", root, "production"])
        try Program.run("tar", ["-cf", "\(root)/pictures.tar", "-C", root, "production/images/abc-8x8.png"])
        let before = try temporaryNames()
        for name in ["cut.tar.gz", "text.tar.gz", "empty.tar.gz", "pictures.tar"] {
            let error = #expect(throws: Failure.self, "\(name)") { try DatasetExport(at: "\(root)/\(name)") }
            #expect(error?.code == .damagedDocument, "\(name)")
        }
        try Program.run("ln", ["\(root)/production/data.ndjson", "\(root)/production/hard.ndjson"])
        try Program.run("rm", ["\(root)/production/images/link.png"])
        try Program.run("tar", ["-cf", "\(root)/hard.tar", "-C", root, "production"])
        for (name, reason) in [
            ("outside.tar", "has “..”"), ("above.tar", "has “..”"), ("link.tar", "has a link"),
            ("hard.tar", "a hard link"),
        ] {
            let error = #expect(throws: Failure.self, "\(name)") { try DatasetExport(at: "\(root)/\(name)") }
            #expect(error?.code == .unsupportedType && error?.message.contains(reason) == true, "\(name)")
        }
        try Program.run("mkfifo", ["\(root)/pipe.ndjson", "\(root)/pipe.tar.gz"])
        for name in ["pipe.ndjson", "pipe.tar.gz"] {
            let error = #expect(throws: Failure.self, "\(name)") {
                try documents(DatasetExport(at: "\(root)/\(name)"))
            }
            #expect(error?.code == .inputUnreadable, "\(name)")
        }
        let missing = #expect(throws: Failure.self) { try DatasetExport(at: "\(root)/missing.tar.gz") }
        #expect(missing?.code == .inputMissing)
        #expect(try temporaryNames().subtracting(before).isEmpty)
    }

    @Test("an archive that would grow to many times its size is refused before it is written")
    func bomb() throws {
        let folder = try TemporaryFolder()
        let root = folder.url.path
        try Program.run("truncate", ["-s", "1100M", "\(root)/data.ndjson"])
        try Program.run("tar", ["-czf", "\(root)/bomb.tar.gz", "-C", root, "data.ndjson"])
        let error = #expect(throws: Failure.self) { try DatasetExport(at: "\(root)/bomb.tar.gz") }
        #expect(error?.code == .inputTooLarge)
    }

    /// The names of folders of unpacked exports.
    private func temporaryNames() throws -> Set<String> {
        let folder = FileManager.default.temporaryDirectory.path
        return Set(
            try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
                name.hasPrefix("formwright-")
                    && FileManager.default.fileExists(atPath: "\(folder)/\(name)/production")
            })
    }
}
