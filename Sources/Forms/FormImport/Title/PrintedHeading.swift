import Foundation
package import FormModel

/// The heading on the first page of a form.
///
/// People call the form by it. It is the first of the largest lines in the upper third of the page that is neither a
/// number of the form nor a caption, a greeting or an authority. In doubt there is none.
package struct PrintedHeading: Sendable, Hashable {
    /// The heading, of one or two lines.
    package let text: String

    /// The share of the page's height in which a heading is.
    private static let upperPart = 1.0 / 3
    /// Minimum size of a heading, as a multiple of the size of most characters.
    private static let leastSize = 1.15
    /// Minimum size of a line beside the largest one, as a share.
    private static let leastShare = 0.85
    /// Maximum difference of the sizes of one heading, as a share.
    private static let sizeTolerance = 0.1
    /// The distances of two lines of a heading, as multiples of their size.
    private static let lineDistances = 0.6...1.7
    /// Maximum number of lines of a heading's size on the page.
    ///
    /// More of them are captions.
    private static let mostLines = 4
    /// The bounds of a heading's length in characters.
    private static let lengths = 3...80

    /// Finds the heading of a page; nil in doubt.
    ///
    /// - Parameters:
    ///   - words: the words of the page.
    ///   - size: the size of the displayed page.
    package init?(of words: [Word], size: PageSize) {
        let rows = HeadingLine.lines(of: words)
        guard let usual = Self.usualSize(of: words) else { return nil }
        let large = rows.filter {
            $0.size >= Self.leastSize * usual && $0.region.bottom <= Self.upperPart * size.height
        }
        let names = large.filter(\.isName)
        guard let largest = names.map(\.size).max(),
            let first = names.first(where: { $0.size >= Self.leastShare * largest })
        else { return nil }
        // Without its first line, a heading says something else.
        if let above = Self.neighbour(of: first, among: large, isBelow: false), !above.standsAlone { return nil }
        var text = first.text
        if let second = Self.neighbour(of: first, among: large, isBelow: true), !second.isCaption {
            if let third = Self.neighbour(of: second, among: large, isBelow: true), !third.isCaption, !third.isNumber {
                return nil
            }
            text += " " + second.text
        }
        let alike = rows.count { $0.isWordy && abs($0.size - first.size) <= Self.sizeTolerance * first.size }
        guard alike <= Self.mostLines, Self.lengths.contains(text.count), text.last != ",", text.last != "-" else {
            return nil
        }
        self.text = text
    }

    /// Returns the size of most characters.
    private static func usualSize(of words: [Word]) -> Double? {
        let sizes = words.sorted { $0.fontSize < $1.fontSize }
        var rest = sizes.reduce(0) { $0 + $1.text.count } / 2
        for word in sizes {
            rest -= word.text.count
            if rest < 0 { return word.fontSize }
        }
        return nil
    }

    /// Returns the line of the same size just below or above another one.
    private static func neighbour(of line: HeadingLine, among lines: [HeadingLine], isBelow: Bool) -> HeadingLine? {
        let near = lines.filter { other in
            let distance = (other.region.bottom - line.region.bottom) * (isBelow ? 1 : -1)
            return abs(other.size - line.size) <= sizeTolerance * line.size
                && lineDistances.contains(distance / line.size) && other.region.horizontalOverlap(line.region) > 0
        }
        return near.min { abs($0.region.bottom - line.region.bottom) < abs($1.region.bottom - line.region.bottom) }
    }
}
