/// The parameters of a query string.
package enum QueryString {
    /// A decoded parameter.
    package struct Parameter: Hashable, Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Splits and decodes a query string that encodes spaces as `+`, as in forms.
    ///
    /// A parameter without `=` is skipped, and a percent sign that begins no escape is itself, as in PostgREST.
    /// - Throws: PGRST100 if the text is too large or not UTF-8.
    package static func parameters(of text: String, limits: QueryLimits = QueryLimits()) throws(RowQueryError)
        -> [Parameter]
    {
        guard text.utf8.count <= limits.queryBytes else {
            throw .unreadable("the query", "It is longer than \(limits.queryBytes) bytes.")
        }
        var parameters: [Parameter] = []
        for part in text.utf8.split(separator: UInt8(ascii: "&")) {
            guard let sign = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
            guard let name = decoded(part[..<sign]), let value = decoded(part[part.index(after: sign)...]) else {
                throw .unreadable("the query", "A parameter is not UTF-8.")
            }
            guard parameters.count < limits.parameters else {
                throw .unreadable("the query", "It has more than \(limits.parameters) parameters.")
            }
            parameters.append(Parameter(name, value))
        }
        return parameters
    }

    private static func decoded(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(32)
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2).compactMap(digit)
                if digits.count == 2 {
                    bytes.append(digits[0] << 4 | digits[1])
                    rest = rest.dropFirst(2)
                } else {
                    bytes.append(byte)
                }
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }
}
