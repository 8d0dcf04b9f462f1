/// A word that text recognition read in the picture of a page.
///
/// In JSON the region's `x`, `y`, `width` and `height` are at the same level as the text.
public struct RecognisedWord: Sendable, Hashable, Codable {
    /// The text of the word.
    public var text: String
    /// The place on the displayed page in points.
    public var region: Region
    /// The clockwise quarter turns of the letters.
    public var turns: Int

    /// Creates a word.
    public init(text: String, region: Region, turns: Int = 0) {
        self.text = text
        self.region = region
        self.turns = turns
    }

    private enum CodingKeys: String, CodingKey {
        case text, x, y, width, height, turns
    }

    /// Decodes a word with its region at the same level.
    public init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            text: try c.decode(String.self, forKey: .text),
            region: Region(
                x: try c.decode(Double.self, forKey: .x), y: try c.decode(Double.self, forKey: .y),
                width: try c.decode(Double.self, forKey: .width), height: try c.decode(Double.self, forKey: .height)),
            turns: try c.decodeIfPresent(Int.self, forKey: .turns) ?? 0)
    }

    /// Encodes the word with its region at the same level.
    public func encode(to encoder: any Encoder) throws {
        var c = encoder.container(keyedBy: CodingKeys.self)
        try c.encode(text, forKey: .text)
        try c.encode(region.x, forKey: .x)
        try c.encode(region.y, forKey: .y)
        try c.encode(region.width, forKey: .width)
        try c.encode(region.height, forKey: .height)
        if turns != 0 { try c.encode(turns, forKey: .turns) }
    }
}
