import FormModel
import Foundation
import Portfolio
import TestSupport
import Testing

import PortfolioBook

@Suite("The looks of a portfolio's book") struct BookLooksTests {
    /// A small book with a bit of everything.
    private static func sample(_ page: PortfolioEdition.Page, _ theme: PortfolioEdition.Theme) throws -> SamplePortfolio
    {
        var portfolio = SamplePortfolio()
        portfolio.edition.page = page
        portfolio.edition.theme = theme
        func hill(_ width: Int, _ height: Int, _ hue: Int) throws -> Int {
            portfolio.picture(
                width, height, file: try SamplePortfolio.hill(width / 4, height / 4, hue).file(.jpeg))
        }
        portfolio.cover = try hill(1_500, 1_000, 1)
        portfolio.text(.hook, SamplePortfolio.paragraph, header: "Hello", role: .intro)
        portfolio.block(
            .hook,
            .metrics([
                PortfolioMetric(label: "Retention", value: "98", unit: "%"),
                PortfolioMetric(label: "Clients", value: "40", trend: .init(direction: .up, percentage: 12)),
            ]))
        portfolio.text(.credibility, "“The best.”\n\nMary Somerville", header: "Testimonial", role: .testimonial)
        portfolio.link("https://github.com/ada", platform: "github", title: "Ada on GitHub", description: "Tools.")
        portfolio.link("https://example.org/a/?b=c", platform: "website", title: "Journal")
        var media: [ArrangedMedia] = []
        for (index, size) in [(1_500, 1_000), (800, 1_200), (1_500, 1_000), (1_000, 1_000), (1_600, 900)].enumerated() {
            media.append(
                SamplePortfolio.media(try hill(size.0, size.1, index), caption: index == 1 ? "In the morning" : nil))
        }
        portfolio.block(.work, .gallery(media), title: "Hills", work: "Hills")
        portfolio.text(.work, SamplePortfolio.paragraph, work: "Hills")
        portfolio.block(.work, .media(SamplePortfolio.media(try hill(800, 1_200, 5))), title: "A tree", work: "Tree")
        portfolio.block(.work, .media(SamplePortfolio.media(try hill(1_500, 1_000, 3))), title: "A lake", work: "Lake")
        portfolio.text(.work, SamplePortfolio.paragraph, header: "In May", work: "Lake")
        portfolio.block(
            .work, .media(SamplePortfolio.media(try hill(1_800, 600, 4), caption: "At noon")), title: "A ridge",
            work: "Ridge")
        portfolio.block(.action, .contact)
        return portfolio
    }

    @Test(
        "is as it was recorded",
        arguments: [(PortfolioEdition.Page.a4Landscape, PortfolioEdition.Theme.light), (.square, .dark)])
    func looks(_ page: PortfolioEdition.Page, _ theme: PortfolioEdition.Theme) throws {
        let pdf = try SetPortfolioBook(Self.sample(page, theme).book()).pdf
        let pages = GoldenPages("portfolio-book/\(page.rawValue)-\(theme.rawValue)", scale: 0.5)
        try pages.recordIfAsked(pdf)
        #expect(try pages.differences(from: pdf) == [])
    }

    @Test(
        "has the line around a white picture on all four sides, also where pixels are large",
        arguments: [0.5, 0.7, 1.3])
    func frame(_ scale: Double) throws {
        var portfolio = SamplePortfolio()
        var facts = SamplePortfolio.facts(900, 600)
        facts.edges = [ColorCluster(lightness: 1, a: 0, b: 0, share: 1)]
        let white = try ColourPicture(width: 90, height: 60) { _, _ in 0xFFFF_FFFF }.file(.png)
        let input = portfolio.file(InputAnalysis(type: .picture, mediaType: "image/png", picture: facts), white)
        portfolio.block(.work, .media(SamplePortfolio.media(input)), title: "White", work: "White")
        let book = try portfolio.book()
        let grid = BookGrid(book.edition)
        let page = try RenderedPages(SetPortfolioBook(book).pdf, scale: scale).image(2)
        func dark(_ count: Int, _ pixel: (Int) -> UInt8) -> [Int] { (0..<count).filter { pixel($0) < 215 } }
        let column = dark(page.height) { page[Int(grid.content.midX * scale) + 3, $0] }
            .filter { Double($0) > (grid.content.top + 50) * scale && Double($0) < grid.content.bottom * scale + 1 }
        let row = dark(page.width) { page[$0, page.height / 2] }
        #expect(column.count == 2 && row.count == 2, "\(scale): \(column), \(row)")
    }

    @Test("that has another accent is seen to differ")
    func changed() throws {
        var portfolio = try Self.sample(.a4Landscape, .light)
        portfolio.edition.accent = "#C00000"
        portfolio.block(.hook, .metrics([PortfolioMetric(label: "Prizes", value: "7")]))
        let pdf = try SetPortfolioBook(portfolio.book()).pdf
        #expect(try !GoldenPages("portfolio-book/a4-landscape-light", scale: 0.5).differences(from: pdf).isEmpty)
    }
}
