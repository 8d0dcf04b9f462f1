import FormModel
import FormDetection
import Testing

/// Small boxes as scanners and printers leave them, drawn pixel by pixel.
@Suite("Detection: outlines of small boxes") struct OutlineTests {
    /// A page at 200 pixels per inch.
    private struct Sheet {
        static let scale = 200.0 / 72
        var image: GrayImage

        init(paper: UInt8) {
            let (width, height) = (1_700, 2_200)
            image = GrayImage(
                width: width, height: height, pixels: Array(repeating: paper, count: width * height))
        }

        mutating func fill(_ columns: Range<Int>, _ rows: Range<Int>, _ level: UInt8) {
            for y in rows {
                for x in columns { image[x, y] = level }
            }
        }

        /// Returns the boxes to tick that are considered on the page.
        func boxes(isScan: Bool) -> [Region] {
            let page = ReadPage(
                page: 0, size: PageSize(width: 612, height: 792), image: image, scale: Self.scale, words: [], skew: 0,
                isScan: isScan)
            return Detector.analyse(page, scorer: nil).candidates.filter { $0.kind == 2 }.map(\.region)
        }
    }

    /// Returns whether one of the regions is a box drawn at the given pixels.
    private func isFound(_ columns: Range<Int>, _ rows: Range<Int>, among found: [Region]) -> Bool {
        let drawn = Region(
            left: Double(columns.lowerBound) / Sheet.scale, top: Double(rows.lowerBound) / Sheet.scale,
            right: Double(columns.upperBound) / Sheet.scale, bottom: Double(rows.upperBound) / Sheet.scale)
        return found.contains { $0.intersectionOverUnion(drawn) > 0.6 }
    }

    @Test("a box is found on a scan that breaks its outline by up to three pixels", arguments: 1...3)
    func broken(gap: Int) {
        var sheet = Sheet(paper: 250)
        sheet.fill(300..<330, 400..<430, 90)
        sheet.fill(302..<328, 402..<428, 250)
        sheet.fill(310..<310 + gap, 400..<402, 250)
        sheet.fill(328..<330, 415..<415 + gap, 250)
        #expect(isFound(300..<330, 400..<430, among: sheet.boxes(isScan: true)))
    }

    @Test("a circle is found on a scan that breaks its outline", arguments: 1...3)
    func brokenCircle(gap: Int) {
        var sheet = Sheet(paper: 250)
        for y in 400..<432 {
            for x in 300..<332 {
                let distance = ((Double(x) - 315.5) * (Double(x) - 315.5) + (Double(y) - 415.5) * (Double(y) - 415.5))
                    .squareRoot()
                if distance > 13.5, distance < 16 { sheet.image[x, y] = 90 }
            }
        }
        sheet.fill(314..<314 + gap, 398..<404, 250)
        sheet.fill(328..<334, 412..<412 + gap, 250)
        #expect(isFound(300..<332, 400..<432, among: sheet.boxes(isScan: true)))
    }

    @Test("an outline that is open at one side is no box, on a scan neither")
    func open() {
        var sheet = Sheet(paper: 250)
        sheet.fill(300..<330, 400..<430, 90)
        sheet.fill(302..<330, 402..<428, 250)
        #expect(sheet.boxes(isScan: true).isEmpty)
    }

    @Test("a box with two dark and two pale sides is found", arguments: [4, 5])
    func relief(thickness: Int) {
        var sheet = Sheet(paper: 255)
        sheet.fill(300..<335, 400..<435, 208)
        sheet.fill(300..<335 - thickness, 400..<435 - thickness, 60)
        sheet.fill(300 + thickness..<335 - thickness, 400 + thickness..<435 - thickness, 255)
        #expect(isFound(300..<335, 400..<435, among: sheet.boxes(isScan: false)))
    }
}
