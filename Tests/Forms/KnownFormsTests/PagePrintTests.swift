import FailureModel
import Foundation
import FormModel
import KnownForms
import Testing

struct PagePrintTests {
    @Test("paper stays paper at any lower resolution", arguments: [2.2, 3, 4.6, 5.1, 6.7, 9.3])
    func paper(_ scale: Double) {
        for width in 300..<340 {
            let image = GrayImage(
                width: width, height: width + 7, pixels: [UInt8](repeating: 255, count: width * (width + 7)))
            #expect(InkPicture(of: image, scale: scale).count == 0, "\(width)")
        }
    }

    @Test("a print is read as it was written, in a few tens of kilobytes")
    func coding() throws {
        let print = try SampleForm().print()
        let data = try print.encoded()
        #expect(data.count < 60_000)
        let read = try PagePrint(encoded: data)
        #expect(read.ink == print.ink)
        #expect(read.marks == print.marks)
        #expect(read.words.map(\.text) == print.words.map(\.text))
        #expect(try read.encoded() == data)
    }

    @Test("a damaged print is refused")
    func damage() throws {
        let data = try SampleForm().print().encoded()
        for length in [0, 3, 8, 9, data.count / 2, data.count - 1] {
            #expect(throws: Failure.self) { try PagePrint(encoded: data.prefix(length)) }
        }
        for place in stride(from: 0, to: data.count, by: max(1, data.count / 60)) {
            var damaged = data
            damaged[place] ^= 0x5a
            #expect(throws: Failure.self) { try PagePrint(encoded: damaged) }
        }
    }

    @Test("a page is found among many by its print")
    func lookup() throws {
        let forms = try (0..<6).map { PageKeys(of: try SampleForm(seed: UInt64(40 + $0)).print()) }
        let index = PrintIndex(count: 600) { number in
            number % 100 == 0
                ? forms[number / 100]
                : PageKeys(values: forms[number % 6].values.map { $0 ^ UInt32(number) &* 0x9e37_79b9 }.sorted())
        }
        let found = index.candidates(for: try SampleForm(seed: 43).scannedPrint())
        #expect(found.first?.page == 300)
    }

    @Test("a straightened page lies on the displayed one as it was turned", arguments: 0...3)
    func straightening(turns: Int) {
        let page = Straightening(size: PageSize(width: 600, height: 800), turns: turns, skew: 1.2)
        let place = page.displayed(Place(120, 340))
        let back = page.straightened(place)
        #expect(abs(back.x - 120) < 1e-9 && abs(back.y - 340) < 1e-9)
        let middle = page.displayed(Place(300, 400))
        #expect(middle == (turns % 2 == 0 ? Place(300, 400) : Place(400, 300)))
    }
}
