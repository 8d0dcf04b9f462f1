import FailureModel
import Foundation
import PDFSyntax

/// An incremental update (ISO 32000-1, 7.5.6) with added and replaced objects.
struct PDFUpdate {
    private let tail: PDFTail
    private var objects: PDFObjects
    /// Distinguishes this update from others (FNV-1a, twice, which identifies but does not protect).
    private var hash: (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4)
    /// The trailer's entry for a mark, with the places of its length and digest.
    private var mark: (entry: String, place: Int, digest: Int)?
    /// The number of bytes of the file before the update.
    private let base: Int

    /// Starts an update of a file with a length in bytes.
    init(to tail: PDFTail, length: Int) {
        self.tail = tail
        base = length
        objects = PDFObjects(after: length, first: tail.size)
    }

    /// Allocates the number of a new object.
    mutating func allocate() -> Int { objects.allocate() }

    /// Writes a complete object.
    ///
    /// It is new, or replaces one of the file's own.
    mutating func add(_ object: Int, _ text: String) { objects.add(object) { $0 += text.utf8 } }

    /// Writes a complete object.
    mutating func add(_ object: Int, _ syntax: [UInt8]) { objects.add(object) { $0 += syntax } }

    /// Writes a stream with a dictionary that lacks the length.
    mutating func add(_ object: Int, dictionary: [UInt8], stream: Data) {
        objects.add(object) {
            $0 += dictionary.dropLast(2)
            $0 += " "
            $0.stream(stream)
        }
    }

    /// Writes a mark, to which the trailer will refer.
    ///
    /// Nothing may be taken from the update before its end.
    ///
    /// - Parameters:
    ///   - mark: the mark.
    ///   - original: the number of the stream with the embedded original, if the file has one.
    mutating func add(_ mark: FileMark, original: Int? = nil) {
        let number = allocate()
        objects.begin(number)
        objects.bytes += "\n<< /Type \(FileMark.key) \(FileMark.lengthKey) ".utf8
        let place = objects.length
        objects.bytes +=
            "\(FileMark.digits(0)) \(FileMark.startKey) \(FileMark.digits(base)) \(FileMark.digestKey) /".utf8
        self.mark = (" \(FileMark.key) \(number) 0 R", place, objects.length)
        objects.bytes += "\(FileMark.noDigest) /Filter /FlateDecode /Size \(mark.size) ".utf8
        if let original { objects.bytes += "\(FileMark.originalKey) \(original) 0 R ".utf8 }
        objects.bytes.stream(mark.data)
        objects.bytes += "\nendobj\n"
    }

    /// Copies the objects of an overlay, with its pages as form XObjects.
    ///
    /// `forms` has the object number of each page's form and the fixed entries of its dictionary.
    ///
    /// - Throws: ``PlainPDF/unexpected``; the update must then be discarded.
    mutating func add(_ overlay: PlainPDF, forms: [(object: Int, entries: [UInt8])]) throws(Failure) {
        guard overlay.pages.count == forms.count else { throw PlainPDF.unexpected }
        var numbers = [Int](repeating: 0, count: overlay.size)
        // The structure of the drawing becomes part of the document's.
        var left = Set(try overlay.frame() + overlay.pages)
        var drawings: [(content: Int, resources: [UInt8])] = []
        for (form, page) in zip(forms, overlay.pages) {
            let drawing = try overlay.drawing(of: page)
            guard numbers.indices.contains(drawing.content), left.insert(drawing.content).inserted else {
                throw PlainPDF.unexpected
            }
            numbers[drawing.content] = form.object
            drawings.append(drawing)
        }
        let others = overlay.order.map { Int($0) }.filter { !left.contains($0) }.sorted()
        for number in others { numbers[number] = allocate() }
        func renumbered(_ syntax: [UInt8]) throws(Failure) -> [UInt8] {
            try PDFReference.renumber(syntax) { reference throws(Failure) in
                guard numbers.indices.contains(reference.number), numbers[reference.number] > 0 else {
                    throw PlainPDF.unexpected
                }
                return numbers[reference.number]
            }
        }
        for (form, drawing) in zip(forms, drawings) {
            var body = try renumbered(try overlay.body(of: drawing.content))
            try body.insert(form.entries + " /Resources ".utf8 + renumbered(drawing.resources), after: "<<")
            write(form.object, body)
        }
        for number in others { write(numbers[number], try renumbered(try overlay.body(of: number))) }
    }

    private mutating func write(_ object: Int, _ body: [UInt8]) {
        objects.begin(object)
        objects.bytes += body
    }

    /// Returns the bytes written since the last call.
    mutating func take() -> [UInt8] {
        let bytes = objects.take()
        for byte in bytes {
            hash.0 = (hash.0 ^ UInt64(byte)) &* 0x100_0000_01B3
            hash.1 = (hash.1 ^ UInt64(byte ^ 0x5C)) &* 0x100_0000_01B3
        }
        return bytes
    }

    /// Writes cross-references and trailer in the file's format, table or stream, as readers expect.
    ///
    /// - Returns: No bytes without objects, because many readers reject a file with an empty section.
    mutating func end() -> [UInt8] {
        guard !objects.offsets.isEmpty || !objects.replaced.isEmpty else { return [] }
        var written = take()
        let start = objects.length - written.count
        let section = objects.length
        var entries = "/Root \(tail.root ?? 1) 0 R /Prev \(tail.start) /ID \(identifier)"
        if let info = tail.info { entries += " /Info \(info) 0 R" }
        if let mark { entries += mark.entry }
        if tail.isStream {
            writeStream(entries)
        } else {
            writeTable(entries)
        }
        objects.bytes += "startxref\n\(section)\n%%EOF\n".utf8
        written += objects.take()
        if let mark {
            for (place, digit) in FileMark.digits(start + written.count).utf8.enumerated() {
                written[mark.place - start + place] = digit
            }
            for (place, digit) in FileMark.digest(of: [written]).utf8.enumerated() {
                written[mark.digest - start + place] = digit
            }
        }
        return written
    }

    /// The offsets of consecutive object numbers, each with the first number.
    private var runs: [(first: Int, offsets: [Int])] {
        objects.replaced.sorted { $0.number < $1.number }.map { ($0.number, [$0.offset]) }
            + [(objects.first, objects.offsets)]
    }

    private mutating func writeTable(_ entries: String) {
        objects.bytes += "xref\n"
        for (first, offsets) in runs where !offsets.isEmpty {
            objects.bytes += "\(first) \(offsets.count)\n".utf8
            for offset in offsets { objects.bytes.entry(offset, " 00000 n \n") }
        }
        objects.bytes += "trailer << /Size \(objects.size) \(entries) >>\n".utf8
    }

    private mutating func writeStream(_ entries: String) {
        let number = allocate()
        objects.begin(number)
        let index = runs.map { "\($0.first) \($0.offsets.count)" }.joined(separator: " ")
        let offsets = runs.flatMap(\.offsets)
        objects.bytes += "\n<< /Type /XRef /W [ 1 5 1 ] /Index [ \(index) ] /Length \(offsets.count * 7) ".utf8
        objects.bytes += "/Size \(objects.size) \(entries) >>\nstream\n".utf8
        for offset in offsets {
            objects.bytes.bigEndian(1, count: 1)
            objects.bytes.bigEndian(offset, count: 5)
            objects.bytes.bigEndian(0, count: 1)
        }
        objects.bytes += "\nendstream\nendobj\n"
    }

    /// The identifiers: the first one of the file, and a new second one.
    private var identifier: String {
        func hexadecimal(_ value: UInt64) -> String {
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        let second = "<\(hexadecimal(hash.0))\(hexadecimal(hash.1))>"
        let first = tail.id?.split(separator: "<").dropFirst().first.map { "<\($0.prefix { $0 != ">" })>" }
        return "[ \(first ?? second) \(second) ]"
    }
}
