package import Geometry

/// The layout of a section's pages.
///
/// Lengths are in points.
package struct PageTemplate: Hashable, Sendable {
    /// The size of the finished page.
    package var size: PageSize
    package var margins: Insets
    /// The extent of the printed sheet beyond the finished page on all sides.
    ///
    /// It is cut off, so that pictures reach the edge. The PDF's TrimBox is then the finished page.
    package var bleed: Double
    /// The direction of lines and columns, and of paragraphs without strong characters.
    package var direction: Direction
    /// The line in the top margin.
    package var head: RunningLine?
    /// The line in the bottom margin.
    package var foot: RunningLine?

    package init(
        size: PageSize = .a4, margins: Insets = Insets(top: 72, start: 68, bottom: 72, end: 68), bleed: Double = 0,
        direction: Direction = .leftToRight, head: RunningLine? = nil, foot: RunningLine? = .pageNumbers
    ) {
        self.size = size
        self.margins = margins
        self.bleed = bleed
        self.direction = direction
        self.head = head
        self.foot = foot
    }
}

/// A running head or foot, which screen readers skip.
package struct RunningLine: Hashable, Sendable {
    /// The parts at the side where lines begin.
    package var start: [Part]
    package var center: [Part]
    /// The parts at the side where lines end.
    package var end: [Part]
    package var style: TextStyle
    /// The distance between the page edge and the nearer edge of the line, in points.
    package var distance: Double

    package enum Part: Hashable, Sendable {
        case text(String)
        /// The number of the page, from 1.
        case pageNumber
        /// The total number of pages.
        case pageCount
    }

    package init(
        start: [Part] = [], center: [Part] = [], end: [Part] = [],
        style: TextStyle = TextStyle(size: 8.5, color: Color(gray: 0.35)), distance: Double = 36
    ) {
        self.start = start
        self.center = center
        self.end = end
        self.style = style
        self.distance = distance
    }

    /// Centred page numbers such as "3 / 12".
    package static let pageNumbers = RunningLine(center: [.pageNumber, .text(" / "), .pageCount])
}

extension PageSize {
    package static let a4 = PageSize(width: 595.28, height: 841.89)
    package static let letter = PageSize(width: 612, height: 792)
}
