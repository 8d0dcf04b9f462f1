import Formwright
import Foundation
import FormModel
import QPDF
import TestSupport
import Testing

/// What is kept of a document for archives (PDF/A, ISO 19005) when it is filled.
@Suite("Archival documents") struct ArchivalTests {
    private let metadata = "<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><pdfaid:part>2</pdfaid:part>"
    private let profile = "an ICC profile"
    private let font = "a font program"

    private func form() -> Data {
        var builder = PDFBuilder()
        func stream(_ text: String, _ entries: String = "") -> Int {
            builder.add("<< \(entries) /Length \(text.utf8.count) >>\nstream\n\(text)\nendstream")
        }
        let metadata = stream(metadata, "/Type /Metadata /Subtype /XML")
        let profile = stream(profile, "/N 3")
        builder.catalogueEntries =
            "/Metadata \(metadata) 0 R /OutputIntents [<< /Type /OutputIntent /S /GTS_PDFA1 "
            + "/OutputConditionIdentifier (sRGB) /DestOutputProfile \(profile) 0 R >>]"
        let descriptor = builder.add(
            "<< /Type /FontDescriptor /FontName /Own /Flags 32 /FontFile2 \(stream(font)) 0 R >>")
        builder.add("<< /Type /Font /Subtype /TrueType /BaseFont /Own /FontDescriptor \(descriptor) 0 R >>")
        var page = PDFBuilder.Page()
        page.entries = "/PieceInfo << /Own \(descriptor) 0 R >>"
        builder.add(
            page,
            widgets: [
                .init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name)"),
                .init(x: 60, y: 120, width: 20, height: 20, "/FT /Btn /T (agree) /TU (Agree)"),
            ])
        return builder.data()
    }

    @Test(
        "metadata, output intent and fonts are kept, and what is added has its fonts with it and nothing transparent",
        arguments: [
            ComposeOptions(), ComposeOptions(keepsFields: true), ComposeOptions(isIncremental: true),
            ComposeOptions(keepsFields: true, isIncremental: true),
        ])
    func kept(_ options: ComposeOptions) async throws {
        let form = try await Form(data: form(), fileName: "form.pdf")
        let filled = try await form.fill(["name": "Ada Ада 漢字", "agree": true], options: options).data
        let file = try PDFFile(data: filled)
        let written = file.root["/Metadata"]
        #expect(try written.rawStreamData() == Data(metadata.utf8) && written["/Filter"].isNull)
        let intent = file.root["/OutputIntents"].items[0]
        #expect(intent["/S"].name == "GTS_PDFA1")
        #expect(intent["/DestOutputProfile"].streamData == Data(profile.utf8))
        let page = try file.page(0)
        #expect(page["/PieceInfo"]["/Own"]["/FontFile2"].streamData == Data(font.utf8))
        var added = 0
        for object in (1..<1_000).map({ file.object($0) }) where !object.isNull {
            #expect(object["/SMask"].isNull && object["/Group"].isNull && object["/BM"].isNull)
            for state in object["/ExtGState"].keys.map({ object["/ExtGState"][$0] }) {
                #expect(state["/BM"].isNull && [state["/CA"], state["/ca"]].allSatisfy { $0.isNull || $0.number == 1 })
            }
            if object["/Type"].name == "FontDescriptor", object["/FontName"].name != "Own" {
                added += 1
                #expect(["/FontFile", "/FontFile2", "/FontFile3"].contains { object[$0].isStream })
            }
        }
        #expect(added >= 2)
    }
}
