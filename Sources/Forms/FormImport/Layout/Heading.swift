package import FormModel

/// A printed heading of a group of fields: "Part II", "About Debtor 2".
package struct Heading {
    /// The text, on one line and without a final colon.
    package var text: String
    package var region: Region
    package var look: Look
    package var style: Style
    /// The horizontal extent of the fields that can belong to the section.
    package var scope: ClosedRange<Double>

    /// The way a heading stands out from other text, most certain first.
    package enum Look: Int, Comparable {
        /// White on a dark bar.
        case bar
        /// Begins with "Part 2", "Section B" or the like.
        case numbered
        /// Larger than other text.
        case large
        /// Bolder than other text.
        case bold

        package static func < (a: Look, b: Look) -> Bool { a.rawValue < b.rawValue }
    }

    /// The type style of a heading, which is equal for sections of one level.
    package struct Style: Equatable {
        /// The font size in half points.
        var size: Int
        var isBold: Bool
        var isOnBar: Bool
        var isCapitals: Bool

        package init(size: Int, isBold: Bool, isOnBar: Bool, isCapitals: Bool) {
            self.size = size
            self.isBold = isBold
            self.isOnBar = isOnBar
            self.isCapitals = isCapitals
        }
    }

    package func covers(_ field: Region) -> Bool {
        field.midX >= scope.lowerBound && field.midX <= scope.upperBound && field.midY > region.midY
    }

    package init(text: String, region: Region, look: Look, style: Style, scope: ClosedRange<Double>) {
        self.text = text
        self.region = region
        self.look = look
        self.style = style
        self.scope = scope
    }
}
