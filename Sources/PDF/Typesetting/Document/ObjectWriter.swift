import FailureModel
import Foundation
import PDFSyntax

/// Writes the objects of a PDF in sequence, and records their offsets.
struct ObjectWriter {
    private let write: (Data) throws(Failure) -> Void
    private var objects: PDFObjects
    /// The unused numbers of cairo's omitted objects, in descending order.
    private var free: [Int32]
    /// The objects to compress together; nil to write each on its own.
    private var streams: ObjectStreams?
    /// Identifies the file by its content (FNV-1a, twice, which does not protect).
    private var hash: (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4)

    /// Begins a file with object numbers below `size`, except the free ones.
    ///
    /// With `packsObjects`, all objects except streams are compressed, and so are the cross-references.
    init(
        size: Int, free: [Int32], packsObjects: Bool, write: @escaping (Data) throws(Failure) -> Void
    ) throws(Failure) {
        self.write = write
        streams = packsObjects ? ObjectStreams() : nil
        self.free = free.sorted(by: >)
        var head = PDFBytes()
        head += "%PDF-1.7\n%"
        // Bytes that mark the file as binary.
        head += [0xE2, 0xE3, 0xCF, 0xD3, 0x0A] as [UInt8]
        objects = PDFObjects(head, count: size)
    }

    /// Allocates the number of a new object.
    mutating func allocate() -> Int {
        if let number = free.popLast() { return Int(number) }
        return objects.allocate()
    }

    /// Writes an object from bytes that include its number.
    mutating func copy(_ number: Int, _ bytes: [UInt8]) throws(Failure) {
        if streams != nil, let body = ObjectStreams.body(of: bytes) { return try pack(number, body) }
        objects.place(number)
        objects.bytes += bytes
        try writeOutIfLarge()
    }

    /// Continues the last written object.
    mutating func append(_ bytes: [UInt8]) throws(Failure) {
        objects.bytes += bytes
        try writeOutIfLarge()
    }

    /// Writes an object.
    mutating func add(_ number: Int, isStream: Bool = false, _ body: (inout PDFBytes) -> Void) throws(Failure) {
        if streams != nil, !isStream {
            var bytes = PDFBytes()
            body(&bytes)
            return try pack(number, bytes.bytes)
        }
        objects.add(number, body)
        try writeOutIfLarge()
    }

    /// Writes a possibly large object in parts.
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
        objects.begin(number)
        objects.bytes += "\n"
        objects.bytes += opening
        for part in parts {
            body(&objects.bytes, part)
            try writeOutIfLarge()
        }
        closing(&objects.bytes)
        objects.bytes += "\nendobj\n"
    }

    private mutating func pack(_ number: Int, _ body: some Collection<UInt8>) throws(Failure) {
        streams?.add(number, body)
        if streams?.isFull == true { try writePacked() }
    }

    /// Writes the pending objects.
    private mutating func writePacked() throws(Failure) {
        guard streams?.isEmpty == false else { return }
        let number = allocate()
        guard let packed = try streams?.take(as: number) else { return }
        try add(number, isStream: true) { bytes in
            bytes += "<< /Type /ObjStm /N "
            bytes += packed.count
            bytes += " /First "
            bytes += packed.first
            bytes += " /Filter /FlateDecode "
            bytes.stream(packed.bytes)
        }
    }

    private mutating func writeOutIfLarge() throws(Failure) {
        if objects.bytes.count >= 1 << 16 { try writeOut() }
    }

    private mutating func writeOut() throws(Failure) {
        let bytes = objects.take()
        for byte in bytes {
            hash.0 = (hash.0 ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        hash.1 = (hash.1 ^ hash.0) &* 0x100_0000_01B3
        try write(Data(bytes))
    }

    /// Writes the cross-references and the trailer.
    mutating func finish(catalogue: Int, info: Int) throws(Failure) {
        if streams != nil { return try finishPacked(catalogue: catalogue, info: info) }
        try writeOut()
        let table = objects.length
        let offsets = objects.offsets
        objects.bytes += "xref\n0 "
        objects.bytes += offsets.count
        objects.bytes += "\n"
        // Free objects form a list in which each refers to the next.
        var free = (offsets.indices.dropFirst().filter { offsets[$0] == 0 } + [0])[...]
        for (number, offset) in offsets.enumerated() {
            if number == 0 || offset == 0 {
                objects.bytes.entry(free.popFirst() ?? 0, number == 0 ? " 65535 f \n" : " 00000 f \n")
            } else {
                objects.bytes.entry(offset, " 00000 n \n")
            }
            try writeOutIfLarge()
        }
        objects.bytes += "trailer\n<< /Size "
        objects.bytes += offsets.count
        objects.bytes += " /Root "
        objects.bytes.reference(catalogue)
        objects.bytes += " /Info "
        objects.bytes.reference(info)
        objects.bytes += identifier
        objects.bytes += " >>\n"
        try end(table)
    }

    private mutating func end(_ section: Int) throws(Failure) {
        objects.bytes += "startxref\n"
        objects.bytes += section
        objects.bytes += "\n%%EOF\n"
        try writeOut()
    }

    /// The file identifier, derived from the bytes written so far.
    private var identifier: [UInt8] {
        let id = [hash.0, hash.1].map { String($0, radix: 16, uppercase: true) }
            .map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
        return Array(" /ID [ <\(id)> <\(id)> ]".utf8)
    }

    /// Writes the cross-references as a stream (ISO 32000-1, 7.5.8).
    ///
    /// They also list the objects within streams.
    private mutating func finishPacked(catalogue: Int, info: Int) throws(Failure) {
        try writePacked()
        let number = allocate()
        try writeOut()
        let table = objects.length
        objects.place(number)
        let size = objects.offsets.count
        let places = streams?.places ?? [:]
        var rows = PDFBytes()
        for (number, offset) in objects.offsets.enumerated() {
            if let place = places[number] {
                rows.row(2, Int(place.stream), Int(place.index))
            } else if number == 0 || offset == 0 {
                rows.row(0, 0, 65_535)
            } else {
                rows.row(1, offset, 0)
            }
        }
        let content = try ObjectStreams.compressed(rows.bytes)
        let identifier = identifier
        try add(number, isStream: true) { bytes in
            bytes += "<< /Type /XRef /Size "
            bytes += size
            bytes += " /W [ 1 5 2 ] /Root "
            bytes.reference(catalogue)
            bytes += " /Info "
            bytes.reference(info)
            bytes += identifier
            bytes += " /Filter /FlateDecode "
            bytes.stream(content)
        }
        try end(table)
    }
}

extension PDFBytes {
    /// Appends a cross-reference row: the kind, and numbers of five and two bytes.
    fileprivate mutating func row(_ kind: Int, _ first: Int, _ second: Int) {
        bigEndian(kind, count: 1)
        bigEndian(first, count: 5)
        bigEndian(second, count: 2)
    }
}
