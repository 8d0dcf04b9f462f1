import Foundation
import FormDetection
import FormImport
import FormModel
import KnownForms
import TestSupport
import Testing

struct RecognitionTests {
    private func differences(_ recognition: Recognition) -> [EditionDifference] {
        guard case .edition(_, _, let differences) = recognition else { return [] }
        return differences
    }

    private func isKnown(_ recognition: Recognition) -> Bool {
        if case .known = recognition { true } else { false }
    }

    @Test("a copy with values and a stamp is the known form")
    func filledCopy() throws {
        let known = try SampleForm().known()
        #expect(isKnown(PageRecogniser.recognise(try SampleForm(isFilled: true).print(), as: known)))
        #expect(isKnown(PageRecogniser.recognise(try SampleForm(isFilled: true).scannedPrint(), as: known)))
    }

    @Test("another revision in the margin is another edition, and both are named")
    func revision() throws {
        let known = try SampleForm().known()
        var other = SampleForm()
        other.revision = "Form 77-B (Rev. 03-2025)"
        let found = differences(PageRecogniser.recognise(try other.print(), as: known))
        #expect(found.map(\.kind) == [.wording(known: "03-2024)", seen: "03-2025)")])
        #expect(found.first?.part == "at the top right")
        let scanned = differences(PageRecogniser.recognise(try other.scannedPrint(), as: known))
        #expect(scanned.count == 1)
        #expect(scanned.first?.region.midY ?? 0 < 40)
    }

    @Test("renumbered, moved and new fields are another edition")
    func otherFields() throws {
        let known = try SampleForm().known()
        for form in [SampleForm(renumbering: 1), SampleForm(lowered: 7), SampleForm(hasBox: true)] {
            #expect(!differences(PageRecogniser.recognise(try form.print(), as: known)).isEmpty)
            #expect(!differences(PageRecogniser.recognise(try form.scannedPrint(), as: known)).isEmpty)
        }
    }

    @Test("words that are lower are another edition, on a scan, too", arguments: [6, 9, 12])
    func movedWords(by distance: Double) throws {
        let known = try SampleForm().known()
        let other = SampleForm(loweredWords: distance)
        #expect(!differences(PageRecogniser.recognise(try other.print(), as: known)).isEmpty)
        let scanned = differences(PageRecogniser.recognise(try other.scannedPrint(), as: known))
        let moves = scanned.compactMap { difference -> Double? in
            guard case .moved(let right, let down) = difference.kind, abs(right) < 1.5 else { return nil }
            return down
        }
        #expect(!moves.isEmpty)
        #expect(moves.allSatisfy { abs($0 - distance) < 1.5 })
    }

    @Test("the same layout with other wording is not the known form")
    func otherWording() throws {
        let known = try SampleForm().known()
        for print in [try SampleForm(seed: 17).print(), try SampleForm(seed: 17).scannedPrint()] {
            #expect(!isKnown(PageRecogniser.recognise(print, as: known)))
        }
    }

    @Test("an empty page is nothing known")
    func emptyPage() throws {
        var builder = PDFBuilder()
        builder.add(PDFBuilder.Page())
        let document = try Importer().document(builder.data(), fileName: "empty.pdf")
        let empty = try PagePrint(of: PageSource(document).content(ofPage: 0))
        guard case .unknown = try PageRecogniser([try SampleForm().known()]).recognise(empty) else {
            Issue.record("an empty page was recognised")
            return
        }
    }

    @Test("the fields of a form come to lie in their places on a skewed scan of it")
    func fieldsOnScan() throws {
        let form = try print(of: "forms/irs-4547.pdf")
        let known = KnownPage(form: UUID(), page: 0, print: form, fields: try fields("forms/irs-4547.truth.json"))
        let other = KnownPage(form: UUID(), page: 0, print: try SampleForm().print(), fields: SampleForm().fields)
        let recogniser = PageRecogniser([other, known])
        guard
            case .known(let page, let registration, _) = try recogniser.recognise(print(of: "forms/irs-4547.scan.pdf"))
        else {
            Issue.record("the scan was not recognised")
            return
        }
        #expect(page.form == known.form)
        #expect(registration.residual < 0.6)
        let carried = registration.carried(known.fields, toPage: 0)
        let truth = try fields("forms/irs-4547.scan.truth.json")
        let overlaps = zip(carried, truth).map { $0.region.intersectionOverUnion($1.region) }
        #expect(overlaps.count == truth.count)
        #expect(overlaps.reduce(0, +) / Double(overlaps.count) > 0.9)
    }

    private func print(of file: String) throws -> PagePrint {
        let document = try Importer().document(at: TestData.url(file))
        return try PagePrint(of: PageSource(document).content(ofPage: 0))
    }

    private struct TrueField: Decodable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    private func fields(_ file: String) throws -> [Field] {
        try JSONDecoder().decode([TrueField].self, from: TestData.data(file)).map {
            Field(
                id: UUID(), name: "", page: 0, region: Region(x: $0.x, y: $0.y, width: $0.width, height: $0.height),
                type: .text, label: "", confidence: 1, evidence: .widget)
        }
    }
}
