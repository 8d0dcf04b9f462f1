import FormFilling
import FormModel

/// The values on the pages added by a fill.
struct AddendumValues {
    /// The values by the numbers that fields refer to.
    private(set) var values: [Int: String] = [:]
    /// Whether text recognition read them.
    private(set) var areRecognised = false

    /// The size in points between that of headings and that of values.
    private static let headingSize = 10.75
    /// Minimum distance in points of a heading from the line above it.
    private static let aboveHeading = 8.0
    /// Maximum number of lines of a heading.
    private static let mostHeadingLines = 12
    /// The distance in points between paragraphs, and its minimum.
    ///
    /// Lines of one paragraph are closer.
    private static let betweenParagraphs = (exact: 3.0, least: 1.5)
    /// The width in points of a space.
    private static let space = 3.0

    /// Reads pages in their order.
    init(_ pages: [AddendumPage]) {
        areRecognised = pages.contains(where: \.isRecognised)
        let right = pages.flatMap(\.lines).map(\.right).max() ?? 0
        // The number of the value, and the words of its heading that are not all there yet.
        var (number, heading): (Int, [String]?) = (0, nil)
        var last: AddendumPage.Line?
        for page in pages {
            var above: AddendumPage.Line?
            for line in page.lines {
                if let words = heading {
                    heading = Self.isComplete(words + [line.text]) ? nil : words + [line.text]
                    if words.count > Self.mostHeadingLines { heading = nil }
                    last = nil
                } else if Self.isHeading(line, number + 1, below: above, on: page) {
                    number += 1
                    values[number] = ""
                    heading = Self.isComplete([line.text]) ? nil : [line.text]
                    last = nil
                } else if number > 0 {
                    if let last {
                        values[number]? += Self.gap(last, line, isSamePage: above != nil, page, right: right)
                    }
                    values[number]? += line.text
                    last = line
                }
                above = line
            }
        }
    }

    private static func isHeading(
        _ line: AddendumPage.Line, _ number: Int, below above: AddendumPage.Line?, on page: AddendumPage
    ) -> Bool {
        guard line.text.hasPrefix(AddendumWords.headingStart(number)) else { return false }
        guard page.isRecognised || line.fontSize >= headingSize else { return false }
        return above.map { line.top - $0.bottom >= aboveHeading } ?? true
    }

    /// Returns whether a heading ends with the page of its field.
    private static func isComplete(_ lines: [String]) -> Bool {
        let words = lines.joined(separator: " ").split(separator: " ").suffix(2)
        return words.count == 2 && words.first == "page" && words.last?.allSatisfy(\.isNumber) == true
    }

    /// Returns the separator between two lines.
    ///
    /// It is empty, a space, or line feeds.
    private static func gap(
        _ last: AddendumPage.Line, _ line: AddendumPage.Line, isSamePage: Bool, _ page: AddendumPage, right: Double
    ) -> String {
        if isSamePage, !page.isRecognised {
            let distance = line.top - last.bottom
            if distance >= betweenParagraphs.least {
                let height = last.bottom - last.top + betweenParagraphs.exact
                let empty = max(0, ((distance - betweenParagraphs.exact) / height).rounded())
                return String(repeating: "\n", count: 1 + Int(min(empty, 100)))
            }
        } else if let first = line.words.first, last.right + space + first.region.width < right - space {
            // The word would have stood on the line before it.
            return "\n"
        }
        guard let end = last.words.last?.text, let first = last.words.first else { return " " }
        // Long words are broken, and others behind their hyphens and slashes.
        let isBroken = last.words.count == 1 && last.right - first.region.left > 0.9 * (right - first.region.left)
        return isBroken || end.count > 1 && (end.hasSuffix("/") || end.hasSuffix("-")) ? "" : " "
    }
}
