import FormDetection
import FormModel
import KnownForms

/// A page of a filled copy, and how the form's page lies on it.
struct SeenPage {
    let content: PageContent
    let read: ReadPage
    let print: PagePrint

    /// Reads a page without text recognition; it blocks.
    init(_ content: PageContent) throws {
        self.content = content
        read = try PageReader.straightened(content)
        print = PagePrint(of: read)
    }

    /// The brightness of ink, as a share of the paper's.
    private static let inkLevel = 0.85
    /// Maximum share of ink on an empty page, such as the back of a sheet.
    private static let emptyShare = 0.002

    /// Whether there is next to no ink.
    ///
    /// A page that is too blurred for any mark has ink.
    var isEmpty: Bool {
        var counts = [Int](repeating: 0, count: 256)
        for level in read.image.pixels { counts[Int(level)] += 1 }
        // Most of any page is paper, which the brightest tenth of it is.
        var (paper, brighter) = (255, 0)
        while paper > 0, brighter + counts[paper] < read.image.pixels.count / 10 {
            brighter += counts[paper]
            paper -= 1
        }
        let ink = counts[..<Int(Double(paper) * Self.inkLevel)].reduce(0, +)
        return Double(ink) <= Self.emptyShare * Double(read.image.pixels.count)
    }

    /// Returns the brightness at a place of the displayed page, between the pixels around it.
    func level(at place: Place) -> Double {
        let upright = print.straightening.straightened(place)
        let (x, y) = (upright.x * read.scale - 0.5, upright.y * read.scale - 0.5)
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        guard left >= 0, top >= 0, left + 1 < Double(read.image.width), top + 1 < Double(read.image.height) else {
            return 255
        }
        let (column, row) = (Int(left), Int(top))
        func pixel(_ dx: Int, _ dy: Int) -> Double { Double(read.image[column + dx, row + dy]) }
        let above = pixel(0, 0) + (x - left) * (pixel(1, 0) - pixel(0, 0))
        let below = pixel(0, 1) + (x - left) * (pixel(1, 1) - pixel(0, 1))
        return above + (y - top) * (below - above)
    }
}
