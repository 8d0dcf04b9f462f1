/// Objects in PDF syntax, one after the other, and where in the file each begins.
package struct PDFObjects {
    /// What has been written since it was last taken.
    package var bytes: PDFBytes
    /// The length of the file before ``bytes``.
    package private(set) var taken: Int
    /// The number of the first new object.
    package let first: Int
    /// The offsets of the new objects, in the order of their numbers; 0 for those not written.
    package private(set) var offsets: [Int]
    /// The offsets of objects that replace earlier ones, in the order of the file.
    package private(set) var replaced: [(number: Int, offset: Int)] = []

    /// Begins a file with `count` numbers, or what is appended to one.
    ///
    /// - Parameters:
    ///   - bytes: what the file begins with.
    ///   - length: the length of the file before that.
    ///   - first: the number of the first new object; those before it are replaced.
    ///   - count: how many new objects have numbers already.
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

    /// Returns the number of a further object.
    package mutating func allocate() -> Int {
        offsets.append(0)
        return size - 1
    }

    /// Notes that an object begins here.
    package mutating func place(_ number: Int) {
        if number < first {
            replaced.append((number, length))
        } else {
            offsets[number - first] = length
        }
    }

    /// Begins an object, whose body ends with `endobj`.
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

    /// Returns what has been written since the last call.
    package mutating func take() -> [UInt8] {
        taken += bytes.count
        defer { bytes.removeAll() }
        return bytes.bytes
    }
}
