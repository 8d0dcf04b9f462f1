import FormFilling
import FormModel

/// The values on the pages added by a fill.
///
/// They are taken only if all pages are there, in their order, with one heading for each field that refers to them: what
/// belongs to another field or person would be worse than no value.
struct AddendumValues {
    /// The values by the numbers that fields refer to.
    private(set) var values: [Int: String] = [:]
    /// The headings of the values, folded.
    private(set) var headings: [Int: String] = [:]
    /// The numbers of values with lines that were joined without a space.
    private(set) var unsure: Set<Int> = []
    /// Whether text recognition read them.
    let areRecognised: Bool

    /// Minimum size of the text of a heading, over that of the first one.
    ///
    /// Values are smaller.
    private static let headingShare = 0.98
    /// Maximum number of lines of a heading.
    private static let mostHeadingLines = 12
    /// Maximum length of a value in bytes.
    private static let longest = 256 << 10
    /// The distance in points between paragraphs, and its minimum.
    ///
    /// Lines of one paragraph are closer.
    private static let betweenParagraphs = (exact: 3.0, least: 1.5)
    /// The width in points of a space.
    private static let space = 3.0

    /// Reads pages in their order.
    ///
    /// It is nil if they do not belong together, or not to the fields.
    ///
    /// - Parameters:
    ///   - pages: the added pages.
    ///   - expected: the headings, folded, of the fields that refer to each number.
    init?(_ pages: [AddendumPage], expected: [Int: Set<String>]) {
        guard !pages.isEmpty, pages.map(\.number) == Array(1...pages.count),
            pages.allSatisfy({ $0.count == pages.count }), Set(expected.keys) == Set(1...max(1, expected.count))
        else { return nil }
        areRecognised = pages.contains(where: \.isRecognised)
        let right = pages.flatMap(\.lines).map(\.right).max() ?? 0
        var (number, size, last): (Int, Double?, AddendumPage.Line?) = (0, nil, nil)
        for page in pages {
            var headingEnd = 0
            for (index, line) in page.lines.enumerated() where index >= headingEnd {
                func heading(_ number: Int) -> (text: String, lines: Int)? {
                    Self.heading(at: index, of: page, among: expected[number] ?? [], number)
                }
                let isSized = page.isRecognised || line.fontSize >= Self.headingShare * (size ?? 0)
                if isSized, let found = heading(number + 1) {
                    number += 1
                    (values[number], headings[number]) = ("", found.text)
                    (size, last, headingEnd) = (size ?? line.fontSize, nil, index + found.lines)
                    continue
                }
                // A heading of another value, or one that no field refers to.
                let isStrange =
                    line.text.hasPrefix(AddendumWords.headingStart(number + 1))
                    || (1...max(1, number)).contains { heading($0) != nil }
                guard !(isSized && isStrange) else { return nil }
                guard number > 0 else { continue }
                if let last {
                    let gap = Self.gap(last, line, isSamePage: index > 0, page, right: right)
                    if gap.isEmpty { unsure.insert(number) }
                    values[number]? += gap
                }
                values[number]? += line.text
                last = line
            }
        }
        guard number == expected.count, values.values.allSatisfy({ $0.utf8.count <= Self.longest }) else { return nil }
    }

    /// Returns a text without what differs between the writing and the reading of a heading.
    static func folded(_ text: String) -> String {
        String(text.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// Returns the heading that begins at a line, and the number of its lines.
    private static func heading(
        at index: Int, of page: AddendumPage, among expected: Set<String>, _ number: Int
    ) -> (text: String, lines: Int)? {
        guard page.lines[index].text.hasPrefix(AddendumWords.headingStart(number)) else { return nil }
        let longest = expected.map(\.count).max() ?? 0
        var text = ""
        for (count, line) in page.lines[index...].prefix(mostHeadingLines).enumerated() {
            text += folded(line.text)
            guard text.count <= longest else { return nil }
            if expected.contains(text) { return (text, count + 1) }
        }
        return nil
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
