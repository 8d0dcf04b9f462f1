package import Geometry
import Typesetting

/// The settings of a book.
package struct BookOptions: Hashable, Sendable, Codable {
    /// The size of the finished pages.
    package var paper: Paper
    /// The bleed in millimetres, which is cut off.
    package var bleed: Double
    /// The maximum resolution of pictures in pixels per inch.
    package var ppi: Int
    /// The even divisor of the number of pages.
    package var multiple: Int
    /// The printed part.
    package var extent: Extent

    /// The sizes of pages.
    package enum Paper: String, Hashable, Sendable, Codable, CaseIterable {
        case a4 = "A4"
        case letter = "Letter"
        /// 210 mm on each side.
        case square

        /// The size in points.
        package var size: PageSize {
            switch self {
            case .a4: .a4
            case .letter: .letter
            case .square: PageSize(width: PageSize.a4.width, height: PageSize.a4.width)
            }
        }
    }

    /// The printed part of a book.
    package enum Extent: String, Hashable, Sendable, Codable, CaseIterable {
        /// Cover, dedication, artworks and colophon, with an even number of pages.
        case book
        /// Only the artworks, without page numbers: a page to pin on the fridge.
        case page
        /// Only the cover.
        case cover
    }

    /// The supported bleeds in millimetres.
    package static let bleeds = 0.0...10.0
    /// The supported resolutions in pixels per inch.
    package static let resolutions = 72...600
    /// The supported multiples of pages, as required by binders.
    package static let multiples = 2...64

    /// Creates options, by default for a book on A4 paper without bleed.
    package init(
        paper: Paper = .a4, bleed: Double = 0, ppi: Int = 300, multiple: Int = 2, extent: Extent = .book
    ) {
        self.paper = paper
        self.bleed = bleed
        self.ppi = ppi
        self.multiple = multiple
        self.extent = extent
    }

    /// Decodes options with defaults for missing values.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        paper = try values.decodeIfPresent(Paper.self, forKey: .paper) ?? paper
        bleed = try values.decodeIfPresent(Double.self, forKey: .bleed) ?? bleed
        ppi = try values.decodeIfPresent(Int.self, forKey: .ppi) ?? ppi
        multiple = try values.decodeIfPresent(Int.self, forKey: .multiple) ?? multiple
        extent = try values.decodeIfPresent(Extent.self, forKey: .extent) ?? extent
    }

    /// The mistake in the options as a sentence, if any.
    package var mistake: String? {
        if !Self.bleeds.contains(bleed) { return "The bleed must be from 0 to 10 mm." }
        if !Self.resolutions.contains(ppi) { return "The resolution must be from 72 to 600 ppi." }
        if !Self.multiples.contains(multiple) || multiple % 2 != 0 {
            return "The number of pages must be a multiple of an even number from 2 to 64."
        }
        return nil
    }

    /// Whether the book is for print instead of mail, with warnings of coarse pictures.
    var isForPrint: Bool { ppi > BookReport.coarsestPrint }
}
