import Typesetting

/// The header of a page about the child.
///
/// It has the initial on the child's colour, name, date and age.
struct ArtworkHeader {
    private let artwork: StorybookArtwork
    private let colors: BookColors
    private let pages: BookPages
    private let name: FittedText
    private let details: FittedText

    private static let diameter = 34.0
    private static let indent = diameter + 11

    init(_ artwork: StorybookArtwork, _ colors: BookColors, width: Double, on pages: BookPages) {
        self.artwork = artwork
        self.colors = colors
        self.pages = pages
        name = pages.fitLabel(
            artwork.child.name, width: width - Self.indent, sizes: [BookType.Size.lead, BookType.Size.body]
        ) { BookType.sans($0, weight: 600, color: colors.deep) }
        let details = [artwork.date.inWords, artwork.age].compactMap { $0 }.joined(separator: "  ·  ")
        self.details = pages.fitLabel(
            details, width: width - Self.indent, sizes: [BookType.Size.small], spacing: 1.3
        ) { BookType.sans($0, color: BookType.faint) }
    }

    private var textHeight: Double { name.height + details.height }
    /// The total height.
    var height: Double { max(Self.diameter, textHeight) }

    func draw(x: Double, y: Double) {
        pages.drawInitial(
            of: artwork.child, colors, x: x, y: y + (height - Self.diameter) / 2, diameter: Self.diameter)
        let top = y + (height - textHeight) / 2
        pages.canvas.draw(name, x: x + Self.indent, y: top)
        pages.canvas.draw(details, x: x + Self.indent, y: top + name.height)
    }
}
