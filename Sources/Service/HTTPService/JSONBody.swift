package import FailureModel
package import Foundation

/// Rejects ambiguous JSON that decoders accept: duplicate keys and excessive nesting.
///
/// It looks at brackets and strings only; the decoder finds all other mistakes.
package enum JSONBody {
    /// Maximum nesting depth of lists and objects.
    private static let depth = 64

    /// Throws `malformed_request` if an object has a duplicate key, or the nesting is too deep.
    package static func check(_ body: Data) throws(Failure) {
        /// The keys so far of each open object; nil for a list.
        var open: [Set<String>?] = []
        var expectsKey = false
        var position = body.startIndex
        while position < body.endIndex {
            switch body[position] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isObject = body[position] == UInt8(ascii: "{")
                open.append(isObject ? [] : nil)
                expectsKey = isObject
                guard open.count <= depth else {
                    throw Failure(.malformedRequest, "The body is nested more than \(depth) levels deep.")
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = open.popLast()
                expectsKey = false
            case UInt8(ascii: ","): expectsKey = open.last.map { $0 != nil } ?? false
            case UInt8(ascii: "\""):
                let end = self.end(ofStringAt: position, in: body)
                if expectsKey, let key = key(body[position..<end]), let last = open.indices.last,
                    open[last]?.insert(key).inserted == false
                {
                    throw Failure(.malformedRequest, "An object of the body has the same key twice.")
                }
                expectsKey = false
                position = end
                continue
            default: break
            }
            position += 1
        }
    }

    /// Returns the end of the string that starts at a quotation mark.
    private static func end(ofStringAt start: Int, in body: Data) -> Int {
        var position = start + 1
        while position < body.endIndex {
            switch body[position] {
            case UInt8(ascii: "\""): return position + 1
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        return body.endIndex
    }

    private static func key(_ literal: Data) -> String? {
        guard literal.contains(UInt8(ascii: "\\")) else {
            return String(bytes: literal.dropFirst().dropLast(), encoding: .utf8)
        }
        return try? JSONDecoder().decode([String].self, from: Data("[".utf8) + literal + Data("]".utf8)).first
    }
}
