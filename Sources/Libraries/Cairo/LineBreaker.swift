import CPango

/// Breaks lines of shaped glyphs at spaces to fit a width.
///
/// Pango reshapes a text at each possible line break, two or three times in all. In most scripts the glyphs next to a
/// space do not depend on the line break, so dividing them gives Pango's own lines in half the time.
struct LineBreaker {
    typealias Run = UnsafeMutablePointer<PangoGlyphItem>

    /// The runs of a line in text order.
    struct Line {
        var runs: [Run]
        /// Whether the line begins the text or follows a line feed.
        var startsParagraph: Bool
    }

    private let text: UnsafePointer<CChar>
    private let attributes: UnsafePointer<PangoLogAttr>
    private let characterCount: Int

    /// Reads a layout without a width; its text must pass ``canDivide(_:)``.
    init?(_ layout: OpaquePointer) {
        var count: Int32 = 0
        guard let text = pango_layout_get_text(layout),
            let attributes = pango_layout_get_log_attrs_readonly(layout, &count)
        else { return nil }
        self.text = text
        self.attributes = attributes
        characterCount = Int(count) - 1
    }

    /// Returns whether glyphs do not depend on characters beyond a space.
    ///
    /// This holds for Latin, Greek, Cyrillic and Armenian letters and common symbols, without tabs.
    static func canDivide(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for (index, byte) in text.enumerated() {
            switch byte {
            case 0x09: return false
            case ..<0xD6: continue
            // U+1E00 to U+1FFF.
            case 0xE1 where index + 1 < text.count && text[index + 1] >= 0xB8: continue
            // U+2000 to U+2BFF.
            case 0xE2 where index + 1 < text.count && text[index + 1] < 0xB0: continue
            default: return false
            }
        }
        return true
    }

    // MARK: Finding the ends

    /// A position between two clusters of glyphs.
    private struct Place {
        var run = 0
        var glyph = 0
        /// The offset in bytes of UTF-8.
        var byte: Int
        /// The offset in characters, the index of Pango's attributes.
        var character: Int
    }

    /// Finds the ends of lines in runs from a position of the text, in bytes.
    ///
    /// Widths are in Pango's units. Returns `nil` if Pango might choose a different line end.
    func ends(of runs: [Run], from byte: Int, character: Int, width limits: (first: Int32, other: Int32)) -> [Int]? {
        var ends: [Int] = []
        var limit = Int(limits.first)
        var width = 0
        var place = Place(byte: byte, character: character)
        /// The position after the last space at which the line can end.
        var end: Place?
        while place.run < runs.count {
            guard let cluster = advance(&place, in: runs) else { return nil }
            width += cluster.width
            let isLast = place.run == runs.count
            let canBreak = place.character == characterCount || attributes[place.character].is_line_break != 0
            guard canBreak || isLast else { continue }
            // A space at the end of a line has no width.
            if width - (canBreak && cluster.isSpace ? cluster.width : 0) <= limit {
                if canBreak { end = cluster.isSpace ? place : nil }
                continue
            }
            // Next to characters other than spaces, kerning decides.
            guard let last = end, cluster.isSpace || isLast else { return nil }
            ends.append(last.byte)
            place = last
            end = nil
            width = 0
            limit = Int(limits.other)
        }
        return ends
    }

    /// Moves a position past the next cluster; returns `nil` if its glyphs cannot be divided.
    private func advance(_ place: inout Place, in runs: [Run]) -> (width: Int, isSpace: Bool)? {
        guard let item = runs[place.run].pointee.item?.pointee, let string = runs[place.run].pointee.glyphs?.pointee,
            let glyphs = string.glyphs, let clusters = string.log_clusters, item.analysis.level == 0,
            place.glyph < string.num_glyphs
        else { return nil }
        let cluster = clusters[place.glyph]
        var width = 0
        while place.glyph < string.num_glyphs, clusters[place.glyph] == cluster {
            width += Int(glyphs[place.glyph].geometry.width)
            place.glyph += 1
        }
        let isLast = place.glyph == string.num_glyphs
        let next = Int(item.offset) + Int(isLast ? item.length : clusters[place.glyph])
        let isSpace = next - place.byte == 1 && text[place.byte] == 0x20
        place.character += characters(in: place.byte..<next)
        place.byte = next
        if isLast {
            place.run += 1
            place.glyph = 0
        }
        return (width, isSpace)
    }

    /// Returns the number of characters in a range of bytes.
    func characters(in range: Range<Int>) -> Int {
        // Bytes from 0x80 to 0xBF, negative here, continue a character.
        range.count(where: { text[$0] >= -0x40 })
    }

    // MARK: Justifying

    /// Widens the spaces of a line to fill a width, in Pango's units.
    ///
    /// Pango counts the trailing space of some lines, which then end before the margin.
    func justify(_ runs: [Run], to width: Int32) {
        var spaces: [UnsafeMutablePointer<PangoGlyphInfo>] = []
        var sum = 0
        for run in runs {
            guard let item = run.pointee.item?.pointee, let string = run.pointee.glyphs?.pointee,
                let glyphs = string.glyphs, let clusters = string.log_clusters
            else { return }
            for index in 0..<Int(string.num_glyphs) {
                let glyphWidth = Int(glyphs[index].geometry.width)
                sum += glyphWidth
                // A trailing space has no width.
                if glyphWidth > 0, text[Int(item.offset + clusters[index])] == 0x20 { spaces.append(glyphs + index) }
            }
        }
        let room = Int(width) - sum
        guard room > 0 else { return }
        for (index, space) in spaces.enumerated() {
            let share = room * (index + 1) / spaces.count - room * index / spaces.count
            space.pointee.geometry.width += Int32(clamping: share)
        }
    }

    // MARK: Dividing

    /// Divides runs at byte offsets in the text, with trailing spaces of zero width.
    ///
    /// Parts of runs are appended to `parts` and freed by its owner.
    func lines(of runs: [Run], ending ends: [Int], startsParagraph: Bool, parts: inout [Run]) -> [Line] {
        var lines: [Line] = []
        var line: [Run] = []
        var ends = ends[...]
        var index = 0
        // The rest of the run at `index` after its front was removed.
        var rest: Run?
        while index < runs.count {
            let run = rest ?? runs[index]
            guard let item = run.pointee.item?.pointee else { break }
            let (start, length) = (Int(item.offset), Int(item.length))
            guard let end = ends.first, end <= start + length else {
                line.append(run)
                rest = nil
                index += 1
                continue
            }
            ends.removeFirst()
            if end < start + length, let part = rest ?? pango_glyph_item_copy(run) {
                if rest == nil { parts.append(part) }
                rest = part
                if let front = pango_glyph_item_split(part, text, Int32(end - start)) {
                    parts.append(front)
                    line.append(front)
                }
            } else {
                line.append(run)
                rest = nil
                index += 1
            }
            if let glyphs = line.last?.pointee.glyphs?.pointee {
                glyphs.glyphs[Int(glyphs.num_glyphs) - 1].geometry.width = 0
            }
            lines.append(Line(runs: line, startsParagraph: startsParagraph && lines.isEmpty))
            line = []
        }
        if !line.isEmpty { lines.append(Line(runs: line, startsParagraph: startsParagraph && lines.isEmpty)) }
        return lines
    }
}
