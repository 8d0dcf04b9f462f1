import FormModel
import FormImport
import Formwright
import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("The digest of what pages draw", .blocking, .timeLimit(.minutes(30))) struct FormDigestTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func digest(_ data: Data) async throws -> String {
        // Objects may be nested deeply, and cooperative threads have small stacks.
        try await onOwnThread { FormDigest.of(try Importer().document(data, fileName: "a.pdf")) }
    }

    private func saved(_ data: Data, _ options: String...) throws -> Data {
        let (from, to) = (folder.file("\(UUID()).pdf"), folder.file("\(UUID()).pdf"))
        try data.write(to: from)
        try Program.run("qpdf", options + [from.path, to.path])
        return try Data(contentsOf: to)
    }

    static let forms = [
        "forms/irs-8888.acro.pdf", "forms/uscourts-b121.acro.pdf", "forms/va-10182.pdf", "forms/irs-1040v.pdf",
        "forms/irs-4547.scan.pdf", "unseen/eoir-61.pdf", "unseen/opm-sf50.pdf", "unseen/dol-ca7.pdf",
    ]

    @Test("a form that is saved again is the same form", arguments: forms)
    func savedAnew(name: String) async throws {
        let data = try TestData.data(name)
        let digest = try await Self.digest(data)
        #expect(digest != (try Importer().document(data, fileName: name).sha256))
        for options in [
            ["--object-streams=generate", "--linearize", "--recompress-flate", "--compression-level=9"],
            ["--qdf", "--object-streams=disable"], ["--coalesce-contents", "--normalize-content=y"],
            ["--encrypt", "", "owner", "256", "--"],
        ] {
            let (from, to) = (folder.file("from.pdf"), folder.file("to.pdf"))
            try data.write(to: from)
            try Program.run("qpdf", options + [from.path, to.path])
            #expect(try await Self.digest(Data(contentsOf: to)) == digest, "\(options)")
        }
    }

    @Test("different forms are different")
    func distinct() async throws {
        var names: [String: String] = [:]
        for folder in ["forms", "unseen"] {
            let files = try FileManager.default.contentsOfDirectory(atPath: TestData.url(folder).path)
            for file in files where file.hasSuffix(".pdf") {
                // The form with widgets is the form without.
                let form = file.replacing(".acro.pdf", with: ".pdf")
                let digest = try await Self.digest(TestData.data("\(folder)/\(file)"))
                #expect(names.updateValue(form, forKey: digest) ?? form == form)
            }
        }
        #expect(names.count > 25)
    }

    @Test(
        "a form that Formwright has partly filled is the same form, however often",
        arguments: ["forms/irs-8888.acro.pdf", "forms/uscourts-b121.acro.pdf", "forms/va-10182.pdf"])
    func partlyFilled(name: String) async throws {
        var data = try TestData.data(name)
        let digest = try await Self.digest(data)
        for number in 1...3 {
            let form = try await Form(data: data, fileName: "a.pdf")
            let field = try #require(
                form.fields.first {
                    $0.type == .text && $0.options == nil && $0.combEdges == nil && $0.maxLength ?? 9 > 1
                })
            data = try await form.fill([field.id.uuidString: .text("\(number)")]).data
            #expect(try await Self.digest(data) == digest, "fill \(number)")
        }
        #expect(try await Self.digest(saved(data, "--coalesce-contents", "--object-streams=generate")) == digest)
    }

    // MARK: What makes no difference

    private static func form(
        content: String, resources: String = "/Font << /F1 3 0 R >>", page: String = "", catalogue: String = "",
        objects: [String] = []
    ) -> Data {
        var builder = PDFBuilder()
        builder.catalogueEntries = catalogue
        let stream = builder.add("<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream")
        for object in objects { builder.add(object) }
        builder.add(
            page: "/MediaBox [0 0 612 792] \(page) /Contents \(stream) 0 R /Resources << \(resources) >>")
        return builder.data()
    }

    private static let text = "BT /F1 10 Tf 72.5 700 Td (Full name \\(first\\)) Tj ET 0.5 w 72 690 m 300 690 l S"

    @Test("how content is written makes no difference")
    func spelling() async throws {
        let digest = try await Self.digest(Self.form(content: Self.text))
        for content in [
            "BT\r\n/F1 10.0 Tf % a comment\n72.50 +700. Td(Full name \\(first\\))Tj\nET .5 w 72 690 m 300 690.000 l S",
            "BT /F1 10 Tf 72.5 700 Td <46756c6c206e616d65202866697273742 9> Tj ET 0.5 w 72 690 m 300 690 l S",
            "BT /F1 10 Tf 72.5 700 Td (F\\165ll \\\nname (first)) Tj ET 0.5 w 72 690 m 300 690 l S",
            "q q \(Self.text) Q\nQ", "/Span << /MCID 3 >> BDC \(Self.text) EMC",
            "BT /#461 10 Tf 72.5000004 700 Td "
                + "(Full name (first)) Tj ET 0.5 w 72 690 m 300 690 l S",
        ] {
            #expect(try await Self.digest(Self.form(content: content)) == digest, "\(content)")
        }
        let renamed = Self.form(
            content: Self.text.replacing("F1", with: "Other"), resources: "/Font << /Unused 1 0 R /Other 3 0 R >>")
        #expect(try await Self.digest(renamed) == digest)
    }

    @Test("values of widgets, annotations, metadata and private data make no difference")
    func notDrawn() async throws {
        let digest = try await Self.digest(Self.form(content: Self.text))
        let widget = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (Ada) /Rect [10 10 90 30] >>"
        let note = "<< /Type /Annot /Subtype /Text /Contents (a note) /Rect [10 10 30 30] >>"
        let changed = Self.form(
            content: Self.text,
            page: "/Annots [5 0 R 6 0 R] /PieceInfo << /X << >> >> /StructParents 4 /LastModified (D:2026) /Tabs /S",
            catalogue: "/AcroForm << /Fields [5 0 R] /NeedAppearances true >> /Metadata 7 0 R",
            objects: [widget, note, "<< /Type /Metadata /Length 1 >>\nstream\nx\nendstream"])
        #expect(try await Self.digest(changed) == digest)
    }

    // MARK: What makes another form

    @Test("whatever is drawn otherwise makes another form")
    func editions() async throws {
        func picture(_ byte: String) -> String {
            "<< /Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray "
                + "/Filter /ASCIIHexDecode /Length 5 >>\nstream\n00\(byte)>\nendstream"
        }
        func block(_ content: String) -> String {
            "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length \(content.utf8.count) >>\n"
                + "stream\n\(content)\nendstream"
        }
        func drawing(_ object: String) -> Data {
            Self.form(
                content: "\(Self.text) /X Do", resources: "/Font << /F1 3 0 R >> /XObject << /X 5 0 R >>",
                objects: [object])
        }
        var documents = [
            Self.form(content: Self.text), Self.form(content: Self.text.replacing("Full", with: "Last")),
            Self.form(content: Self.text.replacing("690 l", with: "691 l")),
            Self.form(content: Self.text.replacing("72.5", with: "72.51")),
            Self.form(content: Self.text, page: "/Rotate 90"), Self.form(content: Self.text, page: "/UserUnit 2"),
            Self.form(content: Self.text, page: "/CropBox [0 0 600 792]"),
            Self.form(
                content: Self.text, resources: "/Font << /F1 5 0 R >>",
                objects: ["<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>"]),
            Self.form(content: "\(Self.text) 1 0 0 rg"),
            Self.form(content: "\(Self.text) BI /W 1 /H 1 /BPC 8 /CS /G ID a EI"),
            Self.form(content: "\(Self.text) BI /W 1 /H 1 /BPC 8 /CS /G ID b EI"), drawing(picture("10")),
            drawing(picture("11")), drawing(block("0 0 5 5 re f")), drawing(block("0 0 5 6 re f")),
        ]
        for order in [[0, 1], [1, 0], [0, 0]] {
            var builder = PDFBuilder()
            for page in order {
                var drawn = PDFBuilder.Page()
                drawn.text("Page \(page)", x: 60, y: 60)
                builder.add(drawn)
            }
            documents.append(builder.data())
        }
        var digests: Set<String> = []
        for (place, document) in documents.enumerated() {
            #expect(try await digests.insert(Self.digest(document)).inserted, "document \(place)")
        }
    }

    @Test("a picture file is known by its bytes")
    func pictures() async throws {
        let image = GrayImage(width: 40, height: 40, pixels: [UInt8](repeating: 200, count: 1_600))
        let data = try Pictures.file(image, .png)
        let document = try Importer().document(data, fileName: "a.png")
        #expect(FormDigest.of(document) == document.sha256)
    }

    // MARK: Hostile files

    @Test("objects that contain themselves, or each other, end", .timeLimit(.minutes(30)))
    func cycles() async throws {
        let glyph = "100 0 d0 /F1 1 Tf (a) Tj /X Do"
        let font =
            "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 "
            + "/Widths [1] /Encoding << /Differences [97 /a] >> /CharProcs << /a 6 0 R >> "
            + "/Resources << /Font << /F1 5 0 R >> /XObject << /X 7 0 R >> >> >>"
        let block =
            "<< /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 5 0 R >> /XObject << /X 7 0 R >> >> "
            + "/Length 20 >>\nstream\n/X Do /F1 1 Tf (a)Tj\nendstream"
        let data = Self.form(
            content: "/X Do /F1 9 Tf (a) Tj", resources: "/Font << /F1 5 0 R >> /XObject << /X 7 0 R >>",
            objects: [font, "<< /Length \(glyph.utf8.count) >>\nstream\n\(glyph)\nendstream", block])
        let digest = try await Self.digest(data)
        #expect(digest != (try Importer().document(data, fileName: "a.pdf").sha256))
        #expect(try await Self.digest(saved(data, "--object-streams=generate")) == digest)
    }

    @Test("what is nested too deeply, or decodes to too much, is known by its bytes", .timeLimit(.minutes(30)))
    func limits() async throws {
        var chain = (0..<300).map { "[\($0 + 6) 0 R]" }
        chain.append("null")
        let deep = Self.form(
            content: "/G gs", resources: "/ExtGState << /G << /D 5 0 R >> >>", objects: chain)
        #expect(try await Self.digest(deep) == (try Importer().document(deep, fileName: "a.pdf").sha256))

        // Each doubles what it draws: read once, twenty are nothing; drawn, they would be a million. More are not imported.
        let doubling = (0..<20).map { number in
            "<< /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X \(number + 6) 0 R >> >> /Length 11 >>"
                + "\nstream\n/X Do /X Do\nendstream"
        }
        let wide = Self.form(
            content: "/X Do", resources: "/XObject << /X 5 0 R >>",
            objects: doubling + ["<< /Subtype /Form /BBox [0 0 9 9] /Length 0 >>\nstream\n\nendstream"])
        #expect(try await Self.digest(wide) != (try Importer().document(wide, fileName: "a.pdf").sha256))

        // 40 MB of zeros in each of ten streams, from a file of five megabytes.
        let zeros = Self.compressedZeros(40 << 20)
        let bomb = Self.form(
            content: (5..<15).map { "/X\($0) Do" }.joined(separator: "\n"),
            resources: "/XObject << \((5..<15).map { "/X\($0) \($0) 0 R" }.joined(separator: " ")) >>",
            objects: (5..<15).map {
                "<< /Subtype /Image /Number \($0) /Filter [/ASCIIHexDecode /FlateDecode] /Length \(zeros.utf8.count) >>"
                    + "\nstream\n\(zeros)\nendstream"
            })
        #expect(try await Self.digest(bomb) == (try Importer().document(bomb, fileName: "a.pdf").sha256))
        let few = Self.form(
            content: "/X Do", resources: "/XObject << /X 5 0 R >>",
            objects: [
                "<< /Subtype /Image /Filter [/ASCIIHexDecode /FlateDecode] /Length \(zeros.utf8.count) >>"
                    + "\nstream\n\(zeros)\nendstream"
            ])
        #expect(try await Self.digest(few) != (try Importer().document(few, fileName: "a.pdf").sha256))
    }

    /// Zeros compressed by deflate with fixed codes: a literal, and repetitions of 258 bytes; in hexadecimal.
    private static func compressedZeros(_ count: Int) -> String {
        var bytes: [UInt8] = [0x78, 0x01]
        var bits: (value: UInt32, count: UInt32) = (0, 0)
        func put(_ value: UInt32, _ length: UInt32) {
            bits.value |= value << bits.count
            bits.count += length
            while bits.count >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: bits.value))
                bits = (bits.value >> 8, bits.count - 8)
            }
        }
        put(0b011, 3)
        let repetitions = (count - 1) / 258
        for _ in 0..<(count - repetitions * 258) { put(0b00001100, 8) }
        // Codes are written from their highest bit: length 258 is 11000101, distance 1 is 00000.
        for _ in 0..<repetitions { put(0b00000_10100011, 13) }
        put(0, 7)
        put(0, (8 - bits.count) % 8)
        let sum = UInt32(count % 65_521) << 16 | 1
        bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
        return bytes.map { String(format: "%02x", $0) }.joined() + ">"
    }
}
