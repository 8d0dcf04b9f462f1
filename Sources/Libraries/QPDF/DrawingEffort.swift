import Foundation
import PDFSyntax

/// Counts the drawing operations on the pages of a PDF without drawing it.
///
/// A page of a few bytes may draw a form ten times that draws another ten times, and so on. A few bytes may also
/// decompress to hundreds of megabytes. Repeated content is inspected only once.
package struct DrawingEffort {
    private let file: PDFFile
    /// The maximum count, at which counting stops.
    private let limit: Int
    /// Whether the pixels of pictures count.
    private let countsPixels: Bool
    private var known: [PDFObjectIdentity: Int] = [:]
    /// The streams being inspected; one that draws itself is not followed.
    private var open: Set<PDFObjectIdentity> = []

    /// The number of pixels of a picture that take as long as an operator.
    private static let pixelsPerOperator = 100
    private static let deepest = 100
    private static let mostAnnotations = 10_000

    /// Creates a counter.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - limit: The maximum count, at which counting stops.
    ///   - countsPixels: Whether pictures count by their size, since they are decoded.
    package init(_ file: PDFFile, limit: Int, countsPixels: Bool) {
        self.file = file
        self.limit = limit
        self.countsPixels = countsPixels
    }

    /// Returns the number of operators, bytes of text and hundreds of pixels on a page.
    ///
    /// The limit is the maximum. Undecodable content counts as nothing, unless it may be too large for memory.
    ///
    /// - Throws: `QPDFError` if there is no such page.
    package mutating func count(page index: Int) throws(QPDFError) -> Int {
        let page = try file.page(index)
        var total = 0
        do throws(QPDFError) {
            total = count(try file.pageContent(of: page), page.inherited("/Resources"))
        } catch {
            let contents = page["/Contents"]
            guard !(contents.isStream ? [contents] : contents.items).contains(where: Self.mayBeHuge) else {
                return limit
            }
        }
        for annotation in page["/Annots"].items.prefix(Self.mostAnnotations) where total < limit {
            var appearance = annotation["/AP"]["/N"]
            if !appearance.isStream, let state = annotation["/AS"].name { appearance = appearance["/" + state] }
            total += count(appearance, page.inherited("/Resources"))
        }
        return min(total, limit)
    }

    // MARK: Streams

    /// Counts a form, a pattern, a font's glyph or a picture.
    private mutating func count(_ object: PDFObject, _ resources: PDFObject) -> Int {
        guard object.isStream, let identity = object.identity else { return 0 }
        if let known = known[identity] { return known }
        if object["/Subtype"].name == "Image" {
            let total = countsPixels ? Self.pixels(object) + Self.pixels(object["/SMask"]) : 0
            known[identity] = total
            return total
        }
        guard open.count < Self.deepest, open.insert(identity).inserted else { return 0 }
        defer { open.remove(identity) }
        guard let content = object.streamData else { return Self.mayBeHuge(object) ? limit : 0 }
        let own = object["/Resources"]
        let total = count(content, own.isDictionary ? own : resources)
        known[identity] = total
        return total
    }

    /// Returns whether an undecodable stream may be too large for memory.
    ///
    /// libqpdf does not state the reason of its failure.
    private static func mayBeHuge(_ stream: PDFObject) -> Bool {
        guard stream.isStream, let count = try? stream.rawStreamData().count else { return false }
        let filter = stream["/Filter"]
        let names = filter.name.map { [$0] } ?? filter.items.compactMap(\.name)
        let packed = names.count { ["FlateDecode", "Fl", "LZWDecode", "LZW"].contains($0) }
        return (0..<packed).reduce(Double(count)) { size, _ in size * mostGrowth } > hugeSize
    }

    /// The maximum compression ratio of Flate, and a size in bytes that may exceed memory.
    private static let (mostGrowth, hugeSize) = (1_032.0, 300e6)

    private static func pixels(_ picture: PDFObject) -> Int {
        let (width, height) = (picture["/Width"].integer ?? 0, picture["/Height"].integer ?? 0)
        guard width > 0, height > 0 else { return 0 }
        let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
        return overflows ? .max / 4 : pixels / pixelsPerOperator
    }

    /// Returns the maximum count of a glyph, if the font draws glyphs by operators.
    private mutating func count(glyphsOf font: PDFObject, _ resources: PDFObject) -> Int {
        guard font["/Subtype"].name == "Type3" else { return 0 }
        let glyphs = font["/CharProcs"]
        let own = font["/Resources"]
        var most = 0
        for key in glyphs.keys.prefix(256) {
            most = max(most, count(glyphs[key], own.isDictionary ? own : resources))
        }
        return most
    }

    private mutating func count(_ content: Data, _ resources: PDFObject) -> Int {
        content.withUnsafeBytes { count($0.bindMemory(to: UInt8.self), resources) }
    }

    private mutating func count(_ bytes: UnsafeBufferPointer<UInt8>, _ resources: PDFObject) -> Int {
        var total = 0
        var tokens = PDFTokens(bytes, 0..<bytes.count)
        var name: Range<Int>?
        var text = 0
        var paint = Paint()
        var saved: [Paint] = []
        var counts: [String: Int] = [:]
        while total < limit, let token = tokens.next() {
            switch token.kind {
            case .name: name = token.range
            case .string: text += token.range.count
            case .word where tokens.isOperator(token):
                total += 1
                // No counted operator has more than three letters.
                let word = bytes[token.range.prefix(4)].reduce(0) { $0 << 8 | UInt32($1) }
                switch Operator(rawValue: word) {
                case .save: if saved.count < Self.mostSaved { saved.append(paint) }
                case .restore: paint = saved.popLast() ?? paint
                case .picture: tokens.skipInlinePicture()
                case .fill, .fillOld, .fillEvenOdd: total += paint.filling
                case .stroke, .closeStroke: total += paint.stroking
                case .both, .bothEvenOdd, .closeBoth, .closeBothEvenOdd: total += paint.filling + paint.stroking
                case .gray, .rgb, .cmyk, .space, .colour: paint.filling = 0
                case .strokeGray, .strokeRGB, .strokeCMYK, .strokeSpace, .strokeColour: paint.stroking = 0
                case .pattern:
                    paint.filling = named(name, "/Pattern", tokens, resources, &counts) {
                        $0.count(pattern: $1, resources)
                    }
                case .strokePattern:
                    paint.stroking = named(name, "/Pattern", tokens, resources, &counts) {
                        $0.count(pattern: $1, resources)
                    }
                case .font:
                    paint.glyph = named(name, "/Font", tokens, resources, &counts) { $0.count(glyphsOf: $1, resources) }
                case .show, .showSpaced, .showNext, .showNextSpaced:
                    total += Self.product(text, 1 + paint.glyph) + paint.filling
                case .object:
                    total += named(name, "/XObject", tokens, resources, &counts) { $0.count($1, resources) }
                case .state:
                    total += named(name, "/ExtGState", tokens, resources, &counts) {
                        $0.count($1["/SMask"]["/G"], resources)
                    }
                case nil: break
                }
                (name, text) = (nil, 0)
            default: break
            }
        }
        return min(total, limit)
    }

    /// The additional costs of fills, strokes and letters with the current pattern or font.
    private struct Paint {
        var filling = 0
        var stroking = 0
        var glyph = 0
    }

    /// Operators that count more than one or affect others, by their names' bytes.
    private enum Operator: UInt32 {
        case save = 0x71
        case restore = 0x51
        case picture = 0x4249
        case fill = 0x66
        case fillOld = 0x46
        case fillEvenOdd = 0x662A
        case stroke = 0x53
        case closeStroke = 0x73
        case both = 0x42
        case bothEvenOdd = 0x422A
        case closeBoth = 0x62
        case closeBothEvenOdd = 0x622A
        case gray = 0x67
        case rgb = 0x7267
        case cmyk = 0x6B
        case space = 0x6373
        case colour = 0x7363
        case strokeGray = 0x47
        case strokeRGB = 0x5247
        case strokeCMYK = 0x4B
        case strokeSpace = 0x4353
        case strokeColour = 0x5343
        case pattern = 0x7363_6E
        case strokePattern = 0x5343_4E
        case font = 0x5466
        case show = 0x546A
        case showSpaced = 0x544A
        case showNext = 0x27
        case showNextSpaced = 0x22
        case object = 0x446F
        case state = 0x6773
    }

    private static let mostSaved = 10_000

    /// Counts a pattern; with gaps between tiles, each tile is drawn.
    private mutating func count(pattern: PDFObject, _ resources: PDFObject) -> Int {
        let tile = count(pattern, resources)
        guard let across = pattern["/XStep"].number, let down = pattern["/YStep"].number else { return tile }
        let turn = pattern["/Matrix"].items.compactMap(\.number)
        let scale = turn.count == 6 ? abs(turn[0] * turn[3] - turn[1] * turn[2]) : 1
        let tiles = Self.pageArea / max(abs(across * down) * scale, 1e-9)
        // With few tiles, most are outside the filled area.
        return tiles < Self.manyTiles ? tile : Self.product(tile, Int(tiles))
    }

    /// The area of a page in square points, and the minimum number of counted tiles.
    private static let pageArea = 500_000.0
    private static let manyTiles = 100_000.0

    /// Counts the resource with a name, once per stream.
    private mutating func named(
        _ name: Range<Int>?, _ category: String, _ tokens: PDFTokens, _ resources: PDFObject,
        _ counts: inout [String: Int], _ count: (inout DrawingEffort, PDFObject) -> Int
    ) -> Int {
        guard let name = name.map({ tokens.name($0) }) else { return 0 }
        let key = category + name
        if let known = counts[key] { return known }
        let total = count(&self, resources[category][name])
        counts[key] = total
        return total
    }

    private static func product(_ a: Int, _ b: Int) -> Int {
        let (product, overflows) = a.multipliedReportingOverflow(by: b)
        return overflows ? .max / 4 : product
    }
}
