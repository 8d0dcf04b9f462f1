/// A heading in the table of contents.
public struct HeadingItem: Identifiable, Hashable, Sendable, Codable {
    /// The block's key, made unique; it names the destination in HTML and PDF.
    public var id: String
    /// The text of all spans, with line breaks replaced by spaces.
    public var text: String
    /// The level, from 1 to 6.
    public var level: Int
    /// The 1-based page of the heading; nil outside a PDF.
    public var page: Int?

    /// Creates an item.
    public init(id: String, text: String, level: Int, page: Int? = nil) {
        self.id = id
        self.text = text
        self.level = level
        self.page = page
    }
}

extension PortableTextDocument {
    /// The non-empty top-level headings in reading order.
    public var tableOfContents: [HeadingItem] { headings.values.sorted { $0.0 < $1.0 }.map(\.1) }

    /// The headings by the index of their block.
    package var headings: [Int: (Int, HeadingItem)] {
        var used: [String: Int] = [:]
        var headings: [Int: (Int, HeadingItem)] = [:]
        for (index, block) in blocks.enumerated() {
            guard let level = block.headingLevel else { continue }
            let text = block.text.split(whereSeparator: \.isNewline).joined(separator: " ")
            guard text.contains(where: { !$0.isWhitespace }) else { continue }
            headings[index] = (index, HeadingItem(id: Self.unique(block.key, &used), text: text, level: level))
        }
        return headings
    }

    /// Returns the key, with a number if another heading uses it already.
    private static func unique(_ key: String, _ used: inout [String: Int]) -> String {
        var id = key
        while let count = used[id] {
            used[id] = count + 1
            id = "\(id)-\(count + 1)"
        }
        used[id] = 1
        return id
    }
}
