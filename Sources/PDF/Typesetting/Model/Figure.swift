package import Geometry
package import Foundation

/// A picture or drawing in the flow.
package struct Figure: Hashable, Sendable {
    package var content: Content
    /// What the figure shows, for people who cannot see it; `nil` for mere decoration, which screen readers skip.
    package var alternativeText: String?
    /// The width and height that are wanted, in points; `nil` for the picture's own at ``Figure/pixelsPerInch``, or the
    /// drawing's own.
    ///
    /// A figure is scaled down, never up, to fit between the margins and on a page.
    package var size: PageSize?
    /// Where the figure stands between the margins.
    package var alignment: Alignment
    package var spaceBefore: Double
    package var spaceAfter: Double
    /// Whether the figure stays on the page of what follows, as it does with a caption below.
    package var staysWithNext: Bool
    /// The height in points that a page must have left below the figure, for the caption that it stays with.
    package var roomBelow: Double
    /// The name by which links refer to this figure; unique in the document.
    package var destination: String?
    /// A fixed place on the page, in points from the top-left corner of the finished page; it may reach into the bleed.
    ///
    /// The figure then takes no space in the flow, and fills this place exactly.
    package var placement: Region?

    package enum Content: Hashable, Sendable {
        case picture(PictureFile)
        case drawing(Drawing)
        case page(DocumentPage)
    }

    /// The resolution at which a picture has its own size.
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

/// The bytes of a picture: a PNG, or a JPEG, which is embedded unchanged.
///
/// The type is recognised from the content.
package struct PictureFile: Hashable, Sendable {
    package var bytes: Data

    package init(_ bytes: Data) {
        self.bytes = bytes
    }
}

/// A page of a PDF, which is drawn on paper with its lines and letters.
package struct DocumentPage: Hashable, Sendable {
    /// The bytes of the PDF.
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

/// A vector drawing as a value: commands in points from its top-left corner, y down, each drawn over the previous ones.
package struct Drawing: Hashable, Sendable {
    package var size: PageSize
    package var commands: [Command]

    package enum Command: Hashable, Sendable {
        case fill([PathStep], Color)
        case stroke([PathStep], Color, width: Double, dashes: [Double])
        /// A line of text with its baseline at a point, which is its start, centre or end.
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
    /// An arc clockwise about a centre, from one angle to a larger one in radians from the positive x axis.
    case arc(x: Double, y: Double, radius: Double, from: Double, to: Double)
}
