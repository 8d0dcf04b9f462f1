package import Geometry
import Foundation
package import Portfolio
package import Typesetting

/// The shared state of a book's plan.
///
/// It has the book, its grid and colours, and the fonts.
package final class BookSetting {
    package let book: PortfolioBook
    package let canvas: PageCanvas
    package let grid: BookGrid
    package let palette: BookPalette
    /// The characters missing in all fonts.
    package private(set) var missingCharacters: [MissingCharacter] = []
    /// The inputs with a shortened caption or description.
    private(set) var cut: Set<Int> = []

    package init(_ book: PortfolioBook, on canvas: PageCanvas) {
        self.book = book
        self.canvas = canvas
        grid = BookGrid(book.edition)
        let hero = book.arrangement.cover.flatMap { book.analyses[$0]?.picture }
        palette = BookPalette(book.edition, clusters: hero?.colors ?? [])
    }

    // MARK: Text

    /// Breaks a text into lines.
    package func fit(
        _ text: String, _ style: TextStyle, width: Double, spacing: Double = 1.3, alignment: Alignment = .start
    ) -> FittedText {
        canvas.fit(
            Paragraph(text, style, style: BookType.paragraph(style.size, spacing: spacing, alignment: alignment)),
            width: width)
    }

    /// Breaks runs of a text around a size into lines.
    package func fit(
        _ runs: [TextRun], size: Double, width: Double, spacing: Double, alignment: Alignment = .start
    ) -> FittedText {
        canvas.fit(
            Paragraph(runs, style: BookType.paragraph(size, spacing: spacing, alignment: alignment)), width: width)
    }

    /// Breaks a text into lines in the largest size that limits their number.
    package func fit(
        _ text: String, sizes: [Double], lines: Int, width: Double, spacing: Double = 1.15,
        _ style: (Double) -> TextStyle
    ) -> (text: FittedText, size: Double) {
        for size in sizes.dropLast() {
            let fitted = fit(text, style(size), width: width, spacing: spacing)
            // A broken word would have enough letters for two lines.
            if fitted.lineCount <= lines, !Self.breaksWords(fitted) { return (fitted, size) }
        }
        let last = sizes.last ?? grid.sizes.body
        return (fit(text, style(last), width: width, spacing: spacing), last)
    }

    /// Returns whether a line ends within a word.
    private static func breaksWords(_ text: FittedText) -> Bool {
        (0..<max(0, text.lineCount - 1)).contains { line in
            guard let last = text.text(ofLine: line).last else { return false }
            return last.isLetter && last.isASCII
        }
    }

    /// Breaks a text for reading into lines of at most 75 characters.
    package func fitReadable(_ text: String, _ style: TextStyle, width: Double, spacing: Double = 1.5) -> FittedText {
        fitReadable([TextRun(text, style)], size: style.size, width: width, spacing: spacing)
    }

    /// Breaks runs of a text around a size into lines of at most 75 characters.
    package func fitReadable(_ runs: [TextRun], size: Double, width: Double, spacing: Double = 1.5) -> FittedText {
        var width = min(width, size * 33)
        for _ in 0..<8 {
            let fitted = fit(runs, size: size, width: width, spacing: spacing)
            let isReadable = (0..<fitted.lineCount).allSatisfy { line in
                let line = fitted.text(ofLine: line)
                return line.utf8.count <= BookType.longestLine || line.trimmed.count <= BookType.longestLine
            }
            if isReadable { return fitted }
            width *= 0.93
        }
        return fit(runs, size: size, width: width, spacing: spacing)
    }

    /// Returns a text cut to a number of lines, with a trailing "…".
    package func cut(_ fitted: FittedText, to lines: Int, input: Int, _ fitAgain: (String) -> FittedText) -> FittedText
    {
        guard fitted.lineCount > lines else { return fitted }
        cut.insert(input)
        var text = (0..<lines).map { fitted.text(ofLine: $0) }.joined().trimmed
        var shorter = fitAgain(text + "…")
        while shorter.lineCount > lines, let space = text.lastIndex(where: \.isWhitespace) {
            text = String(text[..<space])
            shorter = fitAgain(text + "…")
        }
        return shorter
    }

    /// Records the characters missing in all fonts since the last call, with their place.
    package func noteMissingCharacters(_ place: String) {
        missingCharacters += canvas.takeMissingCharacters(at: place)
    }

    /// Records the characters missing in all fonts since the last call, in an input.
    ///
    /// The part of the input is, for example, its caption.
    package func noteMissingCharacters(_ part: String, of input: Int) {
        noteMissingCharacters("the \(part) of “\(book.manifest.label(of: input))”")
    }

    // MARK: Pictures

    /// Returns the size of a picture in pixels or of a page in points.
    ///
    /// `nil` without a picture.
    package func size(of media: ArrangedMedia) -> PageSize? {
        guard let analysis = book.analyses[media.input], analysis.type != .text else { return nil }
        if analysis.type == .document || media.page > 0 {
            let rendition = analysis.renditions.first { $0.page == media.page && $0.quality != .stream }
            if let rendition { return PageSize(rendition.width, rendition.height) }
            guard media.page == 0 || analysis.type == .document else { return nil }
        }
        if analysis.type == .video {
            // The book shows the poster.
            guard let poster = analysis.renditions.first(where: { $0.quality == .high }) else { return nil }
            return PageSize(poster.width, poster.height)
        }
        return analysis.picture.map { PageSize($0.width, $0.height) }
    }

    /// Width divided by height.
    package func aspect(of media: ArrangedMedia) -> Double {
        size(of: media).map { $0.width / max($0.height, 0.01) } ?? 1
    }

    /// Returns whether a picture is vector graphics, which have no resolution.
    package func isVector(_ media: ArrangedMedia) -> Bool {
        guard let analysis = book.analyses[media.input] else { return false }
        return analysis.type == .document || isDrawing(media)
    }

    /// Returns whether a picture is an SVG.
    package func isDrawing(_ media: ArrangedMedia) -> Bool {
        guard let analysis = book.analyses[media.input] else { return false }
        return analysis.type == .picture && analysis.picture?.isDrawing == true
    }

    /// Returns the width in points at which a picture has 72 pixels per inch.
    package func widest(_ media: ArrangedMedia) -> Double {
        isVector(media) ? .infinity : size(of: media)?.width ?? 0
    }

    /// Returns the background of a transparent picture that would vanish on the page, or `nil`.
    ///
    /// Bright pictures were drawn for a dark background, all others for paper.
    package func ground(of media: ArrangedMedia) -> Color? {
        guard let analysis = book.analyses[media.input], analysis.type == .picture, let facts = analysis.picture,
            facts.hasAlpha
        else { return nil }
        let isDarkPage = book.edition.theme == .dark
        guard facts.isBright else { return isDarkPage ? .white : nil }
        return isDarkPage ? nil : palette.ink
    }

    /// Returns the frame colour of a picture with edges that would vanish, or `nil`.
    package func frame(of media: ArrangedMedia) -> Color? {
        guard let analysis = book.analyses[media.input] else { return nil }
        // On a white page, the edge shows that this is a sheet of white paper.
        if analysis.type == .document, book.edition.theme != .dark { return palette.frame }
        // The first page of a document or TIFF represents all of them.
        guard let facts = analysis.picture else { return nil }
        if facts.hasAlpha, ground(of: media) == nil { return facts.isCutOffByEdges ? palette.frame : nil }
        // Transparent areas were measured as white, so only a dark edge is known to hide the background.
        if facts.hasAlpha, facts.edges == nil || book.edition.theme != .dark { return nil }
        func share(_ clusters: [ColorCluster]) -> Double {
            clusters.reduce(0) { $0 + (palette.isLikePage($1) ? $1.share : 0) }
        }
        let isBlending =
            facts.edges.map { share($0) >= Self.blendingEdges } ?? (share(facts.colors) >= Self.blending)
        return isBlending ? palette.frame : nil
    }

    /// The minimum share of blending edges that needs a frame.
    ///
    /// This is a side, or most of one.
    private static let blendingEdges = 0.2
    /// The minimum blending share of a whole picture, if its edges were not measured.
    private static let blending = 0.35

    /// Returns the caption printed below a picture, or `nil`.
    package func caption(of media: ArrangedMedia) -> String? {
        let caption = media.caption?.trimmed ?? ""
        guard media.isVideo else { return caption.isEmpty ? nil : caption }
        let length = book.analyses[media.input]?.video?.duration.map(Self.length)
        return ["Video", length, caption.isEmpty ? nil : caption].compactMap { $0 }.joined(separator: " · ")
    }

    /// Returns the alternative text, with the length of a video.
    package func alternativeText(of media: ArrangedMedia) -> String {
        guard media.isVideo else { return media.altText }
        let length = book.analyses[media.input]?.video?.duration.map(Self.length)
        return "\(media.altText) (\(["video", length].compactMap { $0 }.joined(separator: ", ")))"
    }

    /// Formats a length in seconds as `1:05` or `1:02:03`.
    package static func length(_ seconds: Double) -> String {
        let all = Int(min(max(0, seconds), 1e6).rounded())
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return all < 3_600
            ? "\(all / 60):\(padded(all % 60))" : "\(all / 3_600):\(padded(all / 60 % 60)):\(padded(all % 60))"
    }

    /// Breaks a caption into lines of a width.
    package func fitCaption(_ text: String, input: Int, width: Double) -> FittedText {
        let style = BookType.sans(grid.sizes.note, color: palette.faint)
        func fit(_ text: String) -> FittedText { fitReadable(text, style, width: width, spacing: 1.35) }
        return cut(fit(text), to: Self.longestCaption, input: input, fit)
    }

    /// The maximum number of lines of a caption.
    private static let longestCaption = 12
}

extension PageSize {
    fileprivate init(_ width: Int, _ height: Int) {
        self.init(width: Double(max(1, width)), height: Double(max(1, height)))
    }
}

extension String {
    /// The text without white space at both ends.
    package var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
