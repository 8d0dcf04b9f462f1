import Foundation
import PDFSyntax

/// A kind of mark made by an appearance.
enum Paint {
    case line
    /// An opaque area or picture.
    case cover
    /// An area or picture that keeps dark print below visible, like a highlighter.
    case tint
    case picture
    /// A gradient.
    case shading
    /// Characters of a symbol font, or a single one of another font.
    ///
    /// They draw boxes and circles.
    case symbol
    /// Text of several characters.
    case words
}

extension PDFObject {
    /// The marks that a form XObject makes, including its forms and patterns.
    var paints: Set<Paint> {
        var finder = PaintFinder()
        finder.follow(self, resources: file.newDictionary(), isTint: false)
        return finder.found
    }
}

/// Follows the painting operators of content streams (ISO 32000-1, annex A).
private struct PaintFinder {
    private(set) var found: Set<Paint> = []
    /// The followed streams, so that repeated and recursive content is read once.
    private var followed: Set<Use> = []
    private var depth = 0
    /// The number of characters in fonts with letters.
    private var letters = 0

    private struct Use: Hashable {
        var stream: PDFObjectIdentity?
        var isTint: Bool
    }

    private static let deepestForm = 32
    private static let deepestState = 1_000
    private static let symbolFonts = ["dingbats", "symbol", "webdings", "wingdings"]
    /// Blend modes that hide nothing dark.
    private static let tints: Set = ["Multiply", "Darken"]

    /// Follows a form or pattern; `isTint` means that it is blended with the background.
    mutating func follow(_ stream: PDFObject, resources: PDFObject, isTint: Bool) {
        guard depth < Self.deepestForm, followed.insert(Use(stream: stream.identity, isTint: isTint)).inserted,
            let content = stream.streamData
        else { return }
        depth += 1
        defer { depth -= 1 }
        let own = stream["/Resources"]
        content.withUnsafeBytes {
            follow($0.bindMemory(to: UInt8.self), resources: own.isDictionary ? own : resources, isTint: isTint)
        }
    }

    private mutating func follow(_ bytes: UnsafeBufferPointer<UInt8>, resources: PDFObject, isTint: Bool) {
        var (isTint, font) = (isTint, resources.file.newNull())
        var saved: [Bool] = []
        var operands: [PDFTokens.Token] = []
        var tokens = PDFTokens(bytes, 0..<bytes.count)
        func resource(_ category: String, at place: Int) -> PDFObject {
            guard operands.indices.contains(place), operands[place].kind == .name else {
                return resources.file.newNull()
            }
            return resources[category][tokens.name(operands[place].range)]
        }
        while let token = tokens.next() {
            guard tokens.isOperator(token) else {
                // A character more or less of a long text makes no difference.
                if operands.count == 64 { operands.removeFirst(58) }
                operands.append(token)
                continue
            }
            let last = operands.count - 1
            let area: Paint = isTint ? .tint : .cover
            switch tokens.text(token.range) {
            case "q":
                guard saved.count < Self.deepestState else { return }
                saved.append(isTint)
            case "Q": isTint = saved.popLast() ?? isTint
            case "gs":
                let mode = resource("/ExtGState", at: last)["/BM"]
                if let name = mode.name ?? mode.items.first?.name { isTint = Self.tints.contains(name) }
            case "S", "s": found.insert(.line)
            case "f", "F", "f*": found.insert(area)
            case "B", "B*", "b", "b*": found.formUnion([.line, area])
            case "sh": found.formUnion([.shading, area])
            case "BI":
                tokens.skipInlinePicture()
                found.formUnion([.picture, area])
            case "Do":
                let object = resource("/XObject", at: last)
                switch object["/Subtype"].name {
                case "Form": follow(object, resources: resources, isTint: isTint)
                case "Image": found.formUnion([.picture, area])
                // The page may have a resource that the form lacks.
                default: found.insert(area)
                }
            case "scn", "SCN":
                let pattern = resource("/Pattern", at: last)
                if pattern.isStream {
                    follow(pattern, resources: resources, isTint: isTint)
                } else if pattern.isDictionary {
                    found.insert(.shading)
                }
            case "Tf": font = resource("/Font", at: last - 1)
            case "Tj", "TJ", "'", "\"":
                let length = operands.reduce(0) { $1.kind == .string ? $0 + tokens.string($1.range).count : $0 }
                addText(length: length, in: font)
            default: break
            }
            operands.removeAll(keepingCapacity: true)
        }
    }

    /// Adds a text by its length in bytes.
    private mutating func addText(length: Int, in font: PDFObject) {
        guard length > 0 else { return }
        let name = font["/BaseFont"].name?.lowercased() ?? ""
        if !Self.symbolFonts.contains(where: name.contains) {
            letters += font["/Subtype"].name == "Type0" ? (length + 1) / 2 : length
        }
        found.insert(letters > 1 ? .words : .symbol)
    }
}
