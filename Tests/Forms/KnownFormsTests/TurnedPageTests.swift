import Foundation
import FormImport
import FormModel
import KnownForms
import TestSupport
import TestTraits
import Testing

/// Drawn pages that are displayed on their side.
@Suite("Turned pages", .blocking)
struct TurnedPageTests {
    /// The print of the first page of a PDF, turned clockwise as displayed.
    private func print(_ pdf: Data, turned degrees: Int) throws -> PagePrint {
        let folder = try TemporaryFolder()
        let (upright, turned) = (try folder.write(pdf, "upright.pdf"), folder.file("turned.pdf"))
        try Program.run("qpdf", ["--rotate=+\(degrees):1", upright.path, turned.path])
        return try PagePrint(of: PageSource(Importer().document(at: turned)).content(ofPage: 0))
    }

    /// The region of a Letter page as displayed after clockwise turns.
    private func turned(_ r: Region, by degrees: Int) -> Region {
        switch degrees {
        case 90: Region(x: 792 - r.bottom, y: r.left, width: r.height, height: r.width)
        case 180: Region(x: 612 - r.right, y: 792 - r.bottom, width: r.width, height: r.height)
        case 270: Region(x: r.top, y: 612 - r.right, width: r.height, height: r.width)
        default: r
        }
    }

    @Test(
        "a drawn page is the known form whichever way either is displayed, with the fields in its own coordinates",
        arguments: [(0, 90), (0, 180), (0, 270), (90, 0), (180, 90), (270, 270), (90, 270)])
    func eitherWay(template: Int, copy: Int) throws {
        let form = SampleForm()
        let fields = form.fields.map { field in
            var field = field
            field.region = turned(field.region, by: template)
            return field
        }
        let known = KnownPage(form: UUID(), page: 0, print: try print(form.pdf, turned: template), fields: fields)
        for values in [false, true] {
            let seen = try print(SampleForm(isFilled: values).pdf, turned: copy)
            guard case .known(_, let registration, _) = PageRecogniser.recognise(seen, as: known) else {
                Issue.record("not recognised, with values: \(values)")
                continue
            }
            let carried = registration.carried(fields, toPage: 0)
            for (field, original) in zip(carried, form.fields) {
                let place = turned(original.region, by: copy)
                #expect(field.region.intersectionOverUnion(place) > 0.9)
            }
            #expect(carried.allSatisfy { ($0.baseline == nil) == (template != copy) })
        }
        let scan = PageRecogniser.recognise(try form.scannedPrint(), as: known)
        guard case .known = scan else {
            Issue.record("a scan was not recognised: \(scan)")
            return
        }
    }

    @Test("a turned page of another form, or of another edition, is not the known one", arguments: [0, 90, 180, 270])
    func otherForms(degrees: Int) throws {
        let known = [SampleForm().pdf, SampleForm(seed: 17).pdf].map { pdf in
            try? KnownPage(form: UUID(), page: 0, print: print(pdf, turned: 90), fields: [])
        }.compactMap(\.self)
        #expect(known.count == 2)
        let other = try print(TestData.data("forms/irs-4547.pdf"), turned: degrees)
        guard case .unknown = try PageRecogniser(known).recognise(other) else {
            Issue.record("another form was recognised")
            return
        }
        for form in [
            SampleForm(revision: "Form 77-B (Rev. 03-2025)"), SampleForm(renumbering: 1), SampleForm(hasBox: true),
        ] {
            let found = PageRecogniser.recognise(try print(form.pdf, turned: degrees), as: known[0])
            guard case .edition = found else {
                Issue.record("another edition was recognised: \(found)")
                continue
            }
        }
        let wording = PageRecogniser.recognise(try print(SampleForm(seed: 17).pdf, turned: degrees), as: known[0])
        if case .known = wording { Issue.record("another wording was recognised") }
    }

    @Test("a page is turned by most of its text, and not by a few words")
    func majority() throws {
        func print(_ texts: [String], onSide: [String], turned degrees: Int) throws -> PagePrint {
            var page = PDFBuilder.Page()
            for (line, text) in texts.enumerated() { page.text(text, x: 60, y: 60 + 20 * Double(line)) }
            for (line, text) in onSide.enumerated() {
                page.content += "BT /F1 10 Tf 0 1 -1 0 \(60 + 20 * line) 200 Tm (\(text)) Tj ET\n"
            }
            var builder = PDFBuilder()
            builder.add(page)
            return try self.print(builder.data(), turned: degrees)
        }
        let (line, words) = ("Twenty letters and more are on this page", "Some of them")
        #expect(try print([line], onSide: [words], turned: 0).straightening.turns == 0)
        #expect(try print([line], onSide: [words], turned: 90).straightening.turns == 1)
        #expect(try print([words], onSide: [line], turned: 0).straightening.turns == 3)
        #expect(try print([words], onSide: [], turned: 90).straightening.turns == 0)
    }

    @Test("words that are written from right to left do not turn a page")
    func rightToLeft() throws {
        var content = try SampleForm().content()
        let word = content.words[0]
        content.words = (0..<20).map { line in
            let region = Region(x: 60, y: 60 + 20 * Double(line), width: 40, height: 10)
            return Word(
                text: "שלום", region: region,
                characters: (0..<4).map { Region(x: 90 - 10 * Double($0), y: region.y, width: 10, height: 10) },
                fontSize: word.fontSize)
        }
        #expect(try PagePrint(of: content).straightening.turns == 0)
    }
}
