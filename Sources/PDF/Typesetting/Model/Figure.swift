package import Geometry
package import Foundation

/// A picture or drawing in the flow.
package struct Figure: Hashable, Sendable {
    package var content: Content
    /// A description for people who cannot see the figure.
    ///
    /// `nil` for mere decoration, which screen readers skip.
    package var alternativeText: String?
    /// The wanted size in points; `nil` for the natural size.
    ///
    /// The natural size of a picture is that at ``Figure/pixelsPerInch``. A figure is scaled down, never up, to fit
    /// between the margins and on a page.
    package var size: PageSize?
    /// The alignment between the margins.
    package var alignment: Alignment
    package var spaceBefore: Double
    package var spaceAfter: Double
    /// Whether the figure stays on the page of the next block, such as a caption.
    package var staysWithNext: Bool
    /// The minimum height in points below the figure, for a caption kept with it.
    package var roomBelow: Double
    /// The destination name for links, unique in the document.
    package var destination: String?
    /// A fixed region in points from the top-left corner of the finished page.
    ///
    /// It may extend into the bleed. The figure then takes no space in the flow, and fills the region exactly.
    package var placement: Region?

    package enum Content: Hashable, Sendable {
        case picture(PictureFile)
        case drawing(Drawing)
        case page(DocumentPage)
    }

    /// The resolution of a picture's natural size.
    package static let pixelsPerInch = 96.0

    package init(
        _ content: Content, alternativeText: String?, size: PageSize? = nil, alignment: Alignment = .start,
        spaceBefore: Double = 4, spaceAfter: Double = 8, staysWithNext: Bool = false, destination: String? = nil,
        roomBelow: Double = 0, placement: Region? = nil
    ) {
        self.content = content
        self.alternativeText = alternativeText
        self.size = size
        self.alignment = alignment
        self.spaceBefore = spaceBefore
        self.spaceAfter = spaceAfter
        self.staysWithNext = staysWithNext
        self.destination = destination
        self.roomBelow = roomBelow
        self.placement = placement
    }
}

/// The data of a picture, a PNG or JPEG.
///
/// A JPEG is embedded unchanged. The type is detected from the content.
package struct PictureFile: Hashable, Sendable {
    package var bytes: Data

    package init(_ bytes: Data) {
        self.bytes = bytes
    }
}

/// A page of a PDF, drawn on paper as vectors.
package struct DocumentPage: Hashable, Sendable {
    /// The data of the PDF.
    package var document: Data
    /// The page, from 0.
    package var index: Int
    /// The colour of the paper.
    package var paper: Color

    package init(_ document: Data, index: Int = 0, paper: Color = .white) {
        self.document = document
        self.index = index
        self.paper = paper
    }
}

/// A vector drawing as a value.
///
/// Its commands are in points from its top-left corner, with y pointing down, each drawn over the previous ones.
package struct Drawing: Hashable, Sendable {
    package var size: PageSize
    package var commands: [Command]

    package enum Command: Hashable, Sendable {
        case fill([PathStep], Color)
        case stroke([PathStep], Color, width: Double, dashes: [Double])
        /// A line of text with its baseline's start, centre or end at a point.
        case text(TextRun, x: Double, baseline: Double, alignment: Alignment)
        /// A picture that fills a region.
        case picture(PictureFile, Region)
        /// A page of a PDF, scaled to a region.
        case page(DocumentPage, Region)
    }

    package init(size: PageSize, commands: [Command]) {
        self.size = size
        self.commands = commands
    }
}

/// A step of a path, in points.
package enum PathStep: Hashable, Sendable {
    case move(x: Double, y: Double)
    case line(x: Double, y: Double)
    /// A Bézier curve with two control points.
    case curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double)
    case close
    case rectangle(Region)
    /// A clockwise arc about a centre, from an angle to a larger one.
    ///
    /// Angles are in radians from the positive x axis.
    case arc(x: Double, y: Double, radius: Double, from: Double, to: Double)
}
