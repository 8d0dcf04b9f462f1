import Cairo
import FormModel
import Foundation
import Synchronization
import Testing

@Suite("Files of fonts") struct FontFilesTests {
    private static let families = [
        "DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "Liberation Sans", "Liberation Serif", "Liberation Mono",
    ]

    /// Sets a page in 24 fonts, which is more than cairo keeps open.
    private static func page(startingAt first: Int) throws -> Data {
        let surface = try PDFSurface(size: PageSize(width: 600, height: 800))
        for line in 0..<24 {
            let number = (first + line) % 24
            let font = FontStyle(
                families: families[number % 6], size: 10, weight: number / 6 % 2 == 0 ? 400 : 700,
                isItalic: number >= 12)
            var text = StyledText(font: font)
            text.append("Hamburgefonts äöü \(number)", font: font)
            let layout = ParagraphLayout(
                text, in: TextContext(direction: .leftToRight, language: "en"), width: nil)
            for run in layout.runs(ofLine: 0) {
                surface.context.draw(run, of: layout, x: 10, baseline: 30 + Double(number) * 30)
            }
        }
        surface.endPage(next: nil)
        return try surface.finish()
    }

    @Test("threads that draw with more fonts than cairo keeps open do not disturb each other")
    func threads() throws {
        let pages = Mutex<Set<Int>>([])
        DispatchQueue.concurrentPerform(iterations: 400) { number in
            guard let page = try? Self.page(startingAt: number) else { return }
            if page.count > 10_000 { _ = pages.withLock { $0.insert(number) } }
        }
        #expect(pages.withLock { $0.count } == 400)
    }
}
