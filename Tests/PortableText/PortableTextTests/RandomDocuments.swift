import PortableText
import TestSupport

/// Makes documents with all kinds of blocks, in which each piece of text is a different word.
struct RandomDocuments {
    private var generator: SeededGenerator
    /// The words so far, in reading order.
    private(set) var words: [String] = []

    init(seed: Int) { generator = SeededGenerator(seed: seed) }

    mutating func document(blocks: Int) -> PortableTextDocument {
        PortableTextDocument(blocks: (0..<blocks).map { block($0, depth: 0) })
    }

    private mutating func word() -> String {
        words.append("w\(words.count)x")
        return words[words.count - 1]
    }

    private mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &generator)] }

    private mutating func block(_ index: Int, depth: Int) -> PortableTextBlock {
        let key = "k\(index)"
        switch Int.random(in: 0..<12, using: &generator) {
        case 0:
            return PortableTextBlock(
                type: "code", key: key, fields: ["code": .text("\(word()) \(word())\n\(word())"), "language": "swift"])
        case 1: return PortableTextBlock(type: "table", key: key, table: table(depth: depth))
        case 2:
            return PortableTextBlock(
                type: "image", key: key,
                fields: ["src": "https://a.example/a.png", "alt": .text(word()), "caption": .text(word())])
        case 3:
            return PortableTextBlock(
                type: "embed", key: key, fields: ["url": "https://a.example", "title": .text(word())])
        case 4, 5, 6:
            return text(key, depth: depth, list: pick(["bullet", "number"]), level: pick([1, 1, 2, 2, 3, 5]))
        default: return text(key, depth: depth, list: nil, level: 1)
        }
    }

    private mutating func table(depth: Int) -> PortableTextTable {
        let columns = Int.random(in: 1...4, using: &generator)
        let rows = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
            PortableTextTable.Row(
                cells: (0..<columns).map { column in
                    PortableTextTable.Cell(
                        blocks: (0..<Int.random(in: 1...2, using: &generator)).map { _ in
                            text("c\(column)", depth: 2, list: nil, level: 1)
                        })
                })
        }
        return PortableTextTable(rows: rows, headerRows: Int.random(in: 0...1, using: &generator))
    }

    private mutating func text(_ key: String, depth: Int, list: String?, level: Int) -> PortableTextBlock {
        let style = pick(["normal", "normal", "normal", "h1", "h3", "blockquote"])
        let definitions = [
            PortableTextMarkDefinition(type: "link", key: "l1", fields: ["href": "https://a.example/?a=1&b=2"]),
            PortableTextMarkDefinition(type: "link", key: "l2", fields: ["href": "javascript:x"]),
        ]
        var children: [PortableTextChild] = []
        for index in 0..<Int.random(in: 0...5, using: &generator) {
            if depth < 2, Int.random(in: 0..<12, using: &generator) == 0 {
                children.append(.block(block(index, depth: depth + 1)))
                continue
            }
            var marks = ["strong", "em", "code", "underline", "strike-through", "l1", "l2", "unknown"]
            marks.shuffle(using: &generator)
            marks.removeLast(Int.random(in: 4...8, using: &generator))
            // Words touch only at the edges of spans, so that each stays whole.
            let space = pick([" ", "  ", "\n", " <&> "])
            children.append(
                .span(PortableTextSpan(key: "s\(index)", text: "\(word())\(space)\(word()) ", marks: marks)))
        }
        return PortableTextBlock(
            key: key, style: style, listItem: list, level: level, markDefs: definitions, children: children)
    }
}

extension String {
    /// The words that ``RandomDocuments`` makes, in the order in which they occur.
    var randomWords: [String] { matches(of: #/w[0-9]+x/#).map { String($0.output) } }
}
