import CPQ
import Foundation
import SQL

/// The types of the server's catalogue that are not read as texts.
enum ColumnType {
    static let bool: Oid = 16
    static let bytea: Oid = 17
    static let int8: Oid = 20
    static let int2: Oid = 21
    static let int4: Oid = 23
    static let oid: Oid = 26
    static let float4: Oid = 700
    static let float8: Oid = 701
    static let numeric: Oid = 1700

    /// Reads a column in text form.
    ///
    /// - Parameters:
    ///   - text: the bytes.
    ///   - type: the type of the column.
    /// - Returns: the value; a text for any other type, such as JSON.
    static func value(_ text: UnsafeBufferPointer<UInt8>, _ type: Oid) -> SQLValue {
        switch type {
        case int8, int4, int2, oid:
            integer(text).map(SQLValue.integer) ?? self.text(text)
        case bool: .integer(text.first == UInt8(ascii: "t") ? 1 : 0)
        case float8, float4: real(text)
        // Sums of integers are numeric, and so are averages.
        case numeric: integer(text).map(SQLValue.integer) ?? real(text)
        case bytea: bytes(text)
        default: self.text(text)
        }
    }

    private static func text(_ text: UnsafeBufferPointer<UInt8>) -> SQLValue {
        .text(String(decoding: text, as: UTF8.self))
    }

    private static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative ? text.dropFirst() : text[...]
        guard !digits.isEmpty else { return nil }
        var number: Int64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            let value = Int64(digit - UInt8(ascii: "0"))
            let (product, isTooBig) = number.multipliedReportingOverflow(by: 10)
            // Negative numbers reach further.
            let (sum, isTooFar) = product.addingReportingOverflow(isNegative ? -value : value)
            guard !isTooBig, !isTooFar else { return nil }
            number = sum
        }
        return number
    }

    private static func real(_ text: UnsafeBufferPointer<UInt8>) -> SQLValue {
        let string = String(decoding: text, as: UTF8.self)
        return Double(string).map(SQLValue.real) ?? .text(string)
    }

    /// Reads bytes in hexadecimal form, with which `bytea_output` begins them by `\x`.
    private static func bytes(_ text: UnsafeBufferPointer<UInt8>) -> SQLValue {
        let digits = text.dropFirst(2)
        var data = Data(capacity: digits.count / 2)
        var high: UInt8?
        for digit in digits {
            let value =
                digit <= UInt8(ascii: "9") ? digit &- UInt8(ascii: "0") : (digit | 0x20) &- UInt8(ascii: "a") &+ 10
            if let upper = high {
                data.append(upper << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return .blob(data)
    }
}
