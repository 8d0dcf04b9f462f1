import FormDetection
import FormModel
import Formwright
import KnownForms
import TestSupport
import Testing

@Suite("The numbers of recognised scans", .timeLimit(.minutes(30))) struct EditionCheckTests {
    private let check = EditionCheck(language: "eng")

    /// Returns what a scan is after its numbers were read.
    private func confirmed(_ form: SampleForm, given: ((KnownPage, Registration) -> Recognition)? = nil) throws
        -> Recognition
    {
        let known = try SampleForm().known()
        let page = try PageReader.straightened(form.scannedContent())
        let found = PageRecogniser.recognise(PagePrint(of: page), as: known)
        guard let given else { return try check.confirmed(found, on: page) }
        guard case .known(let known, let registration, _) = PageRecogniser.recognise(PagePrint(of: page), as: known)
        else { return .unknown }
        return try check.confirmed(given(known, registration), on: page)
    }

    @Test("a scan of the form stays the known form")
    func same() throws {
        guard case .known = try confirmed(SampleForm()) else {
            Issue.record("the scan is no longer known")
            return
        }
    }

    @Test("a date that reads differently is another edition, though it looks the same")
    func date() throws {
        // The known form has another date than the scan, of which the comparison of pictures is told nothing.
        var other = SampleForm()
        other.revision = "Form 77-B (Rev. 03-2029)"
        let page = try PageReader.straightened(SampleForm().scannedContent())
        let known = try other.known()
        guard
            case .known(_, let registration, _) = PageRecogniser.recognise(
                PagePrint(of: page), as: try SampleForm().known())
        else {
            Issue.record("the scan is not known")
            return
        }
        let found = try check.confirmed(.known(known, registration, doubtful: []), on: page)
        guard case .edition(_, _, let differences) = found else {
            Issue.record("the date was not told: \(found)")
            return
        }
        guard case .wording("03-2029)", let seen) = differences.first?.kind else {
            Issue.record("the difference is \(differences)")
            return
        }
        #expect(seen.filter(\.isNumber) == "032024")
    }

    @Test("of a sentence with a number, only the number and the words beside it are read")
    func sentence() throws {
        var form = SampleForm()
        form.revision = "Return this sheet to the office by 03-2024"
        let known = try form.known()
        guard case .known(_, let registration, _) = PageRecogniser.recognise(try form.scannedPrint(), as: known) else {
            Issue.record("the scan is not known")
            return
        }
        let line = try #require(
            registration.numberedLines(of: known.print).first { $0.numbers.contains { $0.word.text == "03-2024" } })
        let first = try #require(known.print.words.first { $0.text == "Return" })
        let number = try #require(line.numbers.first)
        #expect(line.area.left > first.region.right + 36)
        #expect(line.area.contains(x: number.region.midX, y: number.region.midY))
    }

    @Test("a number that only looked different is the same form after it was read")
    func rescued() throws {
        let found = try confirmed(SampleForm()) { known, registration in
            let number = known.print.words.first { $0.text == "03-2024)" }
            var difference = registration.difference(
                known: "03-2024)", seen: "?", at: number?.region ?? known.fields[0].region)
            difference.numbers = number.map { [$0] } ?? []
            return .edition(known, registration, [difference])
        }
        guard case .known = found else {
            Issue.record("the number was not read: \(found)")
            return
        }
    }

    @Test("other differences than numbers are not read away")
    func kept() throws {
        let found = try confirmed(SampleForm()) { known, registration in
            let difference = registration.difference(known: "name", seen: "first name", at: known.fields[0].region)
            return .edition(known, registration, [difference])
        }
        guard case .edition = found else {
            Issue.record("the edition was taken for the known form")
            return
        }
    }

    @Test("small print that looks different is the same form after it was read enlarged", arguments: [5, 4.5, 4])
    func small(size: Double) throws {
        var form = SampleForm()
        form.revisionSize = size
        let known = try form.known()
        let page = try PageReader.straightened(form.scannedContent())
        let registration: Registration
        switch PageRecogniser.recognise(PagePrint(of: page), as: known) {
        case .known(_, let found, _), .edition(_, let found, _): registration = found
        case let other:
            Issue.record("the scan is not known: \(other)")
            return
        }
        let number = try #require(known.print.words.first { $0.text == "03-2024)" })
        let found = try check.confirmed(.known(known, registration, doubtful: [number]), on: page)
        guard case .known = found else {
            Issue.record("the number was not read: \(found)")
            return
        }
    }
}
