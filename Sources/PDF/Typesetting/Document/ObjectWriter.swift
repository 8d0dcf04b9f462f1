import FailureModel
import Foundation

/// Writes the objects of a PDF in sequence, and remembers where they are.
struct ObjectWriter {
    private let write: (Data) throws(Failure) -> Void
    private var buffer = PDFBytes()
    /// The number of bytes before the buffer.
    private var written = 0
    /// The place of each object, by its number; 0 for none.
    private var offsets: [Int]
    /// Numbers that cairo's objects had that are not kept, in descending order.
    private var free: [Int32]
    /// The objects that are compressed together; nil if each stands for itself.
    private var streams: ObjectStreams?
    /// Identifies the file by its content (FNV-1a, twice: it does not protect).
    private var hash: (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4)

    /// Begins a file that keeps objects with numbers below `size`, except the free ones.
    ///
    /// With `packsObjects` all objects but streams are compressed, and so are the cross-references.
    init(
        size: Int, free: [Int32], packsObjects: Bool, write: @escaping (Data) throws(Failure) -> Void
    ) throws(Failure) {
        self.write = write
        streams = packsObjects ? ObjectStreams() : nil
        offsets = [Int](repeating: 0, count: size)
        self.free = free.sorted(by: >)
        buffer += "%PDF-1.7\n%"
        // Marks the file as binary.
        buffer += [0xE2, 0xE3, 0xCF, 0xD3, 0x0A] as [UInt8]
    }

    /// A number for a new object.
    mutating func allocate() -> Int {
        if let number = free.popLast() { return Int(number) }
        offsets.append(0)
        return offsets.count - 1
    }

    /// Writes an object whose bytes include its number.
    mutating func copy(_ number: Int, _ bytes: [UInt8]) throws(Failure) {
        if streams != nil, let body = ObjectStreams.body(of: bytes) { return try pack(number, body) }
        offsets[number] = written + buffer.count
        buffer += bytes
        try writeOutIfLarge()
    }

    /// Continues the object written last.
    mutating func append(_ bytes: [UInt8]) throws(Failure) {
        buffer += bytes
        try writeOutIfLarge()
    }

    /// Writes an object.
    mutating func add(_ number: Int, isStream: Bool = false, _ body: (inout PDFBytes) -> Void) throws(Failure) {
        if streams != nil, !isStream {
            var bytes = PDFBytes()
            body(&bytes)
            return try pack(number, bytes.bytes)
        }
        offsets[number] = written + buffer.count
        buffer += number
        buffer += " 0 obj\n"
        body(&buffer)
        buffer += "\nendobj\n"
        try writeOutIfLarge()
    }

    /// Writes an object that may be large, part by part.
    mutating func add<Parts: Sequence>(
        _ number: Int, opening: StaticString, _ parts: Parts, _ body: (inout PDFBytes, Parts.Element) -> Void,
        closing: (inout PDFBytes) -> Void
    ) throws(Failure) {
        if streams != nil {
            var bytes = PDFBytes()
            bytes += opening
            for part in parts { body(&bytes, part) }
            closing(&bytes)
            return try pack(number, bytes.bytes)
        }
        offsets[number] = written + buffer.count
        buffer += number
        buffer += " 0 obj\n"
        buffer += opening
        for part in parts {
            body(&buffer, part)
            try writeOutIfLarge()
        }
        closing(&buffer)
        buffer += "\nendobj\n"
    }

    private mutating func pack(_ number: Int, _ body: some Collection<UInt8>) throws(Failure) {
        streams?.add(number, body)
        if streams?.isFull == true { try writePacked() }
    }

    /// Writes the objects that wait.
    private mutating func writePacked() throws(Failure) {
        guard streams?.isEmpty == false else { return }
        let number = allocate()
        guard let packed = try streams?.take(as: number) else { return }
        try add(number, isStream: true) { bytes in
            bytes += "<< /Type /ObjStm /N "
            bytes += packed.count
            bytes += " /First "
            bytes += packed.first
            bytes += " /Filter /FlateDecode /Length "
            bytes += packed.bytes.count
            bytes += " >>\nstream\n"
            bytes += packed.bytes
            bytes += "\nendstream"
        }
    }

    private mutating func writeOutIfLarge() throws(Failure) {
        if buffer.count >= 1 << 16 { try writeOut() }
    }

    private mutating func writeOut() throws(Failure) {
        for byte in buffer.bytes {
            hash.0 = (hash.0 ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        hash.1 = (hash.1 ^ hash.0) &* 0x100_0000_01B3
        written += buffer.count
        try write(Data(buffer.bytes))
        buffer.removeAll()
    }

    /// Writes the cross-references and the trailer.
    mutating func finish(catalogue: Int, info: Int) throws(Failure) {
        if streams != nil { return try finishPacked(catalogue: catalogue, info: info) }
        try writeOut()
        let table = written
        buffer += "xref\n0 "
        buffer += offsets.count
        buffer += "\n"
        // Free objects form a list, in which each names the next one.
        var free = (offsets.indices.dropFirst().filter { offsets[$0] == 0 } + [0])[...]
        for (number, offset) in offsets.enumerated() {
            if number == 0 || offset == 0 {
                entry(free.popFirst() ?? 0, number == 0 ? " 65535 f \n" : " 00000 f \n")
            } else {
                entry(offset, " 00000 n \n")
            }
            try writeOutIfLarge()
        }
        buffer += "trailer\n<< /Size "
        buffer += offsets.count
        buffer += " /Root "
        buffer.reference(catalogue)
        buffer += " /Info "
        buffer.reference(info)
        buffer += identifier
        buffer += " >>\nstartxref\n"
        buffer += table
        buffer += "\n%%EOF\n"
        try writeOut()
    }

    /// The entry that identifies the file by what was written so far.
    private var identifier: [UInt8] {
        let id = [hash.0, hash.1].map { String($0, radix: 16, uppercase: true) }
            .map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
        return Array(" /ID [ <\(id)> <\(id)> ]".utf8)
    }

    /// Writes the cross-references as a stream, which also names the objects within streams (ISO 32000-1, 7.5.8).
    private mutating func finishPacked(catalogue: Int, info: Int) throws(Failure) {
        try writePacked()
        let number = allocate()
        try writeOut()
        let table = written
        offsets[number] = table
        let places = streams?.places ?? [:]
        var rows: [UInt8] = []
        rows.reserveCapacity(offsets.count * 8)
        for (number, offset) in offsets.enumerated() {
            if let place = places[number] {
                Self.row(2, Int(place.stream), Int(place.index), &rows)
            } else if number == 0 || offset == 0 {
                Self.row(0, 0, 65_535, &rows)
            } else {
                Self.row(1, offset, 0, &rows)
            }
        }
        let content = try ObjectStreams.compressed(rows)
        let (size, identifier) = (offsets.count, identifier)
        try add(number, isStream: true) { bytes in
            bytes += "<< /Type /XRef /Size "
            bytes += size
            bytes += " /W [ 1 5 2 ] /Root "
            bytes.reference(catalogue)
            bytes += " /Info "
            bytes.reference(info)
            bytes += identifier
            bytes += " /Filter /FlateDecode /Length "
            bytes += content.count
            bytes += " >>\nstream\n"
            bytes += content
            bytes += "\nendstream"
        }
        buffer += "startxref\n"
        buffer += table
        buffer += "\n%%EOF\n"
        try writeOut()
    }

    /// Appends a row of cross-references: its kind, and two numbers of five and two bytes.
    private static func row(_ kind: UInt8, _ first: Int, _ second: Int, _ rows: inout [UInt8]) {
        rows.append(kind)
        for shift in stride(from: 32, through: 0, by: -8) { rows.append(UInt8(first >> shift & 255)) }
        rows.append(UInt8(second >> 8 & 255))
        rows.append(UInt8(second & 255))
    }

    private mutating func entry(_ value: Int, _ rest: StaticString) {
        let digits = String(value)
        buffer += String(repeating: "0", count: max(0, 10 - digits.count)).utf8
        buffer += digits.utf8
        buffer += rest
    }
}
