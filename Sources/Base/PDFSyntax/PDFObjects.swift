/// Consecutive objects in PDF syntax and their offsets in the file.
package struct PDFObjects {
    /// The bytes written since the last ``take()``.
    package var bytes: PDFBytes
    /// The length of the file in front of ``bytes``.
    package private(set) var taken: Int
    /// The number of the first new object.
    package let first: Int
    /// The offsets of the new objects by number; 0 if not yet written.
    package private(set) var offsets: [Int]
    /// The offsets of objects that replace earlier ones, in file order.
    package private(set) var replaced: [(number: Int, offset: Int)] = []

    /// Begins a file, or an update appended to one, with `count` object numbers.
    ///
    /// - Parameters:
    ///   - bytes: the first bytes.
    ///   - length: the length of the existing file in front of them.
    ///   - first: the number of the first new object; lower numbers are replaced objects.
    ///   - count: the number of new objects that have numbers already.
    package init(_ bytes: PDFBytes = PDFBytes(), after length: Int = 0, first: Int = 0, count: Int = 0) {
        self.bytes = bytes
        taken = length
        self.first = first
        offsets = [Int](repeating: 0, count: count)
    }

    /// One more than the highest object number.
    package var size: Int { first + offsets.count }

    /// The length of the file so far.
    package var length: Int { taken + bytes.count }

    /// Allocates an object number.
    package mutating func allocate() -> Int {
        offsets.append(0)
        return size - 1
    }

    /// Records the current offset as that of an object.
    package mutating func place(_ number: Int) {
        if number < first {
            replaced.append((number, length))
        } else {
            offsets[number - first] = length
        }
    }

    /// Begins an object; its body must end with `endobj`.
    package mutating func begin(_ number: Int) {
        place(number)
        bytes += number
        bytes += " 0 obj"
    }

    /// Writes an object.
    package mutating func add(_ number: Int, _ body: (inout PDFBytes) -> Void) {
        begin(number)
        bytes += "\n"
        body(&bytes)
        bytes += "\nendobj\n"
    }

    /// Returns the bytes written since the last call.
    package mutating func take() -> [UInt8] {
        taken += bytes.count
        defer { bytes = PDFBytes() }
        return bytes.bytes
    }
}
