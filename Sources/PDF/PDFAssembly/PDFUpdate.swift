import Foundation

/// An incremental update (ISO 32000-1, 7.5.6): the bytes appended to a PDF to add and replace objects.
struct PDFUpdate {
    private let tail: PDFTail
    /// The bytes written since the last ``take()``.
    private var bytes: [UInt8] = []
    /// The length of the file before `bytes`.
    private var taken: Int
    /// The offsets of the new objects, in the order of their numbers, which follow the file's own; 0 until they are
    /// written.
    private var offsets: [Int] = []
    private var replaced: [(object: Int, offset: Int)] = []
    /// Distinguishes this update from others (FNV-1a, twice: it identifies and does not protect).
    private var hash: (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4)

    /// Starts an update to a file of `length` bytes.
    init(to tail: PDFTail, length: Int) {
        self.tail = tail
        taken = length
    }

    /// Allocates the number of a new object.
    mutating func allocate() -> Int {
        offsets.append(0)
        return tail.size + offsets.count - 1
    }

    /// Starts an object: a new one, or a replacement for one of the file's own.
    mutating func begin(_ object: Int) {
        let offset = taken + bytes.count
        if object < tail.size {
            replaced.append((object, offset))
        } else {
            offsets[object - tail.size] = offset
        }
        bytes += "\(object) 0 obj".utf8
    }

    /// Writes a complete object.
    mutating func add(_ object: Int, _ text: String) {
        begin(object)
        bytes += "\n\(text)\nendobj\n".utf8
    }

    /// Writes a complete object.
    mutating func add(_ object: Int, _ syntax: [UInt8]) {
        begin(object)
        bytes.append(10)
        bytes += syntax
        bytes += "\nendobj\n".utf8
    }

    /// Writes a stream, given its dictionary without its length.
    mutating func add(_ object: Int, dictionary: [UInt8], stream: Data) {
        begin(object)
        bytes.append(10)
        bytes += dictionary.dropLast(2)
        bytes += " /Length \(stream.count) >>\nstream\n".utf8
        bytes += stream
        bytes += "\nendstream\nendobj\n".utf8
    }

    /// Copies the objects of an overlay, with its pages as form XObjects.
    ///
    /// `forms` gives, for each page, the object number of the form and the fixed entries of its dictionary.
    ///
    /// - Returns: false if the overlay is not structured as expected; the update must then be discarded.
    mutating func add(_ overlay: PlainPDF, forms: [(object: Int, entries: [UInt8])]) -> Bool {
        guard overlay.pageCount == forms.count else { return false }
        let drawings = forms.indices.compactMap { overlay.drawing(ofPage: $0) }
        let contents = Set(drawings.map(\.content))
        guard contents.count == forms.count else { return false }
        var numbers = [Int](repeating: 0, count: overlay.numberLimit)
        for (form, drawing) in zip(forms, drawings) { numbers[drawing.content] = form.object }
        let others = overlay.numbers.filter { !contents.contains($0) }
        for number in others { numbers[number] = allocate() }
        for (form, drawing) in zip(forms, drawings) {
            var entries = form.entries
            entries += " /Resources ".utf8
            guard overlay.write(drawing.resources, renumbered: numbers, to: &entries) else { return false }
            begin(form.object)
            guard overlay.write(drawing.content, renumbered: numbers, adding: entries, to: &bytes) else { return false }
        }
        for number in others {
            begin(numbers[number])
            guard overlay.write(number, renumbered: numbers, to: &bytes) else { return false }
        }
        return true
    }

    /// Returns the bytes written since the last call.
    mutating func take() -> [UInt8] {
        for byte in bytes {
            hash.0 = (hash.0 ^ UInt64(byte)) &* 0x100_0000_01B3
            hash.1 = (hash.1 ^ UInt64(byte ^ 0x5C)) &* 0x100_0000_01B3
        }
        taken += bytes.count
        defer { bytes = [] }
        return bytes
    }

    /// Writes the cross-references and the trailer, in the file's own format (table or stream), as readers expect.
    ///
    /// - Returns: no bytes if there are no objects: a section without entries makes a file that many readers refuse.
    mutating func end() -> [UInt8] {
        guard !offsets.isEmpty || !replaced.isEmpty else { return [] }
        let objects = take()
        let section = taken
        var entries = "/Root \(tail.root ?? 1) 0 R /Prev \(tail.start) /ID \(identifier)"
        if let info = tail.info { entries += " /Info \(info) 0 R" }
        let known = tail.size + offsets.count
        replaced.sort { $0.object < $1.object }
        var runs = replaced.map { ($0.object, [$0.offset]) }
        if tail.isStream {
            runs.append((tail.size, offsets + [section]))
            write(stream: runs, number: known, "/Size \(known + 1) \(entries)")
        } else {
            runs.append((tail.size, offsets))
            write(table: runs, "/Size \(known) \(entries)")
        }
        bytes += "startxref\n\(section)\n%%EOF\n".utf8
        return objects + bytes
    }

    private mutating func write(table runs: [(Int, [Int])], _ entries: String) {
        bytes += "xref\n".utf8
        for (first, offsets) in runs where !offsets.isEmpty {
            bytes += "\(first) \(offsets.count)\n".utf8
            for offset in offsets {
                let digits = String(offset)
                bytes += String(repeating: "0", count: max(0, 10 - digits.count)).utf8
                bytes += "\(digits) 00000 n \n".utf8
            }
        }
        bytes += "trailer << \(entries) >>\n".utf8
    }

    private mutating func write(stream runs: [(Int, [Int])], number: Int, _ entries: String) {
        let index = runs.map { "\($0.0) \($0.1.count)" }.joined(separator: " ")
        let length = runs.reduce(0) { $0 + $1.1.count } * 7
        bytes += "\(number) 0 obj\n<< /Type /XRef /W [ 1 5 1 ] /Index [ \(index) ] /Length \(length) ".utf8
        bytes += "\(entries) >>\nstream\n".utf8
        for offset in runs.flatMap(\.1) {
            bytes.append(1)
            for shift in [32, 24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: offset >> shift)) }
            bytes.append(0)
        }
        bytes += "\nendstream\nendobj\n".utf8
    }

    /// The file's first identifier, and a new second one.
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
