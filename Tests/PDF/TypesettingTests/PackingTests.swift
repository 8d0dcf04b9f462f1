import FailureModel
import FormModel
import Foundation
import TestSupport
import TestTraits
import Testing
import Typesetting

@Suite("Objects that are compressed together", .blocking) struct PackingTests {
    private func document(packsObjects: Bool) throws -> Data {
        var pdf = Data()
        let typesetter = Typesetter(
            info: DocumentInfo(title: "Many pages", language: "en"),
            options: TypesettingOptions(statesColors: true, packsObjects: packsObjects))
        try typesetter.write(to: { bytes in pdf += bytes }) { canvas throws(Failure) in
            for page in 1...150 {
                try canvas.beginPage(PageTemplate(size: .a4, foot: nil))
                canvas.anchor("page-\(page)", y: 50)
                let style = TextStyle(size: 12, link: .destination("page-\(151 - page)"))
                canvas.draw(canvas.fit(Paragraph("Page \(page)", style)), x: 50, y: 50, as: .heading(1))
            }
        }
        return pdf
    }

    @Test("are read by other programs as before, and take a fraction of the room")
    func packed() throws {
        let folder = try TemporaryFolder()
        let (plain, packed) = (try document(packsObjects: false), try document(packsObjects: true))
        #expect(packed.count < plain.count * 2 / 3)
        #expect(packed == (try document(packsObjects: true)))
        let files = [try folder.write(plain, "plain.pdf"), try folder.write(packed, "packed.pdf")]
        for arguments in [["pdftotext", "-layout"], ["pdfinfo", "-dests"], ["pdfinfo", "-struct-text"]] {
            let outputs = try files.map { file in
                let last = arguments[0] == "pdftotext" ? ["-"] : []
                let output = try Program.run(arguments[0], arguments.dropFirst() + [file.path] + last)
                // Numbers of objects differ.
                return String(decoding: output, as: UTF8.self).split(separator: "\n").filter { !$0.contains("Object") }
            }
            #expect(!outputs[0].isEmpty && outputs[0] == outputs[1], "\(arguments)")
        }
        for file in files { try Program.run("qpdf", ["--check", file.path]) }
    }
}
