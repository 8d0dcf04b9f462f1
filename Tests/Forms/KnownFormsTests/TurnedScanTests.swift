import FormDetection
import FormModel
import Formwright
import KnownForms
import Tesseract
import TestTraits
import Testing

/// Scans that lie in another direction than their print was taken to have.
@Suite("Turned scans", .blocking, .timeLimit(.minutes(30)))
struct TurnedScanTests {
    /// A straightened scan whose content is turned clockwise, although nothing told so.
    private func scan(of form: SampleForm, turned quarters: Int) throws -> ReadPage {
        var page = try PageReader.straightened(form.scannedContent())
        page.image = try Bitmap(page.image).turned(quarters: quarters).gray()
        if quarters % 2 == 1 { page.size = PageSize(width: page.size.height, height: page.size.width) }
        return page
    }

    /// The place on a page turned clockwise of a region of the upright Letter page.
    private func turned(_ r: Region, by quarters: Int) -> Region {
        switch quarters {
        case 1: Region(x: 792 - r.bottom, y: r.left, width: r.height, height: r.width)
        case 2: Region(x: 612 - r.right, y: 792 - r.bottom, width: r.width, height: r.height)
        default: Region(x: r.top, y: 612 - r.right, width: r.height, height: r.width)
        }
    }

    @Test("a scan in any direction is the known form, with the fields where they are on it", arguments: 1...3)
    func directions(quarters: Int) throws {
        let known = try SampleForm().known()
        let other = try SampleForm(seed: 17).known()
        let page = try scan(of: SampleForm(isFilled: true), turned: quarters)
        let found = try PageRecogniser([other, known]).recognise(PagePrint(of: page))
        guard case .known(let form, let registration, _) = try EditionCheck(language: "eng").confirmed(found, on: page)
        else {
            Issue.record("the scan is not known: \(found)")
            return
        }
        #expect(form.form == known.form)
        for (field, original) in zip(registration.carried(known.fields, toPage: 0), SampleForm().fields) {
            #expect(field.region.intersectionOverUnion(turned(original.region, by: quarters)) > 0.85)
        }
    }

    @Test("another date is read on a scan in any direction", arguments: 1...3)
    func date(quarters: Int) throws {
        let page = try scan(of: SampleForm(revision: "Form 77-B (Rev. 03-2029)"), turned: quarters)
        let found = PageRecogniser.recognise(PagePrint(of: page), as: try SampleForm().known())
        guard case .edition = try EditionCheck(language: "eng").confirmed(found, on: page) else {
            Issue.record("the edition was not told: \(found)")
            return
        }
    }

    @Test("another form in any direction is unknown", arguments: 1...3)
    func otherForm(quarters: Int) throws {
        let page = try scan(of: SampleForm(seed: 17), turned: quarters)
        let found = try PageRecogniser([try SampleForm().known()]).recognise(PagePrint(of: page))
        if case .known = found { Issue.record("another form was recognised") }
    }
}
