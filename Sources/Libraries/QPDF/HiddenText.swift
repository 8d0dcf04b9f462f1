package import Geometry
import Foundation

/// A word that a reader can search for and copy, but not see.
package struct HiddenWord: Sendable, Hashable {
    package var text: String
    /// The place on the displayed page in points.
    package var region: Region
    /// The clockwise quarter turns of the letters.
    package var turns: Int

    package init(text: String, region: Region, turns: Int = 0) {
        self.text = text
        self.region = region
        self.turns = turns & 3
    }

    /// Whether it is written from right to left.
    fileprivate var isFromRight: Bool {
        // Hebrew, Arabic and their neighbours, and their presentation forms.
        text.unicodeScalars.first { $0.properties.isAlphabetic }.map {
            (0x590...0x8FF).contains($0.value) || (0xFB1D...0xFDFF).contains($0.value)
                || (0xFE70...0xFEFF).contains($0.value)
        } ?? false
    }
}

extension PDFFile {
    /// Adds invisible words to a page, such as recognised ones.
    ///
    /// Their font has empty glyphs of one width, and a map from codes to Unicode (ISO 32000-1, 9.6.5 and 9.10.3), so that
    /// no font file is needed for any script.
    ///
    /// - Parameters:
    ///   - words: the words in reading order.
    ///   - index: the page (0-based).
    /// - Throws: `QPDFError` if the page cannot be read.
    package func addHiddenText(_ words: [HiddenWord], onPage index: Int) throws(QPDFError) {
        let words = words.filter { !$0.text.isEmpty && $0.region.width > 0 && $0.region.height > 0 }
        guard !words.isEmpty else { return }
        let page = try page(index)
        let geometry = geometry(of: page)
        let scalars = Set(words.flatMap(\.text.unicodeScalars)).sorted { $0.value < $1.value }
        let codes = Dictionary(uniqueKeysWithValues: zip(scalars, 0...))
        let content = words.map { Self.shown($0, codes: codes, height: geometry.size.height) }.joined()
        let form = newForm("BT\n3 Tr\n\(content)ET\n".utf8, geometry: geometry)
        let fonts = newDictionary()
        for (number, start) in stride(from: 0, to: scalars.count, by: Self.codesPerFont).enumerated() {
            fonts.put(
                "/F\(number)", hiddenFont(for: Array(scalars[start..<min(scalars.count, start + Self.codesPerFont)])))
        }
        let resources = newDictionary()
        resources.put("/Font", fonts)
        form.put("/Resources", resources)
        try draw([(form, nil)], over: page, asArtifacts: false)
    }

    /// The number of characters of a font, with codes from 1.
    private static let codesPerFont = 255
    /// The width of every glyph over the size of the font.
    private static let glyphWidth = 0.5

    /// Returns the operators that show a word over the width of its region.
    private static func shown(_ word: HiddenWord, codes: [Unicode.Scalar: Int], height: Double) -> String {
        let region = word.region
        let (length, size) = word.turns & 1 == 0 ? (region.width, region.height) : (region.height, region.width)
        // Readers expect letters in the order in which they stand on the page.
        let scalars = word.isFromRight ? Array(word.text.unicodeScalars.reversed()) : Array(word.text.unicodeScalars)
        let places = scalars.compactMap { codes[$0] }
        let stretch = 100 * length / (Double(places.count) * glyphWidth * size)
        func number(_ value: Double) -> String { PDFText.number((value * 100).rounded() / 100) }
        let (directions, x, y) =
            switch word.turns {
            case 1: ("0 -1 1 0", region.left, region.top)
            case 2: ("-1 0 0 -1", region.right, region.top)
            case 3: ("0 1 -1 0", region.right, region.bottom)
            default: ("1 0 0 1", region.left, region.bottom)
            }
        var text = "\(number(stretch)) Tz \(directions) \(number(x)) \(number(height - y)) Tm\n"
        var rest = places[...]
        while let first = rest.first {
            let font = first / codesPerFont
            let run = rest.prefix { $0 / codesPerFont == font }
            let bytes = run.map { String(format: "%02X", $0 % codesPerFont + 1) }.joined()
            text += "/F\(font) \(number(size)) Tf <\(bytes)> Tj\n"
            rest = rest.dropFirst(run.count)
        }
        return text
    }

    private func hiddenFont(for scalars: [Unicode.Scalar]) -> PDFObject {
        let font = newDictionary()
        font.put("/Type", newName("Font"))
        font.put("/Subtype", newName("Type3"))
        let width = Self.glyphWidth * 1000
        font.put("/FontBBox", newArray([0, 0, width, 1000]))
        font.put("/FontMatrix", newArray([0.001, 0, 0, 0.001, 0, 0]))
        font.put("/FirstChar", newInteger(1))
        font.put("/LastChar", newInteger(scalars.count))
        font.put("/Widths", newArray(scalars.map { _ in width }))
        let glyphs = newDictionary()
        glyphs.put("/g", newStream("\(Int(width)) 0 d0\n".utf8))
        font.put("/CharProcs", glyphs)
        let encoding = newDictionary()
        encoding.put("/Type", newName("Encoding"))
        encoding.put("/Differences", newArray([newInteger(1)] + scalars.map { _ in newName("g") }))
        font.put("/Encoding", encoding)
        font.put("/Resources", newDictionary())
        font.put("/FontDescriptor", hiddenFontDescriptor(width: width))
        font.put("/ToUnicode", newStream(Self.unicodeMap(of: scalars).utf8))
        return indirect(font)
    }

    /// Returns the heights of the letters.
    ///
    /// So readers mark the ink of a word and not what is below it.
    private func hiddenFontDescriptor(width: Double) -> PDFObject {
        let descriptor = newDictionary()
        descriptor.put("/Type", newName("FontDescriptor"))
        descriptor.put("/FontName", newName("Formwright"))
        descriptor.put("/Flags", newInteger(Self.nonsymbolic))
        descriptor.put("/FontBBox", newArray([0, 0, width, 1000]))
        descriptor.put("/ItalicAngle", newInteger(0))
        descriptor.put("/Ascent", newInteger(1000))
        // Readers replace 0 by the usual depth.
        descriptor.put("/Descent", newInteger(-1))
        descriptor.put("/CapHeight", newInteger(1000))
        descriptor.put("/StemV", newInteger(0))
        return indirect(descriptor)
    }

    /// The flag of a font with Latin letters (ISO 32000-1, table 123).
    private static let nonsymbolic = 32

    /// Returns a map from the codes to the characters.
    private static func unicodeMap(of scalars: [Unicode.Scalar]) -> String {
        var lines = [
            "/CIDInit /ProcSet findresource begin", "12 dict begin", "begincmap",
            "/CMapName /Formwright def", "/CMapType 2 def", "1 begincodespacerange", "<01> <FF>", "endcodespacerange",
        ]
        // At most a hundred in a block.
        for start in stride(from: 0, to: scalars.count, by: 100) {
            let block = scalars[start..<min(scalars.count, start + 100)]
            lines.append("\(block.count) beginbfchar")
            for (place, scalar) in block.enumerated() {
                let units = String(scalar).utf16.map { String(format: "%04X", $0) }.joined()
                lines.append("<\(String(format: "%02X", start + place + 1))> <\(units)>")
            }
            lines.append("endbfchar")
        }
        return (lines + ["endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end", ""])
            .joined(separator: "\n")
    }
}
