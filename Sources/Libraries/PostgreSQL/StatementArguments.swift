import CPQ
import Foundation
import SQL

/// The arguments of a statement as libpq takes them: types, formats and bytes.
///
/// Numbers and bytes have their types and travel in binary form. Texts have none, so that the server takes the type from
/// their place, such as that of a JSON column; neither have nulls.
struct StatementArguments {
    /// The types of the server's catalogue; 0 for those that it derives.
    private(set) var types: [Oid] = []
    /// Whether each argument is null, and fits a parameter of any type.
    private(set) var areNull: [Bool] = []
    private var formats: [Int32] = []
    private var lengths: [Int32] = []
    private var offsets: [Int] = []
    private var bytes: [UInt8] = []

    /// The maximum number of arguments, which the protocol sets.
    static let limit = 65_535
    /// The maximum size of all arguments together, in bytes.
    static let longest = 1 << 30

    /// Converts arguments.
    ///
    /// - Throws: ``SQL/SQLError`` if PostgreSQL cannot store one of them.
    init(_ arguments: SQLArguments) throws(SQLError) {
        guard arguments.values.count <= Self.limit else {
            throw SQLError(.statement, "A statement has too many arguments.")
        }
        for value in arguments.values { try append(value) }
        guard bytes.count <= Self.longest else { throw SQLError(.other, "The arguments of a statement are too long.") }
    }

    private mutating func append(_ value: SQLValue) throws(SQLError) {
        areNull.append(value == .null)
        offsets.append(value == .null ? -1 : bytes.count)
        switch value {
        case .null: describe(type: 0, isBinary: false, length: 0)
        case .integer(let number):
            append(bits: UInt64(bitPattern: number))
            describe(type: ColumnType.int8, isBinary: true, length: 8)
        case .real(let number):
            append(bits: number.bitPattern)
            describe(type: ColumnType.float8, isBinary: true, length: 8)
        case .text(let text):
            let start = bytes.count
            bytes.append(contentsOf: text.utf8)
            guard !bytes[start...].contains(0) else {
                throw SQLError(.other, "A text contains the character NUL, which PostgreSQL cannot store.")
            }
            bytes.append(0)
            // The length of a text is its NUL's place.
            describe(type: 0, isBinary: false, length: 0)
        case .blob(let data):
            bytes.append(contentsOf: data)
            describe(type: ColumnType.bytea, isBinary: true, length: data.count)
        }
    }

    private mutating func append(bits: UInt64) {
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
    }

    private mutating func describe(type: Oid, isBinary: Bool, length: Int) {
        types.append(type)
        formats.append(isBinary ? 1 : 0)
        lengths.append(Int32(clamping: length))
    }

    /// Returns whether a statement compiled for other arguments' types can run with these.
    func fit(_ types: [Oid]) -> Bool {
        guard types.count == self.types.count else { return false }
        return types.indices.allSatisfy { areNull[$0] || types[$0] == self.types[$0] }
    }

    /// Returns the types, where those of nulls are taken from an earlier call.
    func types(after earlier: [Oid]?) -> [Oid] {
        guard let earlier, earlier.count == types.count else { return types }
        return types.indices.map { areNull[$0] ? earlier[$0] : types[$0] }
    }

    /// Calls a closure with the arrays that libpq's functions take: count, values, lengths, formats.
    func withPointers<Result>(
        _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { buffer in
            // An empty buffer may have no address, which would be null.
            withUnsafeBytes(of: UInt64(0)) { nothing in
                let start = (buffer.baseAddress ?? nothing.baseAddress)?.assumingMemoryBound(to: CChar.self)
                let values = offsets.map { $0 < 0 ? nil : start?.advanced(by: $0) }
                return body(Int32(values.count), values, lengths, formats)
            }
        }
    }
}
