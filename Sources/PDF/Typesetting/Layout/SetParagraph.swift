import Cairo
import Geometry

/// A paragraph broken into lines of a width.
///
/// Not thread-safe, like its layout.
final class SetParagraph {
    /// The layouts of the text's parts.
    private let parts: [ParagraphPart]
    let text: String
    let width: Double
    private(set) var lines: [Line]
    /// Stretches of text with one structure element each.
    ///
    /// They are ordinary text, a link, or text in another language.
    let pieces: [Piece]
    /// The structure elements of links and foreign text, by index in `pieces`.
    ///
    /// They are added when first used.
    var pieceElements: [Int: StructureTree.Element] = [:]
    /// The structure element of the paragraph in a cell or a footnote, once begun.
    var element: StructureTree.Element?
    private let styles: [(end: Int, style: TextStyle)]
    /// The pictures by position in the text, in bytes of UTF-8.
    let figures: [Int: SetFigure]
    /// The footnotes by the index of the line with their mark.
    private(set) var notes: [Int: [Footnote]] = [:]

    struct Line {
        /// The left edge of the text, in page coordinates.
        var x: Double
        /// The distance from the top of the paragraph.
        var top: Double
        var height: Double
        /// The distance from the top of the line to its baseline.
        var baseline: Double
        var width: Double
    }

    struct Piece: Equatable {
        /// The end of the piece in the text, in bytes of UTF-8.
        var end: Int
        var link: LinkTarget?
        var language: String?

        /// Whether the piece belongs directly to its paragraph's element.
        var isPlain: Bool { link == nil && language == nil }
    }

    var height: Double { lines.last.map { $0.top + $0.height } ?? 0 }

    /// Breaks a paragraph into lines.
    ///
    /// A width of `nil` breaks it only at line feeds. `figures` are the pictures of runs by index.
    init(
        _ paragraph: Paragraph, figures: [Int: SetFigure], in context: TextContext, language: String, x: Double,
        width: Double?
    ) {
        let style = paragraph.style
        let firstStyle = paragraph.runs.first { !$0.text.isEmpty }?.style ?? paragraph.runs.first?.style ?? TextStyle()
        var text = StyledText(font: firstStyle.font)
        var styles: [(end: Int, style: TextStyle)] = []
        var places: [Int: SetFigure] = [:]
        var marks: [(place: Int, note: Footnote)] = []
        for (index, run) in paragraph.runs.enumerated() {
            if let figure = figures[index] {
                places[text.text.utf8.count] = figure
                text.append(figure.size, font: run.style.font)
                styles.append((text.text.utf8.count, run.style))
                continue
            }
            guard !run.text.isEmpty else { continue }
            // A line feed would end the paragraph for Pango and indent the following line.
            let string =
                style.firstLineIndent != 0 && run.text.utf8.contains(UInt8(ascii: "\n"))
                ? run.text.replacing("\r\n", with: "\u{2028}").replacing("\n", with: "\u{2028}") : run.text
            if let note = run.note { marks.append((text.text.utf8.count, note)) }
            var runLanguage = run.style.language
            if runLanguage == language { runLanguage = nil }
            text.append(string, font: run.style.font, rise: run.style.rise, language: runLanguage)
            if styles.last?.style == run.style { styles.removeLast() }
            styles.append((text.text.utf8.count, run.style))
        }
        self.styles = styles
        self.figures = places
        pieces = Self.pieces(of: styles, language: language)
        self.text = text.text
        let parts = ParagraphPart.parts(
            of: text, style: style, boundaries: styles.dropLast().map(\.end), in: context, width: width)
        self.parts = parts
        let sources = parts.lazy.flatMap(\.lines)
        let width = width ?? sources.map(\.width).max() ?? 0
        self.width = width
        lines = Self.lines(of: sources, direction: context.direction, style: style, x: x, width: width)
        guard !marks.isEmpty else { return }
        let starts = lines.indices.map(start(ofLine:))
        for (place, note) in marks {
            notes[max(0, starts.partitionPoint { $0 > place } - 1), default: []].append(note)
        }
    }

    /// Returns the start of a line in the text, in bytes of UTF-8.
    private func start(ofLine index: Int) -> Int {
        let source = source(ofLine: index)
        return source.start + source.layout.lines[source.line].start
    }

    /// Returns the source of a line.
    ///
    /// - Returns: The layout, the line's index in it, and the start of the layout's text, in bytes of UTF-8.
    func source(ofLine index: Int) -> (layout: ParagraphLayout, line: Int, start: Int) {
        let part = parts[parts.partitionPoint { $0.firstLine > index } - 1]
        return (part.layout, index - part.firstLine, part.start)
    }

    /// The characters without a glyph in any installed font, with repetitions.
    var missingGlyphs: [Unicode.Scalar] { parts.flatMap(\.layout.missingGlyphs) }

    private static func pieces(of styles: [(end: Int, style: TextStyle)], language: String) -> [Piece] {
        var pieces: [Piece] = []
        for (end, style) in styles {
            let own = style.language == language ? nil : style.language
            let piece = Piece(end: end, link: style.link, language: own)
            if let last = pieces.last, last.link == piece.link, last.language == own { pieces.removeLast() }
            pieces.append(piece)
        }
        return pieces
    }

    private static func lines(
        of sources: some Sequence<ParagraphLayout.Line>, direction: TextDirection, style: ParagraphStyle, x: Double,
        width: Double
    ) -> [Line] {
        var top = 0.0
        return sources.map { line in
            let indent = line.startsParagraph ? max(0, style.firstLineIndent) : max(0, -style.firstLineIndent)
            let slack = max(0, width - indent - line.width)
            let isAtLeft: Bool
            switch style.alignment {
            case .start, .justified: isAtLeft = direction == .leftToRight
            case .end: isAtLeft = direction == .rightToLeft
            case .center: isAtLeft = false
            }
            var left = style.alignment == .center ? slack / 2 : isAtLeft ? 0 : slack
            if direction == .leftToRight { left += indent }
            let height = max(style.leastLineHeight, (line.ascent + line.descent) * max(0.1, style.lineSpacing))
            let leading = height - line.ascent - line.descent
            defer { top += height }
            return Line(
                x: x + left, top: top, height: height, baseline: leading / 2 + line.ascent, width: line.width)
        }
    }

    /// Moves a paragraph from 0 to a left edge in page coordinates, and returns it.
    func moved(to x: Double) -> SetParagraph {
        for index in lines.indices { lines[index].x += x }
        return self
    }

    /// Returns the text of a piece.
    func text(ofPiece index: Int) -> String {
        let bytes = text.utf8.prefix(pieces[index].end).dropFirst(index > 0 ? pieces[index - 1].end : 0)
        return String(bytes) ?? ""
    }

    /// Returns the text in a range of bytes of UTF-8.
    func text(in range: Range<Int>) -> String {
        String(text.utf8.prefix(range.upperBound).dropFirst(range.lowerBound)) ?? ""
    }

    /// Returns the text of a line.
    func text(ofLine index: Int) -> String {
        let start = index < lines.count ? start(ofLine: index) : text.utf8.count
        let end = index + 1 < lines.count ? self.start(ofLine: index + 1) : text.utf8.count
        return text(in: start..<max(start, end))
    }

    /// Returns the text from a line on, without leading white space.
    func text(fromLine index: Int) -> Substring {
        guard index < lines.count else { return "" }
        let bytes = text.utf8.dropFirst(start(ofLine: index))
        return Substring(bytes).drop(while: \.isWhitespace)
    }

    /// Returns the style at an offset in bytes of UTF-8.
    func style(at place: Int) -> TextStyle {
        styles[index(of: place, in: styles, end: \.end)].style
    }

    /// Returns the index of the piece at an offset in bytes of UTF-8.
    func piece(at place: Int) -> Int { index(of: place, in: pieces, end: \.end) }

    private func index<Stretch>(of place: Int, in stretches: [Stretch], end: KeyPath<Stretch, Int>) -> Int {
        var low = 0
        var high = stretches.count - 1
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle][keyPath: end] > place { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension TextStyle {
    /// The font, smaller for superscripts and subscripts.
    var font: FontStyle {
        FontStyle(
            families: families, size: position == .normal ? size : size * 0.65, weight: weight, isItalic: isItalic,
            hasLigatures: hasLigatures)
    }

    /// The rise of the text in points.
    var rise: Double {
        switch position {
        case .normal: 0
        case .superscript: size * 0.35
        case .subscript: -size * 0.15
        }
    }
}
