/// A path pattern with the wildcards `*`, `?` and `**` (any number of levels).
///
/// `*` and `?` match within one level. Wildcards cannot be escaped, and no pattern leaves its folder.
package struct GlobPattern: Hashable, Sendable {
    private let levels: [[Character]]

    /// Parses a pattern; `nil` if malformed.
    ///
    /// A pattern must not be empty, absolute or too long, nor have a level `.` or `..`.
    package init?(_ text: String) {
        guard text.utf8.count <= 1_024 else { return nil }
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        guard levels.count <= 32, levels.allSatisfy({ !["", ".", ".."].contains($0) }), !text.contains("\0") else {
            return nil
        }
        self.levels = levels.map(Array.init)
    }

    /// Returns whether the pattern matches a whole path.
    ///
    /// Differences in the encoding of accents are ignored.
    package func matches(_ path: String) -> Bool {
        let names = path.split(separator: "/", omittingEmptySubsequences: false).map(Array.init)
        // reached[n]: the levels of the pattern so far match the first n names.
        var reached = [true] + Array(repeating: false, count: names.count)
        for level in levels {
            var next = Array(repeating: false, count: names.count + 1)
            if level == ["*", "*"] {
                var isReached = false
                for place in reached.indices {
                    isReached = isReached || reached[place]
                    next[place] = isReached
                }
            } else {
                for place in names.indices where reached[place] {
                    next[place + 1] = Self.matches(names[place], level)
                }
            }
            reached = next
        }
        return reached[names.count]
    }

    /// Returns whether a name matches one level of the pattern.
    ///
    /// After a mismatch only the last `*` takes one more character, so the time is at most the product of both lengths.
    private static func matches(_ name: [Character], _ pattern: [Character]) -> Bool {
        var (place, patternPlace) = (0, 0)
        var star: (name: Int, pattern: Int)?
        while place < name.count {
            if patternPlace < pattern.count, pattern[patternPlace] == "*" {
                star = (place, patternPlace)
                patternPlace += 1
            } else if patternPlace < pattern.count,
                pattern[patternPlace] == "?" || pattern[patternPlace] == name[place]
            {
                place += 1
                patternPlace += 1
            } else if let last = star {
                star = (last.name + 1, last.pattern)
                place = last.name + 1
                patternPlace = last.pattern + 1
            } else {
                return false
            }
        }
        return pattern[patternPlace...].allSatisfy { $0 == "*" }
    }
}
