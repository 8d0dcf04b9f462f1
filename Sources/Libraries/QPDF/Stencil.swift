import CQPDF
import FormModel
public import Foundation

/// A PDF written once, with room left for an overlay on some of its pages, so that overlay after overlay can be put on
/// without writing the rest again: each is appended as an incremental update (ISO 32000-1, 7.5.6) that replaces the empty
/// overlays of the pages.
public struct Stencil: Sendable {
    private let base: Data
    private let tail: PDFTail
    /// For each page the object to replace, and the entries of its dictionary that do not change.
    private let places: [(object: Int, entries: [UInt8])]

    /// Bytes.
    public var size: Int { base.count }

    /// - Parameters:
    ///   - file: changed by this; see `PDFFile.restoring`.
    ///   - pages: from 0, those that overlays have a page for.
    ///   - mark: nothing that could stand in the file, such as its own digest.
    /// - Returns: nil where the file is encrypted, or else not to be appended to.
    public init?(of file: PDFFile, pages: [Int], mark: String) throws(QPDFError) {
        guard !file.isEncrypted else { return nil }
        var entries: [[UInt8]] = []
        for (place, page) in pages.enumerated() {
            entries.append(try file.holdPlace(onPage: page, mark: Self.mark(mark, place)))
        }
        let written = try file.written()
        let found: (PDFTail, [Int])? = written.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            guard let tail = PDFTail(bytes), tail.root != nil else { return nil }
            let objects = pages.indices.compactMap { Self.object(markedBy: Self.mark(mark, $0), in: written, bytes) }
            return objects.count == pages.count ? (tail, objects) : nil
        }
        guard let (tail, objects) = found else { return nil }
        base = written
        self.tail = tail
        places = Array(zip(objects, entries))
    }

    /// The file with an overlay's pages on its own.
    ///
    /// - Parameter overlay: a PDF as cairo writes it, with as many pages as the stencil has places.
    /// - Returns: nil where the overlay is not such a file.
    public func stamped(_ overlay: Data) -> Data? {
        overlay.withUnsafeBytes { raw in
            guard let overlay = PlainPDF(raw.bindMemory(to: UInt8.self)), overlay.pageCount == places.count else {
                return nil
            }
            return stamped(overlay)
        }
    }

    private func stamped(_ overlay: PlainPDF) -> Data? {
        let drawings = places.indices.compactMap { overlay.drawing(ofPage: $0) }
        guard drawings.count == places.count else { return nil }
        let contents = Set(drawings.map(\.content))
        var numbers = [Int](repeating: 0, count: overlay.numberLimit)
        for (place, drawing) in zip(places, drawings) { numbers[drawing.content] = place.object }
        var next = tail.size
        for number in overlay.numbers where !contents.contains(number) {
            numbers[number] = next
            next += 1
        }

        var update: [UInt8] = []
        var offsets: [(object: Int, offset: Int)] = []
        func begin(_ object: Int) {
            offsets.append((object, base.count + update.count))
            update += "\(object) 0 obj".utf8
        }
        for (place, drawing) in zip(places, drawings) {
            var entries = place.entries
            entries += " /Resources ".utf8
            guard overlay.write(drawing.resources, renumbered: numbers, to: &entries) else { return nil }
            begin(place.object)
            guard overlay.write(drawing.content, renumbered: numbers, adding: entries, to: &update) else { return nil }
        }
        for number in overlay.numbers where !contents.contains(number) {
            begin(numbers[number])
            guard overlay.write(number, renumbered: numbers, to: &update) else { return nil }
        }
        var size = next
        if tail.isStream {
            size += 1
            offsets.append((next, base.count + update.count))
        }
        let section = base.count + update.count
        let id = Self.identifier(original: tail.id, update)
        offsets.sort { $0.object < $1.object }
        update += tail.isStream ? stream(next, size: size, offsets, id: id) : table(size: size, offsets, id: id)
        update += "startxref\n\(section)\n%%EOF\n".utf8
        return base + update
    }

    // MARK: Cross-references

    private func entries(size: Int, id: String) -> String {
        var text = "/Size \(size) /Root \(tail.root ?? 1) 0 R /Prev \(tail.start) /ID \(id)"
        if let info = tail.info { text += " /Info \(info) 0 R" }
        return text
    }

    private func table(size: Int, _ offsets: [(object: Int, offset: Int)], id: String) -> [UInt8] {
        var text = "xref\n"
        for run in Self.runs(offsets) {
            text += "\(run[0].object) \(run.count)\n"
            for entry in run {
                let digits = String(entry.offset)
                text += String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n"
            }
        }
        return Array("\(text)trailer << \(entries(size: size, id: id)) >>\n".utf8)
    }

    private func stream(_ object: Int, size: Int, _ offsets: [(object: Int, offset: Int)], id: String) -> [UInt8] {
        var data: [UInt8] = []
        for entry in offsets {
            data.append(1)
            for shift in [24, 16, 8, 0] { data.append(UInt8(truncatingIfNeeded: entry.offset >> shift)) }
            data += [0, 0]
        }
        let index = Self.runs(offsets).map { "\($0[0].object) \($0.count)" }.joined(separator: " ")
        return Array(
            "\(object) 0 obj\n<< /Type /XRef /Length \(data.count) /W [ 1 4 2 ] /Index [ \(index) ] ".utf8)
            + Array("\(entries(size: size, id: id)) >>\nstream\n".utf8) + data + Array("\nendstream\nendobj\n".utf8)
    }

    /// Entries of numbers that follow each other.
    private static func runs(
        _ offsets: [(object: Int, offset: Int)]
    ) -> [[(object: Int, offset: Int)]] {
        var runs: [[(object: Int, offset: Int)]] = []
        var start = 0
        for place in offsets.indices
        where place + 1 == offsets.count || offsets[place + 1].object != offsets[place].object + 1 {
            runs.append(Array(offsets[start...place]))
            start = place + 1
        }
        return runs
    }

    /// The original's first identifier, and a second one that tells this update from others (FNV-1a, twice: it
    /// identifies, and protects nothing).
    private static func identifier(original: String?, _ update: [UInt8]) -> String {
        var a: UInt64 = 0xCBF2_9CE4_8422_2325
        var b: UInt64 = 0x8422_2325_CBF2_9CE4
        for byte in update {
            a = (a ^ UInt64(byte)) &* 0x100_0000_01B3
            b = (b ^ UInt64(byte ^ 0x5C)) &* 0x100_0000_01B3
        }
        func hexadecimal(_ value: UInt64) -> String {
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        let second = "<\(hexadecimal(a))\(hexadecimal(b))>"
        let first = original?.split(separator: "<").dropFirst().first.map { "<\($0.prefix { $0 != ">" })>" }
        return "[ \(first ?? second) \(second) ]"
    }

    // MARK: Marks

    private static func mark(_ mark: String, _ place: Int) -> String { "/Formwright-\(mark)-\(place)-" }

    private static func object(markedBy mark: String, in data: Data, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let word = Data(mark.utf8)
        guard let found = data.range(of: word), data.range(of: word, in: found.upperBound..<data.endIndex) == nil,
            let object = bytes[max(0, found.lowerBound - 512)..<found.lowerBound].lastRange(of: " 0 obj")
        else { return nil }
        var start = object.lowerBound
        while start > 0, (48...57).contains(bytes[start - 1]) { start -= 1 }
        return PDFTokens(bytes, 0..<0).integer(start..<object.lowerBound)
    }
}

extension PDFFile {
    /// Stamps an empty overlay on a page, to be replaced later; returns its dictionary's entries.
    ///
    /// - Parameter mark: a name that tells it from everything else in the file.
    func holdPlace(onPage target: Int, mark: String) throws(QPDFError) -> [UInt8] {
        let page = try page(target)
        let geometry = geometry(of: page)
        let form = newForm("".utf8, geometry: geometry)
        let entries = form.dictionaryText
        form.set(mark, newNumber(0))
        try draw(form, over: page)
        return entries
    }
}
