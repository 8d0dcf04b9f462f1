import FailureModel
import Zlib
import PDFSyntax

/// Small objects of a PDF that wait to be written together in a compressed stream (ISO 32000-1, 7.5.7).
struct ObjectStreams {
    /// Where an object is that stands in such a stream.
    struct Place {
        /// The number of the stream.
        var stream: Int32
        /// The object's place in it, from 0.
        var index: Int32
    }

    /// The objects that were written, by their numbers.
    private(set) var places: [Int: Place] = [:]
    private var numbers: [Int] = []
    private var starts: [Int] = []
    private var bodies: [UInt8] = []

    /// The number of objects in a stream at most: a reader expands all of them to find one.
    private static let most = 200
    /// The size of a cairo object up to which it is looked at.
    static let largestCopied = 4_096

    var isEmpty: Bool { numbers.isEmpty }
    var isFull: Bool { numbers.count >= Self.most || bodies.count >= 1 << 16 }

    /// Adds the body of an object, which is no stream.
    mutating func add(_ number: Int, _ body: some Collection<UInt8>) {
        numbers.append(number)
        starts.append(bodies.count)
        bodies += body
        bodies.append(UInt8(ascii: "\n"))
    }

    /// The body of an object from its number to `endobj`; nil for a stream.
    static func body(of object: [UInt8]) -> ArraySlice<UInt8>? {
        guard object.count <= largestCopied, let start = object.firstRange(of: " obj".utf8)?.upperBound,
            object.firstRange(of: "stream".utf8) == nil, let end = object.firstRange(of: "endobj".utf8)?.lowerBound,
            start < end
        else { return nil }
        return object[start..<end]
    }

    /// Takes the objects that wait as the content of the stream with this number.
    ///
    /// - Returns: the number of objects, the length of the table at its head, and the compressed bytes.
    /// - Throws: `out_of_memory`.
    mutating func take(as stream: Int) throws(Failure) -> (count: Int, first: Int, bytes: [UInt8]) {
        var table = PDFBytes()
        for (index, (number, start)) in zip(numbers, starts).enumerated() {
            places[number] = Place(stream: Int32(stream), index: Int32(index))
            table += number
            table += " "
            table += start
            table += "\n"
        }
        let count = numbers.count
        let bytes = try Self.compressed(table.bytes + bodies)
        numbers.removeAll()
        starts.removeAll()
        bodies.removeAll(keepingCapacity: true)
        return (count, table.count, bytes)
    }

    /// Compresses bytes.
    ///
    /// - Throws: `out_of_memory`.
    static func compressed(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
        guard let compressed = Deflate.compressed(bytes) else {
            throw Failure(.outOfMemory, "There is not enough memory to write the PDF.")
        }
        return compressed
    }
}
