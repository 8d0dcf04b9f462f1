import Artworks
import FailureModel
import Geometry
import Families
import Typesetting

/// The pages around the artworks: cover, dedication and colophon.
struct CoverPages {
    let pages: BookPages
    let book: Storybook

    private var canvas: PageCanvas { pages.canvas }

    /// The colours of the child on the cover.
    private var colors: BookColors { BookColors(book.coverArtwork?.child.color ?? "") }

    /// Draws the cover: title, an artwork, names and years.
    ///
    /// - Throws: The errors of typesetting and of reading pictures.
    func drawCover() throws(Failure) {
        let content = try pages.beginPage()
        pages.fillSheet(colors)
        let title = pages.fit(
            book.title, width: content.width,
            sizes: [BookType.Size.cover, BookType.Size.poster, BookType.Size.display, BookType.Size.title], lines: 2
        ) { BookType.serif($0, weight: 700, color: colors.deep) }
        let names = pages.fit(
            book.joinedNames, width: content.width,
            sizes: [BookType.Size.title, BookType.Size.lead, BookType.Size.body],
            lines: 2
        ) { BookType.sans($0, weight: 600, color: colors.deep) }
        let years = pages.fit(book.years, width: content.width, sizes: [BookType.Size.reading], lines: 1, spacing: 1.5)
        {
            BookType.sans($0, color: colors.deep)
        }
        let top = content.y + content.height * 0.03
        canvas.draw(title, x: content.x, y: top, as: .heading(1))
        let foot = content.bottom - names.height - years.height - 8
        let area = Region(
            left: content.left, top: top + title.height + 26, right: content.right, bottom: foot - 26)
        if let artwork = book.coverArtwork { try draw(artwork, in: area) }
        if !book.joinedNames.isEmpty { canvas.draw(names, x: content.x, y: foot) }
        canvas.draw(years, x: content.x, y: foot + names.height)
        pages.noteMissingCharacters("the cover")
    }

    /// Draws an artwork on a white mat in the centre of an area.
    private func draw(_ artwork: StorybookArtwork, in area: Region) throws(Failure) {
        let picture = PrintablePicture(try artwork.picture.read()) ?? .unreadable
        let mat = 14.0
        let size = picture.size(within: PageSize(width: area.width - 2 * mat, height: area.height - 2 * mat))
        let place = Region(
            x: area.midX - size.width / 2, y: area.midY - size.height / 2, width: size.width, height: size.height)
        let frame = Region(
            left: place.left - mat, top: place.top - mat, right: place.right + mat, bottom: place.bottom + mat)
        canvas.fill([.rectangle(frame)], .white)
        for side in PathStep.frame(frame, width: 0.6) { canvas.fill(side, colors.accent.mixed(with: .white, 0.5)) }
        try pages.draw(picture, of: artwork, in: place)
    }

    /// Draws the dedication on a page of its own.
    func drawDedication(_ text: String) throws(Failure) {
        let content = try pages.beginPage()
        let width = content.width * 0.66
        let words = pages.fit(
            text, width: width, sizes: [BookType.Size.title, BookType.Size.lead, BookType.Size.reading], lines: 6,
            spacing: 1.5
        ) { BookType.serif($0, isItalic: true, color: colors.deep) }
        let rest = content.height - words.height
        canvas.draw(words, x: content.x + (content.width - width) / 2, y: content.y + max(0, rest * 0.36))
        pages.noteMissingCharacters("the dedication")
    }

    /// Draws facts about the book and a legend of signs on the back cover.
    func drawColophon() throws(Failure) {
        let content = try pages.beginPage()
        pages.fillSheet(colors)
        let count = book.artworks.count
        var lines = [
            "\(count) \(count == 1 ? "artwork" : "artworks")\(book.names.isEmpty ? "" : " by \(book.joinedNames)")"
        ]
        if let first = book.artworks.first?.date, let last = book.artworks.last?.date {
            lines.append(first == last ? first.inWords : "\(first.inWords) – \(last.inWords)")
        }
        let title = pages.fit(
            book.title, width: content.width, sizes: [BookType.Size.title, BookType.Size.reading], lines: 2
        ) { BookType.serif($0, weight: 700, color: colors.deep) }
        let facts = pages.fit(
            lines.joined(separator: "\n"), width: content.width, sizes: [BookType.Size.small], lines: 4, spacing: 1.6
        ) { BookType.sans($0, color: colors.deep) }
        let kinds = ReactionKind.allCases.filter { kind in book.artworks.contains { $0.reactions[kind, default: 0] > 0 }
        }
        let legend = ReactionLegend(kinds, colors, on: canvas)
        var y = content.bottom - 24 - title.height - 8 - facts.height - legend.height
        canvas.draw(title, x: content.x, y: y)
        y += title.height + 8
        canvas.draw(facts, x: content.x, y: y)
        legend.draw(center: content.midX, y: y + facts.height)
        pages.noteMissingCharacters("the colophon")
    }
}

/// A legend of reaction signs with their labels.
private struct ReactionLegend {
    private let canvas: PageCanvas
    private let items: [(kind: ReactionKind, word: FittedText)]

    private static let side = 12.0
    private static let space = 5.0
    private static let gap = 16.0
    private static let lead = 16.0

    init(_ kinds: [ReactionKind], _ colors: BookColors, on canvas: PageCanvas) {
        self.canvas = canvas
        items = kinds.map { kind in
            (kind, canvas.fit(Paragraph(kind.label, BookType.sans(BookType.Size.note, color: colors.deep))))
        }
    }

    var height: Double { items.isEmpty ? 0 : Self.lead + Self.side }

    func draw(center: Double, y: Double) {
        let width =
            items.reduce(0) { $0 + Self.side + Self.space + $1.word.width }
            + Double(max(0, items.count - 1)) * Self.gap
        var x = center - width / 2
        let top = y + Self.lead
        for (kind, word) in items {
            canvas.draw(
                ReactionSign.drawing(kind), in: Region(x: x, y: top, width: Self.side, height: Self.side))
            x += Self.side + Self.space
            canvas.draw(word, x: x, y: top + (Self.side - word.height) / 2)
            x += word.width + Self.gap
        }
    }
}
