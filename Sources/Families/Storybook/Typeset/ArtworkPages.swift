import Artworks
import FailureModel
import Geometry
import Families
import Typesetting

/// Sets an artwork on one page, and a long story on further pages.
///
/// From the top: the child, the story beside a photo of the moment, the artwork, its title, reactions, comments. The
/// story has priority over comments, and the artwork gets the remaining space, but never less than it needs.
struct ArtworkPages {
    let pages: BookPages
    let artwork: StorybookArtwork
    /// The number of the artwork for messages, from 1.
    let number: Int

    /// The maximum share of the page for an artwork.
    private static let mostOfPage = 0.74
    /// The minimum page share of an artwork, and that of comments at its cost.
    ///
    /// The later entries keep a story on one page that would exceed it by a few lines.
    private static let shares = [
        (artwork: 0.42, comments: 0.16), (artwork: 0.33, comments: 0.14), (artwork: 0.33, comments: 0.10),
    ]
    /// The minimum page share of an artwork if otherwise no comment is visible.
    private static let leastShare = 0.28
    /// The share of the page for the beginning of a long story.
    private static let storyShare = 0.36
    /// The maximum size of a photo of the moment, as shares of the content.
    private static let momentShare = (width: 0.34, height: 0.24)
    /// The space after the end of a long story for comments.
    private static let commentRoom = 110.0
    private static let gap = 14.0

    private var canvas: PageCanvas { pages.canvas }

    /// Draws the pages of the artwork.
    ///
    /// - Throws: The errors of typesetting and of reading pictures.
    func draw() throws(Failure) {
        let content = try pages.beginPage()
        let colors = BookColors(artwork.child.color)
        pages.report.artworks.append(
            BookReport.Place(artwork: artwork.id, page: pages.page + 1, commentsLeftOut: 0))
        try canvas.section { () throws(Failure) in try draw(in: content, colors) }
        pages.noteMissingCharacters("artwork \(number)")
    }

    private func draw(in content: Region, _ colors: BookColors) throws(Failure) {
        let picture = PrintablePicture(try artwork.picture.read()) ?? .unreadable
        let moment = try moment()
        let header = ArtworkHeader(artwork, colors, width: content.width, on: pages)
        let title = pages.fit(
            artwork.title, width: content.width * 0.92,
            sizes: [BookType.Size.title, BookType.Size.lead, BookType.Size.reading, BookType.Size.body], lines: 2
        ) { BookType.serif($0, weight: 700, color: colors.deep) }
        let reactions = ReactionRow(artwork.reactions, on: canvas)
        let fixed = header.height + Self.gap + 9 + title.height + reactions.height
        let card = StoryCard(artwork, moment: moment, colors, width: content.width, on: pages)
        let division = divide(content, besides: fixed, picture: picture, card: card, colors)
        let story = division.story

        header.draw(x: content.x, y: content.y)
        var y = content.y + header.height + Self.gap
        if story.height > 0 {
            try card.draw(story, x: content.x, y: y)
            y += story.height + Self.gap
        }
        let size = picture.size(within: PageSize(width: content.width, height: division.picture))
        // The space left by a wide or tiny picture is divided above it and below its title.
        y += max(0, division.picture - size.height) * 0.42
        let place = Region(
            x: content.x + (content.width - size.width) / 2, y: y, width: size.width, height: size.height)
        try pages.draw(picture, of: artwork, in: place)
        y += size.height + 9
        canvas.draw(title, x: content.x + content.width * 0.04, y: y, as: .heading(2))
        reactions.draw(center: content.midX, y: y + title.height)
        var shown = division.selection.shown
        if let rest = story.rest {
            pages.drawNumber()
            shown = try drawRest(rest, division.comments, colors).shown
        } else {
            division.comments.draw(
                division.selection, x: content.x, y: content.bottom - division.selection.height, colors)
            pages.drawNumber()
        }
        let last = pages.report.artworks.count - 1
        pages.report.artworks[last].commentsLeftOut = artwork.comments.count - shown
    }

    /// The division of a page's height.
    private struct Division {
        var story: StoryCard.Part
        var comments: CommentColumns
        /// The comments on this page.
        var selection: CommentColumns.Selection
        /// The height for the artwork.
        var picture: Double
    }

    /// Divides the page's height that header, title and reactions leave.
    private func divide(
        _ content: Region, besides fixed: Double, picture: PrintablePicture, card: StoryCard, _ colors: BookColors
    ) -> Division {
        func height(_ share: Double) -> Double {
            picture.size(within: PageSize(width: content.width, height: content.height * share)).height
        }
        let comments = CommentColumns(artwork.comments, colors, width: content.width, on: canvas)
        let free = content.height - fixed
        let wanted = height(Self.mostOfPage)
        var (least, commentsLeast) = (0.0, 0.0)
        var whole: StoryCard.Part?
        for share in Self.shares where whole == nil {
            least = height(share.artwork)
            commentsLeast = min(comments.height, content.height * share.comments)
            whole = card.whole(
                fitting: free - least - Self.gap - (commentsLeast > 0 ? commentsLeast + Self.gap : 0))
        }
        // The beginning of a long story uses the space that a wide artwork cannot.
        let story =
            whole
            ?? card.beginning(
                fitting: max(
                    min(free - height(Self.shares[0].artwork) - Self.gap, content.height * Self.storyShare),
                    free - wanted - Self.gap), page: pages.page + 2)
        let room = free - (story.height > 0 ? story.height + Self.gap : 0)
        var division = Division(
            story: story, comments: comments, selection: comments.selection(fitting: 0), picture: room)
        // Comments follow the end of the story.
        guard story.rest == nil, comments.height > 0 else { return division }
        division.selection = comments.selection(
            fitting: min(room - least, max(commentsLeast + Self.gap, room - wanted)) - Self.gap)
        if division.selection.shown == 0 {
            // A smaller artwork and full-width lines are better than an invisible long comment.
            let most = room - height(Self.leastShare) - Self.gap
            let wide = CommentColumns(artwork.comments, colors, width: content.width, isDivided: false, on: canvas)
            for columns in [comments, wide] where division.selection.shown == 0 {
                let selection = columns.selection(fitting: most)
                if selection.shown > 0 { (division.comments, division.selection) = (columns, selection) }
            }
        }
        if division.selection.height > 0 { division.picture -= division.selection.height + Self.gap }
        return division
    }

    /// Returns the photo of the moment, or `nil` if it is missing or unreadable.
    private func moment() throws(Failure) -> PrintablePicture? {
        guard let moment = artwork.moment else { return nil }
        if let picture = PrintablePicture(try moment.read()) { return picture }
        pages.warn(.momentLeftOut, of: artwork)
        return nil
    }

    // MARK: Long stories

    /// Draws the rest of a story in two columns per page, followed by comments.
    private func drawRest(
        _ text: String, _ comments: CommentColumns, _ colors: BookColors
    ) throws(Failure) -> CommentColumns.Selection {
        let pad = StoryCard.padding
        let gutter = 22.0
        // The direction of the whole story, since the rest may begin with a word in another script.
        let direction = artwork.trimmedStory.flatMap { Direction(of: $0) }
        var first = 0
        var set: FittedText?
        while true {
            let content = try pages.beginPage()
            let header = pages.fitLabel(
                "\(artwork.child.name)  ·  \(artwork.title)", width: content.width - 26, sizes: [BookType.Size.small]
            ) { BookType.sans($0, color: colors.deep) }
            pages.drawInitial(of: artwork.child, colors, x: content.x, y: content.y, diameter: 18)
            canvas.draw(
                header, lines: 0..<1, x: content.x + 26, y: content.y + (18 - header.height(of: 0..<1)) / 2,
                as: .decoration)
            let top = content.y + 18 + Self.gap
            let width = (content.width - 2 * pad - gutter) / 2
            let story =
                set
                ?? canvas.fit(
                    StoryCard.paragraph(text, size: BookType.Size.body, direction: direction), width: width)
            set = story
            let height = content.bottom - top
            let columns = columns(of: story, from: first, height: height - 2 * pad)
            let used = columns.map { story.height(of: $0) }.max() ?? 0
            let end = columns.last?.upperBound ?? story.lineCount
            var isLast = end >= story.lineCount
            var drawn = columns
            // The end of a story takes a few lines along if it would leave no space for comments.
            let needed = min(comments.height, Self.commentRoom)
            if isLast, needed > 0, used + 2 * pad + Self.gap + needed > height, story.lineCount - first > 12 {
                drawn = self.columns(
                    of: story, from: first, height: story.height(of: first..<first + (story.lineCount - first) / 2 - 4),
                    isBalanced: false)
                isLast = false
            }
            let cardHeight = (drawn.map { story.height(of: $0) }.max() ?? 0) + 2 * pad
            canvas.fill(
                PathStep.rounded(
                    Region(x: content.x, y: top, width: content.width, height: cardHeight), radius: StoryCard.radius),
                colors.tint)
            for (index, lines) in drawn.enumerated() {
                let place = direction == .rightToLeft ? 1 - index : index
                canvas.draw(
                    story, lines: lines, x: content.x + pad + Double(place) * (width + gutter), y: top + pad)
            }
            first = drawn.last?.upperBound ?? story.lineCount
            pages.drawNumber()
            guard isLast || first >= story.lineCount else { continue }
            let y = top + cardHeight + Self.gap
            let selection = comments.selection(fitting: content.bottom - y)
            comments.draw(selection, x: content.x, y: y, colors)
            return selection
        }
    }

    /// Returns the lines of both columns: as many as fit, or the balanced rest.
    private func columns(
        of story: FittedText, from first: Int, height: Double, isBalanced: Bool = true
    ) -> [Range<Int>] {
        let one = first..<first + max(1, story.lineCount(from: first, fitting: height))
        let two = one.upperBound..<one.upperBound + story.lineCount(from: one.upperBound, fitting: height)
        guard two.upperBound >= story.lineCount, isBalanced else { return [one, two] }
        let middle = first + (story.lineCount - first + 1) / 2
        guard middle <= one.upperBound, middle >= first else { return [one, two] }
        return [first..<middle, middle..<story.lineCount]
    }
}
