import FailureModel
import Geometry
import Typesetting

/// The story on a tinted card, beside a photo of the moment.
final class StoryCard {
    private let pages: BookPages
    private let artwork: StorybookArtwork
    private let colors: BookColors
    private let width: Double
    private let moment: (picture: PrintablePicture, size: PageSize)?
    private let story: String?
    /// The story in the sizes tried so far.
    private var texts: [Double: FittedText] = [:]

    static let padding = 15.0
    static let radius = 7.0
    private static let gap = 14.0
    /// The minimum number of lines of a story on each of two pages.
    private static let fewestLines = 3

    /// The part of a story on the artwork's page.
    struct Part {
        fileprivate var text: FittedText?
        fileprivate var lines = 0..<0
        fileprivate var note: FittedText?
        /// The height including the photo; 0 without story and photo.
        fileprivate(set) var height: Double
        /// The rest for further pages.
        fileprivate(set) var rest: String?
    }

    init(
        _ artwork: StorybookArtwork, moment: PrintablePicture?, _ colors: BookColors, width: Double, on pages: BookPages
    ) {
        self.artwork = artwork
        self.colors = colors
        self.width = width
        self.pages = pages
        let story = artwork.trimmedStory
        self.story = story
        let shares = story == nil ? (width: 0.5, height: 0.26) : (width: 0.34, height: 0.22)
        self.moment = moment.map { picture in
            let box = PageSize(width: width * shares.width, height: pages.grid.size.height * shares.height)
            return (picture, picture.size(within: box))
        }
    }

    /// The possible sizes of a story, best first.
    ///
    /// A short story is set in a large size, or a smaller one if it then fits on one page.
    private var sizes: [Double] {
        guard let story else { return [] }
        switch story.count {
        case ...140: return [BookType.Size.lead, BookType.Size.reading]
        case ...(moment == nil ? 700 : 350): return [BookType.Size.reading, BookType.Size.body]
        default: return [BookType.Size.body]
        }
    }

    private func fittedStory(_ size: Double) -> FittedText? {
        if let known = texts[size] { return known }
        let text = story.map {
            pages.canvas.fit(Self.paragraph($0, size: size), width: cardWidth - 2 * Self.padding)
        }
        texts[size] = text
        return text
    }

    /// Returns a story as a paragraph, by default in the direction of its first letter.
    static func paragraph(_ story: String, size: Double, direction: Direction? = nil) -> Paragraph {
        var style = BookType.paragraph(size, spacing: 1.5)
        style.direction = direction
        return Paragraph(story, BookType.serif(size), style: style)
    }

    private var momentHeight: Double { moment?.size.height ?? 0 }

    /// Returns the whole story if it fits a height.
    func whole(fitting height: Double) -> Part? {
        if story == nil { return Part(height: momentHeight) }
        for size in sizes {
            guard let text = fittedStory(size) else { continue }
            let part = whole(text)
            if part.height <= height { return part }
        }
        return nil
    }

    private func whole(_ text: FittedText) -> Part {
        Part(text: text, lines: 0..<text.lineCount, height: max(text.height + 2 * Self.padding, momentHeight))
    }

    /// Returns the beginning of a long story, with a note where it continues.
    ///
    /// A story too short to be divided is returned as a whole.
    func beginning(fitting height: Double, page: Int) -> Part {
        guard let text = fittedStory(BookType.Size.body) else { return Part(height: momentHeight) }
        guard text.lineCount >= 2 * Self.fewestLines else { return whole(text) }
        let note = pages.canvas.fit(
            Paragraph(
                pages.options.extent == .book ? "continued on page \(page)" : "continued",
                BookType.serif(BookType.Size.small, isItalic: true, color: colors.deep),
                style: BookType.paragraph(BookType.Size.small, alignment: .end)),
            width: cardWidth - 2 * Self.padding)
        let room = max(height, momentHeight) - 2 * Self.padding - note.height
        let count = min(
            max(Self.fewestLines, text.lineCount(fitting: room)), text.lineCount - Self.fewestLines)
        let own = text.height(of: 0..<count) + note.height + 2 * Self.padding
        return Part(
            text: text, lines: 0..<count, note: note, height: max(own, momentHeight), rest: text.text(fromLine: count))
    }

    private var cardWidth: Double { width - (moment.map { $0.size.width + Self.gap } ?? 0) }

    /// Draws a part with its top-left corner at a point.
    ///
    /// - Throws: The errors of shrinking the photo.
    func draw(_ part: Part, x: Double, y: Double) throws(Failure) {
        if let text = part.text {
            pages.canvas.fill(
                PathStep.rounded(Region(x: x, y: y, width: cardWidth, height: part.height), radius: Self.radius),
                colors.tint)
            let own = text.height(of: part.lines)
            let top = part.note == nil ? y + (part.height - own) / 2 : y + Self.padding
            pages.canvas.draw(text, lines: part.lines, x: x + Self.padding, y: top)
            if let note = part.note {
                pages.canvas.draw(
                    note, x: x + Self.padding, y: y + part.height - Self.padding - note.height, as: .decoration)
            }
        }
        guard let moment else { return }
        let left = story == nil ? x + (width - moment.size.width) / 2 : x + width - moment.size.width
        let place = Region(
            x: left, y: y + (part.height - moment.size.height) / 2, width: moment.size.width,
            height: moment.size.height)
        pages.check(moment.picture, in: moment.size, .lowResolutionMoment, of: artwork)
        guard try pages.draw(moment.picture, in: place, alternativeText: "A photo of the moment. \(artwork.title)")
        else {
            return pages.warn(.momentLeftOut, of: artwork)
        }
    }
}
