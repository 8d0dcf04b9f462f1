/// Text with emphasised stretches, for multi-line fields.
public struct FormattedText: Hashable, Sendable, Codable {
    /// The text; a line feed is a line break.
    public private(set) var text: String
    /// The emphasised stretches, in order and without overlaps.
    public private(set) var stretches: [Stretch]

    /// A stretch of text with one emphasis.
    public struct Stretch: Hashable, Sendable, Codable {
        /// The start in bytes of UTF-8.
        public var start: Int
        /// The end in bytes of UTF-8.
        public var end: Int
        /// The emphasis.
        public var emphasis: Emphasis
    }

    /// The emphasis of text.
    public struct Emphasis: OptionSet, Hashable, Sendable, Codable {
        /// The bits of the options.
        public let rawValue: Int

        /// Creates a set of options.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Bold.
        public static let bold = Emphasis(rawValue: 1)
        /// Italic.
        public static let italic = Emphasis(rawValue: 2)
        /// Underlined.
        public static let underlined = Emphasis(rawValue: 4)
        /// Struck through.
        public static let struckThrough = Emphasis(rawValue: 8)
        /// In a monospaced font.
        public static let monospaced = Emphasis(rawValue: 16)
    }

    /// Creates text without emphasis.
    public init(_ text: String = "") {
        self.text = text
        stretches = []
    }

    /// Appends a piece of text with one emphasis.
    public mutating func append(_ piece: some StringProtocol, _ emphasis: Emphasis = []) {
        guard !piece.isEmpty else { return }
        let start = text.utf8.count
        text += piece
        guard !emphasis.isEmpty else { return }
        if let last = stretches.indices.last, stretches[last].end == start, stretches[last].emphasis == emphasis {
            stretches[last].end = text.utf8.count
        } else {
            stretches.append(Stretch(start: start, end: text.utf8.count, emphasis: emphasis))
        }
    }

    /// The pieces of text with one emphasis each, some possibly empty.
    package var pieces: [(text: Substring, emphasis: Emphasis)] {
        var pieces: [(Substring, Emphasis)] = []
        var position = text.startIndex
        func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }
        for stretch in stretches {
            let (start, end) = (index(stretch.start), index(stretch.end))
            pieces.append((text[position..<start], []))
            pieces.append((text[start..<end], stretch.emphasis))
            position = end
        }
        pieces.append((text[position...], []))
        return pieces
    }

    /// Returns the text with each piece converted.
    package func mapPieces(_ convert: (Substring) -> String) -> FormattedText {
        pieces.reduce(into: FormattedText()) { $0.append(convert($1.text), $1.emphasis) }
    }

    /// Returns a prefix of the text with its emphasis.
    package func prefix(_ beginning: String) -> FormattedText {
        var prefix = FormattedText(beginning)
        let end = beginning.utf8.count
        prefix.stretches = stretches.filter { $0.start < end }
        if let last = prefix.stretches.indices.last {
            prefix.stretches[last].end = min(prefix.stretches[last].end, end)
        }
        return prefix
    }

    /// Returns a part of the text with its emphasis, given in bytes of UTF-8.
    ///
    /// The bounds must be between characters.
    package func part(_ bytes: Range<Int>) -> FormattedText {
        let all = text.utf8
        let start = all.index(text.startIndex, offsetBy: bytes.lowerBound)
        var part = FormattedText(String(text[start..<all.index(start, offsetBy: bytes.count)]))
        part.stretches = stretches.compactMap { stretch in
            let kept = (stretch.start..<stretch.end).clamped(to: bytes)
            guard !kept.isEmpty else { return nil }
            return Stretch(
                start: kept.lowerBound - bytes.lowerBound, end: kept.upperBound - bytes.lowerBound,
                emphasis: stretch.emphasis)
        }
        return part
    }

    private enum CodingKeys: String, CodingKey {
        case text, stretches
    }

    /// Decodes a text.
    ///
    /// - Throws: `DecodingError` if a stretch is not within the text, or overlaps the preceding one.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        text = try container.decode(String.self, forKey: .text)
        stretches = try container.decode([Stretch].self, forKey: .stretches)
        var position = 0
        let bytes = text.utf8
        for stretch in stretches {
            let isWithin = stretch.start >= position && stretch.end >= stretch.start && stretch.end <= bytes.count
            // Offsets within a character are invalid.
            let isWhole =
                isWithin
                && [stretch.start, stretch.end].allSatisfy { offset in
                    String.Index(bytes.index(bytes.startIndex, offsetBy: offset), within: text.unicodeScalars) != nil
                }
            guard isWhole else {
                throw DecodingError.dataCorruptedError(
                    forKey: .stretches, in: container, debugDescription: "A stretch is not within the text.")
            }
            position = stretch.end
        }
    }
}
