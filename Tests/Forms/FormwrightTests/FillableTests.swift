import FailureModel
import FormModel
import Formwright
import Foundation
import TestSupport
import TestTraits
import Testing

/// Flat forms that are given AcroForm fields.
@Suite("Fillable forms", .blocking) struct FillableTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A field as the detector would find it.
    private func field(
        _ name: String, _ type: FieldType, _ label: String, x: Double = 100, y: Double, width: Double = 200,
        height: Double = 16, change: (inout Field) -> Void = { _ in }
    ) -> Field {
        var field = Field(
            id: UUID(), name: name, page: 0, region: Region(x: x, y: y, width: width, height: height), type: type,
            label: label, confidence: 0.9, evidence: .box)
        change(&field)
        return field
    }

    private func page(_ change: (inout PDFBuilder.Page) -> Void = { _ in }) -> Data {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page(width: 400, height: 600)
        page.text("Printed words", x: 60, y: 40)
        change(&page)
        builder.add(page)
        return builder.data()
    }

    /// A flat form whose fields are given.
    private func form(_ fields: [Field], on data: Data) async throws -> Form {
        let url = try folder.write(data, "flat.pdf")
        var description = try await Form(contentsOf: url).description
        description.fields = fields
        return try await Form(contentsOf: url, known: description)
    }

    private var fields: [Field] {
        let group = FieldGroup(name: "p1g1", label: "Filing status", exclusive: true)
        return [
            field("p1f1", .text, "Last name", y: 60),
            field("p1f2", .text, "Suffix", y: 90) { $0.section = "About Debtor 1" },
            field("p1f3", .text, "Suffix", y: 120) { $0.section = "About Debtor 2" },
            field("p1f4", .date, "Date of birth", y: 150) { $0.placeholder = "MM/DD/YYYY" },
            field("p1f5", .number, "Total", y: 180),
            field("p1f6", .multiline, "Größe & Notes", y: 210, height: 60),
            field("p1f7", .checkbox, "I agree", y: 290, width: 12, height: 12) { $0.evidence = .square },
            field("p1f8", .checkbox, "Single", y: 310, width: 12, height: 12) {
                $0.group = group; $0.evidence = .circle
            },
            field("p1f9", .checkbox, "Marié", x: 160, y: 310, width: 12, height: 12) {
                $0.group = group
                $0.evidence = .circle
            },
            field("p1f10", .text, "SSN", y: 340, width: 180) {
                $0.combEdges = (0...9).map { 100 + Double($0) * 20 }
                $0.evidence = .comb
            },
            field("p1f11", .signature, "Signature", y: 380),
            field("p1f12", .text, "Suffix", y: 410) { $0.section = "About Debtor 2" },
        ]
    }

    @Test("inspect on the result gives the same fields back")
    func roundTrip() async throws {
        let pdf = try await form(fields, on: page()).fillable()
        let made = try await Form(data: pdf, fileName: "made.pdf").fields
        #expect(made.count == fields.count)
        for (field, original) in zip(made, fields) {
            #expect(field.type == original.type && field.label == original.label && field.section == original.section)
            #expect(field.placeholder == original.placeholder && field.group?.label == original.group?.label)
            #expect(abs(field.region.x - original.region.x) < 0.01 && abs(field.region.y - original.region.y) < 0.01)
            #expect(abs(field.region.width - original.region.width) < 0.01)
            #expect(field.combEdges?.count == original.combEdges?.count)
        }
        #expect(made[4].alignment == .right && made[9].maxLength == 9)
        #expect(made[7].group == made[8].group && made[7].group?.exclusive == true)
    }

    @Test("names are made from labels, and from sections where labels recur")
    func names() async throws {
        let pdf = try await form(fields, on: page()).fillable()
        let made = try await Form(data: pdf, fileName: "made.pdf").fields
        #expect(
            made.map(\.name) == [
                "last_name", "about_debtor_1_suffix", "about_debtor_2_suffix", "date_of_birth", "total",
                "große_notes", "i_agree", "filing_status", "filing_status", "ssn", "signature",
                "about_debtor_2_suffix_2",
            ])
        #expect(made[7].option == "Single" && made[8].option == "Marie")
        let fields = try structure(pdf)
        #expect(
            fields.contains("/TU (About Debtor 1: Suffix)") && fields.contains("AFDate_FormatEx")
                && fields.contains("mm/dd/yyyy"))
        #expect(fields.contains("/Tabs /W") && fields.contains("/BaseFont /Helvetica"))
    }

    private func structure(_ pdf: Data) throws -> String {
        let (file, plain) = (try folder.write(pdf, "a.pdf"), folder.file("plain.pdf"))
        try Program.run("qpdf", ["--check", file.path])
        try Program.run("qpdf", ["--qdf", "--object-streams=disable", file.path, plain.path])
        return String(decoding: try Data(contentsOf: plain), as: UTF8.self)
    }

    @Test(
        "the made fields can be filled, also on turned pages and with a shifted origin", arguments: [0, 90, 180, 270])
    func filling(_ rotation: Int) async throws {
        let data = page {
            $0.rotation = rotation
            $0.origin = (x: 30, y: -20)
        }
        let pdf = try await form(fields, on: data).fillable()
        // Other programs turn the text by this entry.
        #expect(try structure(pdf).contains("/R \(rotation)") == (rotation != 0))
        let form = try await Form(data: pdf, fileName: "made.pdf")
        let filled = try await form.fill(["last_name": "Lovelace", "Filing status": "Marié", "ssn": "123456789"])
        let (before, after) = (try RenderedPages(pdf), try RenderedPages(filled.data))
        #expect(
            try after.text(within: Region(x: 100, y: 60, width: 200, height: 16), page: 0, besides: before)
                == "Lovelace")
        #expect(
            try after.text(within: Region(x: 100, y: 340, width: 180, height: 16), page: 0, besides: before)
                == "123456789")
        let changed = try #require(difference(try before.image(0), try after.image(0)))
        #expect(changed.left > 99 && changed.right < 301)
        // The empty fields show nothing of their own.
        #expect(difference(try RenderedPages(data).image(0), try before.image(0)) == nil)
    }

    @Test("a ticked button shows its mark without any font")
    func marks() async throws {
        let pdf = try await form(fields, on: page()).fillable()
        // The same length, so that the file's table stays right.
        var ticked = pdf
        let text = Data("/AS /Off".utf8)
        #expect(pdf.range(of: text) != nil)
        while let range = ticked.range(of: text) { ticked.replaceSubrange(range, with: Data("/AS /Yes".utf8)) }
        let changed = difference(try RenderedPages(pdf).image(0), try RenderedPages(ticked).image(0))
        #expect(changed.map { Region(x: 100, y: 290, width: 12, height: 12).contains(x: $0.midX, y: $0.midY) } == true)
    }

    @Test("signatures become fields for text on request, and stay signatures")
    func signatures() async throws {
        let form = try await form(fields, on: page())
        let pdf = try await form.fillable(options: FillableOptions(signatures: .text))
        #expect(!(try structure(pdf)).contains("/FT /Sig"))
        #expect(try structure(try await form.fillable()).contains("/FT /Sig"))
        #expect(try await Form(data: pdf, fileName: "a.pdf").fields[10].type == .signature)
    }

    @Test("cells of unequal width are no comb, but limit the length")
    func unevenCells() async throws {
        let uneven = field("p1f1", .text, "Code", y: 60) { $0.combEdges = [100, 120, 140, 200] }
        let made = try await Form(data: try await form([uneven], on: page()).fillable(), fileName: "a.pdf").fields
        #expect(made[0].combEdges == nil && made[0].maxLength == 3)
    }

    @Test("a form with AcroForm fields, or without any fields, is refused")
    func refusals() async throws {
        let flat = try await form(fields, on: page())
        let pdf = try await flat.fillable()
        let made = try await Form(data: pdf, fileName: "made.pdf")
        await #expect { try await made.fillable() } throws: { ($0 as? Failure)?.code == .alreadyFillable }
        let none = try await form([], on: page())
        await #expect { try await none.fillable() } throws: { ($0 as? Failure)?.code == .noFields }
    }

    @Test("labels that are empty, long, hostile or in another script give valid, distinct names")
    func hostileLabels() async throws {
        let labels = [
            "", "...", "A.b.c", "Фамилия", "姓名", String(repeating: "long ", count: 500), "/T (x) >>", "a\u{0}b", "%",
        ]
        let fields = labels.enumerated().map { field("p1f\($0)", .text, $1, y: 60 + 20 * Double($0)) }
        let pdf = try await form(fields, on: page()).fillable()
        _ = try structure(pdf)
        let names = try await Form(data: pdf, fileName: "a.pdf").fields.map(\.name)
        #expect(Set(names).count == labels.count && !names.contains { $0.isEmpty || $0.contains(".") })
        #expect(names[3] == "фамилия" && names[4] == "姓名" && names[5].count <= 48)
    }

    @Test("the same form gives the same bytes")
    func determinism() async throws {
        let form = try await form(fields, on: page())
        #expect(try await form.fillable() == form.fillable())
    }
}
