import FailureModel
import FormModel
import Foundation
import Portfolio
import PortfolioBook
import PortfolioInputs
import TestSupport
import Testing
import Typesetting

@Suite("Drawings with transparent parts in a book") struct GroundTests {
    /// Rings of a colour on a transparent ground, as an SVG.
    private static func rings(_ colour: String, width: Double) -> Data {
        let circles = (1...5).map {
            "<circle cx=\"300\" cy=\"200\" r=\"\($0 * 36)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"\(width)\"/>"
        }
        return Data(
            ("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"600\" height=\"400\" viewBox=\"0 0 600 400\">"
                + circles.joined() + "</svg>").utf8)
    }

    /// A grid of a colour on a transparent ground, as a PNG; the last byte of the colour is its opacity.
    private static func grid(_ colour: UInt32) throws -> Data {
        try ColourPicture(width: 600, height: 400) { x, y in x % 50 < 3 || y % 50 < 3 ? colour : 0 }.file(.png)
    }

    /// The book of one picture in a theme, as an image of the page on which it stands, and its ground there.
    private func page(_ bytes: Data, _ theme: PortfolioEdition.Theme) async throws -> (image: GrayImage, ground: Color?)
    {
        let analysed = try await Analysed(bytes)
        let analysis = try analysed.analysis()
        let media = ArrangedMedia(input: 0, altText: "A drawing", altTextSource: .rule)
        let block = ArrangedBlock(
            id: "work_001", content: .media(media), title: "Drawing", work: "Drawing", score: 0.5, priority: .medium,
            reasons: [])
        var edition = PortfolioEdition()
        edition.theme = theme
        let book = PortfolioBook(
            manifest: PortfolioManifest(title: "Plans", inputs: [.init(.file(part: 0, content: ""))]),
            arrangement: Arrangement(cover: nil, sections: [ArrangedSection(.work, [block])]), analyses: [0: analysis],
            edition: edition,
            source: BookPictureSource { request throws(Failure) in
                request.form == .drawing ? analysed.files[PortfolioInputKind.ArtefactName.drawing] ?? bytes : bytes
            })
        var ground: Color?
        try Typesetter().write(to: { _ in }) { canvas throws(Failure) in
            ground = BookSetting(book, on: canvas).ground(of: media)
            try canvas.beginPage(BookGrid(edition).template)
        }
        let pages = try RenderedPages(try PortfolioBookTypesetter(book).pdf().pdf, scale: 1)
        return (try pages.image(pages.count - 1), ground)
    }

    /// By how many levels the middle of a page, where the picture stands, differs within itself.
    private func contrast(_ image: GrayImage) -> Int {
        var (least, most) = (255, 0)
        for y in image.height * 2 / 5..<image.height * 3 / 5 {
            for x in image.width * 2 / 5..<image.width * 3 / 5 {
                let level = Int(image.pixels[y * image.width + x])
                (least, most) = (min(least, level), max(most, level))
            }
        }
        return most - least
    }

    @Test(
        "are seen on light and dark pages, whatever their colour and however thin their lines",
        arguments: ["#222222", "#ffffff", "#101040", "#ffe94a", "#c82828"], [1.5, 6])
    func drawings(_ colour: String, width: Double) async throws {
        for theme in [PortfolioEdition.Theme.light, .dark] {
            let (image, _) = try await page(Self.rings(colour, width: width), theme)
            #expect(contrast(image) > 90, "\(theme)")
        }
    }

    @Test("stand on a ground only where the page would hide them")
    func grounds() async throws {
        for (colour, lightGround, darkGround) in [
            (UInt32(0x1414_18FF), false, true), (0xFFFF_FFFF, true, false), (0xC828_28FF, false, true),
            (0xFFE9_4AFF, true, false),
        ] {
            let picture = try Self.grid(colour)
            for (theme, isOnGround) in [(PortfolioEdition.Theme.light, lightGround), (.dark, darkGround)] {
                let (image, ground) = try await page(picture, theme)
                #expect((ground != nil) == isOnGround, "\(colour) on \(theme)")
                #expect(contrast(image) > 90, "\(colour) on \(theme)")
            }
        }
    }
}
