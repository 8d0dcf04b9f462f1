import Foundation
import Values

/// Writes values as JSON in pieces, so that long lists take no memory.
///
/// There is no intermediate form. The text is that of `JSONEncoder` without escaped slashes. Properties are in the
/// order of their encoding, and dates in ISO 8601 in UTC without fractions of a second. Equal values give equal bytes.
/// A value must encode its properties one after another.
package struct JSONStream {
    /// Writes a value in pieces of about 64 KB.
    ///
    /// - Throws: any error of the value's encoding or of the function.
    package static func write(_ value: some Encodable, _ body: ([UInt8]) throws -> Void) throws {
        try withoutActuallyEscaping(body) { body in
            let output = Output(body)
            try output.encode(value)
            try body(output.bytes)
        }
    }

    /// The output and the open containers.
    fileprivate final class Output {
        var bytes: [UInt8] = []
        private let body: ([UInt8]) throws -> Void
        /// The closing bracket of each open container, and whether it has content.
        private var open: [(bracket: UInt8, hasContent: Bool)] = []

        init(_ body: @escaping ([UInt8]) throws -> Void) {
            self.body = body
        }

        var depth: Int { open.count }

        /// Opens a container and returns its depth.
        func open(_ bracket: Character) -> Int {
            bytes.append(UInt8(ascii: bracket == "{" ? "{" : "["))
            open.append((UInt8(ascii: bracket == "{" ? "}" : "]"), false))
            return open.count
        }

        /// Closes the containers within one.
        func close(to depth: Int) {
            while open.count > depth { bytes.append(open.removeLast().bracket) }
        }

        /// Begins an element of the container at a depth.
        func beginElement(_ depth: Int) {
            close(to: depth)
            if open[depth - 1].hasContent { bytes.append(UInt8(ascii: ",")) }
            open[depth - 1].hasContent = true
        }

        func beginElement(_ depth: Int, key: String) {
            beginElement(depth)
            bytes.append(quoted: key)
            bytes.append(UInt8(ascii: ":"))
        }

        func flush() throws {
            guard bytes.count > 1 << 16 else { return }
            try body(bytes)
            bytes.removeAll(keepingCapacity: true)
        }

        func encode<Value: Encodable>(_ value: Value) throws {
            if Value.self == Amount.self, let amount = value as? Amount {
                amount.append(to: &bytes)
            } else if Value.self == Date.self, let date = value as? Date {
                append(date)
            } else if Value.self == String.self, let text = value as? String {
                bytes.append(quoted: text)
            } else if Value.self == Int.self, let number = value as? Int {
                bytes.append(number: number)
            } else if Value.self == UUID.self, let identifier = value as? UUID {
                bytes.append(quoted: identifier)
            } else if Value.self == URL.self, let url = value as? URL {
                bytes.append(quoted: url.absoluteString)
            } else {
                let depth = depth
                let count = bytes.count
                try value.encode(to: StreamEncoder(output: self))
                // A value without properties is an empty object.
                if bytes.count == count, self.depth == depth { _ = open("{") }
                close(to: depth)
            }
        }

        func append(_ number: Double) throws {
            guard number.isFinite else {
                throw EncodingError.invalidValue(
                    number, .init(codingPath: [], debugDescription: "JSON has no such number."))
            }
            let text = number.description
            bytes.append(text: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
        }

        private func append(_ date: Date) {
            let seconds = date.timeIntervalSince1970.rounded(.down)
            if let day = Day(number: Int((seconds / 86_400).rounded(.down))),
                let time = EntryTime(day, secondOfDay: Int(seconds - Double(day.number) * 86_400))
            {
                bytes.append(UInt8(ascii: "\""))
                time.append(to: &bytes)
                bytes.append(UInt8(ascii: "\""))
            } else {
                bytes.append(quoted: date.formatted(.iso8601))
            }
        }
    }
}

/// Provides the containers into which a value encodes itself.
private struct StreamEncoder: Encoder {
    let output: JSONStream.Output
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedContainer(output: output, depth: output.open("{")))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        ListContainer(output: output, depth: output.open("["))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleContainer(output: output) }
}

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: JSONStream.Output
    let depth: Int
    var codingPath: [any CodingKey] { [] }

    private func begin(_ key: some CodingKey) { output.beginElement(depth, key: key.stringValue) }

    mutating func encodeNil(forKey key: Key) {
        begin(key)
        output.bytes.append(text: "null")
    }

    mutating func encode(_ value: Bool, forKey key: Key) {
        begin(key)
        output.bytes.append(text: value ? "true" : "false")
    }

    mutating func encode(_ value: String, forKey key: Key) {
        begin(key)
        output.bytes.append(quoted: value)
    }

    mutating func encode(_ value: Int, forKey key: Key) {
        begin(key)
        output.bytes.append(number: value)
    }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        begin(key)
        try output.encode(value)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        begin(key)
        return StreamEncoder(output: output).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        begin(key)
        return StreamEncoder(output: output).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        output.beginElement(depth, key: "super")
        return StreamEncoder(output: output)
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        begin(key)
        return StreamEncoder(output: output)
    }
}

private struct ListContainer: UnkeyedEncodingContainer {
    let output: JSONStream.Output
    let depth: Int
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    init(output: JSONStream.Output, depth: Int) {
        self.output = output
        self.depth = depth
    }

    private mutating func begin() {
        output.beginElement(depth)
        count += 1
    }

    mutating func encodeNil() {
        begin()
        output.bytes.append(text: "null")
    }

    mutating func encode(_ value: some Encodable) throws {
        begin()
        try output.encode(value)
        try output.flush()
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        begin()
        return StreamEncoder(output: output).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        begin()
        return StreamEncoder(output: output).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        begin()
        return StreamEncoder(output: output)
    }
}

private struct SingleContainer: SingleValueEncodingContainer {
    let output: JSONStream.Output
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() { output.bytes.append(text: "null") }
    mutating func encode(_ value: Bool) { output.bytes.append(text: value ? "true" : "false") }
    mutating func encode(_ value: String) { output.bytes.append(quoted: value) }
    mutating func encode(_ value: Double) throws { try output.append(value) }
    mutating func encode(_ value: Float) throws { try output.append(Double(value)) }
    mutating func encode(_ value: Int) { output.bytes.append(number: value) }
    mutating func encode(_ value: Int8) { output.bytes.append(number: value) }
    mutating func encode(_ value: Int16) { output.bytes.append(number: value) }
    mutating func encode(_ value: Int32) { output.bytes.append(number: value) }
    mutating func encode(_ value: Int64) { output.bytes.append(number: value) }
    mutating func encode(_ value: UInt) { output.bytes.append(number: value) }
    mutating func encode(_ value: UInt8) { output.bytes.append(number: value) }
    mutating func encode(_ value: UInt16) { output.bytes.append(number: value) }
    mutating func encode(_ value: UInt32) { output.bytes.append(number: value) }
    mutating func encode(_ value: UInt64) { output.bytes.append(number: value) }
    mutating func encode(_ value: some Encodable) throws { try output.encode(value) }
}
