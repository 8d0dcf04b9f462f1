import FailureModel
import Zlib
import PDFSyntax

/// Small PDF objects to be written together in a compressed stream (ISO 32000-1, 7.5.7).
struct ObjectStreams {
    /// The location of an object in an object stream.
    struct Place {
        /// The number of the stream.
        var stream: Int32
        /// The object's index in the stream, from 0.
        var index: Int32
    }

    /// The locations of written objects by number.
    private(set) var places: [Int: Place] = [:]
    private var numbers: [Int] = []
    private var starts: [Int] = []
    private var bodies: [UInt8] = []

    /// The maximum number of objects in a stream, since readers expand all to find one.
    private static let most = 200
    /// The maximum size of a cairo object to inspect.
    static let largestCopied = 4_096

    var isEmpty: Bool { numbers.isEmpty }
    var isFull: Bool { numbers.count >= Self.most || bodies.count >= 1 << 16 }

    /// Adds the body of an object other than a stream.
    mutating func add(_ number: Int, _ body: some Collection<UInt8>) {
        numbers.append(number)
        starts.append(bodies.count)
        bodies += body
        bodies.append(UInt8(ascii: "\n"))
    }

    /// Returns the body of an object before `endobj`; `nil` for a stream.
    static func body(of object: [UInt8]) -> ArraySlice<UInt8>? {
        guard object.count <= largestCopied, let start = object.firstRange(of: " obj".utf8)?.upperBound,
            object.firstRange(of: "stream".utf8) == nil, let end = object.firstRange(of: "endobj".utf8)?.lowerBound,
            start < end
        else { return nil }
        return object[start..<end]
    }

    /// Removes the pending objects, as the content of a stream.
    ///
    /// - Returns: The number of objects, the length of the leading table, and the compressed bytes.
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
