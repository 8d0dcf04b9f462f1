import Foundation

/// A sort key for paths in natural order: `img2` before `img10`, ignoring case and accents.
package struct NaturalKey: Hashable, Sendable, Comparable {
    private enum Chunk: Hashable, Sendable {
        /// The digits without leading zeros.
        case number(String)
        case text(String)
    }

    private let levels: [[Chunk]]
    private let path: [UInt8]

    /// Creates the key of a path with levels separated by `/`.
    package init(_ path: String) {
        self.path = Array(path.utf8)
        levels = path.split(separator: "/").map { level in
            let folded = String(level).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            return Self.chunks(folded)
        }
    }

    package static func < (left: NaturalKey, right: NaturalKey) -> Bool {
        for (leftLevel, rightLevel) in zip(left.levels, right.levels) {
            for (leftChunk, rightChunk) in zip(leftLevel, rightLevel) {
                if let isLess = isLess(leftChunk, rightChunk) { return isLess }
            }
            if leftLevel.count != rightLevel.count { return leftLevel.count < rightLevel.count }
        }
        if left.levels.count != right.levels.count { return left.levels.count < right.levels.count }
        return left.path.lexicographicallyPrecedes(right.path)
    }

    private static func isLess(_ left: Chunk, _ right: Chunk) -> Bool? {
        switch (left, right) {
        case (.number, .text): return true
        case (.text, .number): return false
        case (.number(let left), .number(let right)):
            // Of two numbers without leading zeros, the longer one is greater, at any length.
            if left.utf8.count != right.utf8.count { return left.utf8.count < right.utf8.count }
            return left == right ? nil : left < right
        case (.text(let left), .text(let right)):
            return left == right ? nil : left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
        }
    }

    private static func chunks(_ text: String) -> [Chunk] {
        var result: [Chunk] = []
        var rest = Substring(text)
        while let first = rest.first {
            if isDigit(first) {
                let digits = rest.prefix(while: isDigit)
                result.append(.number(String(digits.drop { $0 == "0" })))
                rest = rest[digits.endIndex...]
            } else {
                let letters = rest.prefix { !isDigit($0) }
                result.append(.text(String(letters)))
                rest = rest[letters.endIndex...]
            }
        }
        return result
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
