import Foundation
import TestSupport
import TestTraits
import Testing

/// `testdata/unseen` is of use only as long as nothing is trained on it or on other forms of its issuers.
@Suite("Forms that nothing learns from", .blocking) struct UnseenFormsTests {
    /// Returns the names of the files that `tools/train-detector` can be trained on.
    private func learnable(_ files: [URL]) throws -> [String] {
        let script = Repository.url("tools/detector/issuers.py").path
        let output = String(decoding: try Program.run("python3", [script] + files.map(\.path)), as: UTF8.self)
        return output.split(separator: "\n").map { ($0 as NSString).lastPathComponent }.sorted()
    }

    private func pdfs(_ folder: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: TestData.url(folder), includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "pdf" }
    }

    @Test("training leaves out every form of the issuers that are kept for measuring, and no other")
    func issuers() throws {
        let (unseen, others) = (try pdfs("unseen"), try pdfs("forms"))
        #expect(unseen.count >= 19)
        #expect(try learnable(unseen + others) == others.map(\.lastPathComponent).sorted())
    }

    @Test("a form under another name is known by its bytes, and by its issuer in a corpus' manifest")
    func renamed() throws {
        let folder = try TemporaryFolder()
        let form = try TestData.data("unseen/nps-rangers.pdf")
        try folder.write(form, "copy.pdf")
        try folder.write("of the right issuer", "office.pdf")
        try folder.write("of one that is set aside", "aside.scan.pdf")
        try folder.write("of another", "office-of-others.pdf")
        let documents = [
            ["name": "office", "issuer": "Social Security Administration (US)"],
            ["name": "aside", "issuer": "Office of the Public Guardian (UK)"],
            ["name": "office-of-others", "issuer": "Department of Veterans Affairs (US)"],
        ]
        try folder.write(try JSONEncoder().encode(["documents": documents]), "manifest.json")
        let files = ["copy.pdf", "office.pdf", "aside.scan.pdf", "office-of-others.pdf"].map(folder.file)
        #expect(try learnable(files) == ["office-of-others.pdf"])
    }
}
