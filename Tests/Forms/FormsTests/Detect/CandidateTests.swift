import FormModel
import FormDetection
import FormImport
import TestSupport
import Testing

/// What the finders offer to the scorer, whatever it makes of it.
@Suite("Detection: candidates") struct CandidateTests {
    private static let box = 2
    private static let comb = 3

    private func candidates(_ draw: (inout PDFBuilder.Page) -> Void) throws -> [Detector.Analysis.Candidate] {
        try candidates(DetectedPage.content(draw))
    }

    private func candidates(_ content: PageContent) throws -> [Detector.Analysis.Candidate] {
        let read = try PageReader(recognisers: DetectedPage.recognisers).read(content)
        return Detector.analyse(read, scorer: nil).candidates
    }

    /// Expects a candidate that covers a place, of a kind if one is given.
    private func expect(
        _ candidates: [Detector.Analysis.Candidate], at place: Region, kind: Int? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(
            candidates.contains {
                (kind == nil || $0.kind == kind) && $0.region.intersectionOverUnion(place) > 0.6
            }, "\(place)", sourceLocation: location)
    }

    @Test(
        "boxes wider than tall are boxes to tick",
        arguments: [(18.0, 10.0), (25, 10), (30, 13), (30, 16), (16, 16)])
    func flatBoxes(width: Double, height: Double) throws {
        let found = try candidates { page in
            page.box(x: 100, y: 100, width: width, height: height)
            page.text("Yes", x: 140, y: 110)
        }
        expect(found, at: Region(x: 100, y: 100, width: width, height: height), kind: Self.box)
    }

    @Test(
        "text of an absurd size is left out", arguments: ["5000000000000000000", "1e26", "99999999999999999999999999"])
    func hugeText(size: String) throws {
        let fields = try DetectedPage.fields { page in
            page.text("Name", x: 20, y: 300)
            page.rule(x: 60, y: 300, width: 240)
            page.content += "BT /F1 \(size) Tf 20 20 Td (Name) Tj ET\n"
        }
        #expect(fields.map(\.label) == ["Name"])
    }

    @Test("a box far wider than tall is none")
    func bar() throws {
        let found = try candidates { $0.box(x: 100, y: 100, width: 30, height: 9) }
        #expect(!found.contains { $0.kind == Self.box })
    }

    @Test("typed brackets with room for a mark are boxes", arguments: ["[ ]", "[   ]", "( )", "(   )", "[]", "[__]"])
    func brackets(text: String) throws {
        let found = try candidates { page in
            page.text("\(text) Married", x: 100, y: 110)
            page.text("Other (see below) and [note]", x: 100, y: 140)
        }
        let boxes = found.filter { $0.kind == Self.box }
        #expect(boxes.count == 1)
        let place = try #require(boxes.first).region
        #expect(place.left > 98 && place.right < 122 && abs(place.midY - 106) < 4)
    }

    @Test("blank cells under Yes and No are boxes, those under other heads are not")
    func optionCells() throws {
        let found = try candidates { page in
            for (column, head) in ["Yes", "No", "Note"].enumerated() {
                for row in 0..<3 {
                    page.box(x: 300 + 40 * Double(column), y: 100 + 22 * Double(row), width: 40, height: 22)
                }
                page.text(head, x: 306 + 40 * Double(column), y: 115)
            }
        }
        let boxes = found.filter { $0.kind == Self.box }.map(\.region)
        #expect(boxes.count == 4)
        for row in 1...2 {
            for column in 0...1 {
                expect(
                    found,
                    at: Region(x: 300 + 40 * Double(column), y: 100 + 22 * Double(row), width: 40, height: 22),
                    kind: Self.box)
            }
        }
    }

    @Test("the blank of a cell is all below its caption, of whatever height", arguments: [24.0, 40, 90])
    func wholeCell(height: Double) throws {
        let found = try candidates { page in
            page.box(x: 100, y: 100, width: 240, height: height)
            page.text("Employer", x: 103, y: 107, size: 7)
        }
        expect(found, at: Region(left: 100, top: 108, right: 340, bottom: 100 + height))
    }

    @Test("the blank of a cell starts below a caption in two lines")
    func captionInTwoLines() throws {
        let found = try candidates { page in
            page.box(x: 100, y: 100, width: 240, height: 60)
            page.text("Employer", x: 103, y: 107, size: 7)
            page.text("(of the last year)", x: 103, y: 115, size: 7)
        }
        expect(found, at: Region(left: 100, top: 116, right: 340, bottom: 160))
    }

    @Test("the blank of a cell ends above a caption at its bottom")
    func captionAtBottom() throws {
        let found = try candidates { page in
            page.box(x: 100, y: 100, width: 240, height: 30)
            page.text("Employer", x: 103, y: 128, size: 7)
        }
        expect(found, at: Region(left: 100, top: 100, right: 340, bottom: 122))
    }

    @Test("a comb in groups offers each group and all of them")
    func groupedComb() throws {
        let found = try candidates { page in
            var x = 100.0
            for count in [3, 2, 4] {
                for cell in 0..<count { page.box(x: x + 14 * Double(cell), y: 100, width: 14, height: 16) }
                x += 14 * Double(count) + 8
            }
        }
        for (left, width) in [(100.0, 42.0), (150, 28), (186, 56), (100, 142)] {
            expect(found, at: Region(x: left, y: 100, width: width, height: 16), kind: Self.comb)
        }
    }

    @Test(
        "a comb in groups with signs in places as wide as cells offers all of them, unless there is text between them")
    func combWithSigns() throws {
        func combs(_ between: String) throws -> [Detector.Analysis.Candidate] {
            try candidates { page in
                for i in 0..<10 where i != 3 {
                    page.box(x: 100 + 18 * Double(i), y: 100, width: 18, height: 24)
                }
                page.text(between, x: 159, y: 116, size: 12)
            }.filter { $0.kind == Self.comb }
        }
        let whole = Region(x: 100, y: 100, width: 180, height: 24)
        func hasWhole(_ found: [Detector.Analysis.Candidate]) -> Bool {
            found.contains { $0.region.intersectionOverUnion(whole) > 0.5 && $0.region.width > 170 }
        }
        #expect(hasWhole(try combs("-")))
        #expect(hasWhole(try combs("\\)")))
        #expect(!hasWhole(try combs("a")))
        #expect(!hasWhole(try combs("")))
    }

    @Test("ovals with a digit or letter in them are boxes, and the letters of words are not")
    func bubbles() throws {
        let found = try candidates { page in
            for (i, mark) in ["1", "2", "B"].enumerated() {
                let (x, y) = (107 + 20 * i, Int(page.height) - 105)
                page.content +=
                    "0.7 w \(x + 7) \(y) m \(x + 7) \(y + 7) \(x - 7) \(y + 7) \(x - 7) \(y) c "
                    + "\(x - 7) \(y - 7) \(x + 7) \(y - 7) \(x + 7) \(y) c S\n"
                page.text(mark, x: 105.2 + 20 * Double(i), y: 107, size: 6)
            }
            page.text("O D 0 BOOK", x: 100, y: 140, size: 16)
        }.filter { $0.kind == Self.box }
        #expect(found.count == 3)
        for i in 0..<3 {
            expect(found, at: Region(x: 100 + 20 * Double(i), y: 100, width: 14, height: 10), kind: Self.box)
        }
    }

    @Test("a white box on a tint, without an outline, ends where the tint begins")
    func whiteBox() throws {
        let found = try candidates { page in
            page.content += "1 0.85 0.78 rg 50 500 400 200 re f 1 g 100 650 12 16 re f 0 g\n"
            page.text("Connection missed", x: 120, y: page.height - 654)
        }
        expect(found, at: Region(x: 100, y: 792 - 666, width: 12, height: 16), kind: Self.box)
    }

    @Test("ticks on a rule divide it into the cells of a comb")
    func ticks() throws {
        let found = try candidates { page in
            page.box(x: 100, y: 100, width: 126, height: 20)
            for tick in 1..<9 { page.box(x: 100 + 14 * Double(tick), y: 114, width: 0.1, height: 6) }
        }
        expect(found, at: Region(x: 100, y: 106, width: 126, height: 14), kind: Self.comb)
    }

    @Test("captions in a row without any mark have the blanks above and behind them")
    func captionRow() throws {
        let found = try candidates { page in
            for (column, caption) in ["Street", "Apt. #", "City", "State", "Zip"].enumerated() {
                page.text(caption, x: 60 + 100 * Double(column), y: 200)
            }
            page.text("The last line of the page, which shows how far its text extends to the right", x: 60, y: 400)
        }
        expect(found, at: Region(x: 160, y: 179, width: 94, height: 13.5))
        expect(found, at: Region(x: 191, y: 190, width: 64, height: 14))
    }

    @Test("beside text with too little room under it for a line, the blank is beside it", arguments: [5.4, 6])
    func textAboveFloor(gap: Double) throws {
        let found = try candidates { page in
            page.box(x: 100, y: 100, width: 240, height: 22)
            page.text("Hours", x: 104, y: 122 - gap, size: 12)
        }
        expect(found, at: Region(left: 140, top: 108, right: 340, bottom: 122))
        #expect(!found.contains { $0.region.left < 110 && $0.region.height < 9 })
    }

    @Test("captions under a rule, near or less near, divide it", arguments: [8.0, 15.0])
    func captionsUnder(distance: Double) throws {
        let found = try candidates { page in
            page.rule(x: 100, y: 100, width: 300)
            for (i, caption) in ["City", "State", "Zip"].enumerated() {
                page.text(caption, x: 100 + 100 * Double(i), y: 100 + distance, size: 8)
            }
        }
        for left in [100.0, 199, 299] { expect(found, at: Region(x: left, y: 86, width: 98, height: 14)) }
    }

    @Test("captions beside each other at the top of a cell divide its blank")
    func captionsAbove() throws {
        let found = try candidates { page in
            page.box(x: 100, y: 100, width: 300, height: 30)
            for (i, caption) in ["City", "State", "Zip"].enumerated() {
                page.text(caption, x: 103 + 100 * Double(i), y: 107, size: 7)
            }
        }
        for left in [102.0, 202, 302] { expect(found, at: Region(x: left, y: 112, width: 97, height: 18)) }
    }

    @Test("dashes divide a cell, also behind a caption")
    func dashes() throws {
        let found = try candidates { page in
            page.box(x: 100, y: 100, width: 240, height: 18)
            page.text("SSN", x: 104, y: 114)
            page.rule(x: 180, y: 110, width: 6)
            page.rule(x: 250, y: 110, width: 6)
        }
        for (left, right) in [(126.0, 180.0), (186, 250), (256, 340)] {
            expect(found, at: Region(left: left, top: 104, right: right, bottom: 118))
        }
    }

    @Test("typed lines 9 points apart are one field of several lines")
    func narrowLines() throws {
        let found = try candidates { page in
            for line in 0..<4 { page.rule(x: 100, y: 100 + 9 * Double(line), width: 240) }
        }
        expect(found, at: Region(left: 100, top: 88, right: 340, bottom: 127), kind: 1)
    }

    @Test("a box includes its outline, however pale", arguments: [0.0, 0.6, 0.8])
    func paleOutline(gray: Double) throws {
        let found = try candidates { $0.content += "1.5 w \(gray) G 100 680 12 12 re S 0 G\n" }
        let box = try #require(found.first { $0.kind == Self.box }).region
        #expect(abs(box.left - 98.25) < 0.7 && abs(box.right - 113.75) < 0.7)
        #expect(abs(box.height - 15.5) < 1.4)
    }

    @Test("gray cells beside white ones are a comb of their own")
    func shadedComb() throws {
        let found = try candidates { page in
            page.content += "0.8 g 156 676 56 16 re f 0 g\n"
            for cell in 0..<8 { page.box(x: 100 + 14 * Double(cell), y: 100, width: 14, height: 16) }
        }
        let combs = found.filter { $0.kind == Self.comb }
        expect(combs, at: Region(x: 100, y: 100, width: 56, height: 16))
        expect(combs, at: Region(x: 156, y: 100, width: 56, height: 16))
    }

    @Test("a dashed rule is a blank like a solid one", arguments: [(2.0, 2.0), (4, 3), (6, 4), (1, 3)])
    func dashedRule(dash: Double, gap: Double) throws {
        let found = try candidates { page in
            page.text("Name", x: 60, y: 120)
            page.content += "0.7 w [\(dash) \(gap)] 0 d 100 670 m 300 670 l S [] 0 d\n"
        }
        expect(found, at: Region(left: 100, top: 108, right: 300, bottom: 122))
    }

    @Test("letters and marks at unequal distances are no dashed rule")
    func noDashedRule() throws {
        let found = try candidates { page in
            page.text("ill i il l-i . lil - ill . i-l il.i l ill", x: 100, y: 120)
            var x = 100.0
            for step in [5.0, 9, 4, 12, 6, 3, 11, 8, 5, 13, 7, 4, 10] {
                page.rule(x: x, y: 160, width: 2)
                x += step
            }
        }
        #expect(!found.contains { $0.region.width > 60 })
    }

    @Test(
        "typed blanks in a sentence are blanks, several on a line",
        arguments: [(".", nil), ("_", nil), ("-", nil), (". ", nil), ("- ", nil), (".", "\u{B7}"), (".", "\u{2026}")])
    func typedBlanks(mark: String, read: Character?) throws {
        let blank = String(repeating: mark, count: mark == "_" ? 14 : 34)
        var content = try DetectedPage.content { page in
            page.text("nato a \(blank) il \(blank) e residente", x: 60, y: 120)
        }
        // The font of the page has no such characters; they stand for the dots, as other fonts have them.
        if let read {
            for i in content.words.indices { content.words[i].text.replace(".", with: String(read)) }
        }
        let found = try candidates(content)
        let wide = found.filter { $0.region.width > 70 && abs($0.region.bottom - 121) < 5 }
        #expect(Set(wide.map { Int($0.region.left) }).count >= 2, "\(found.map(\.region))")
    }

    @Test("two cells with lines on all sides are a comb, without them they are not")
    func pairOfCells() throws {
        let found = try candidates { page in
            for cell in 0..<2 { page.box(x: 100 + 14 * Double(cell), y: 100, width: 14, height: 16) }
            for cell in 0..<2 { page.rule(x: 100 + 16 * Double(cell), y: 200, width: 14) }
        }
        let combs = found.filter { $0.kind == Self.comb }
        #expect(combs.count == 1)
        expect(combs, at: Region(x: 100, y: 100, width: 28, height: 16))
    }

    @Test("the cells of a table know their row and column; a box beside it is in no grid")
    func grid() throws {
        let found = try candidates { page in
            for row in 0..<3 {
                for column in 0..<4 {
                    page.box(x: 100 + 60 * Double(column), y: 100 + 20 * Double(row), width: 60, height: 20)
                }
            }
            page.text("Monday", x: 104, y: 134)
            page.box(x: 100, y: 300, width: 80, height: 20)
        }
        func places(_ region: Region) -> Set<[Int]> {
            Set(found.filter { $0.region.intersectionOverUnion(region) > 0.6 }.map(\.grid))
        }
        #expect(places(Region(x: 220, y: 120, width: 60, height: 20)) == [[0, 1, 2]])
        #expect(places(Region(x: 280, y: 140, width: 60, height: 20)) == [[0, 2, 3]])
        #expect(places(Region(x: 100, y: 300, width: 80, height: 20)) == [[]])
    }
}
