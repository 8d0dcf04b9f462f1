/// A pattern of paths: `*` and `?` stand for characters of one level, and a level `**` for any number of levels.
///
/// Nothing escapes these signs, and no pattern leads out of the folder in which it is used.
package struct GlobPattern: Hashable, Sendable {
    private let levels: [[Character]]

    /// Parses a pattern; nil for one that is empty, absolute, too long, or has a level `.` or `..`.
    package init?(_ text: String) {
        guard text.utf8.count <= 1_024 else { return nil }
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        guard levels.count <= 32, levels.allSatisfy({ !["", ".", ".."].contains($0) }), !text.contains("\0") else {
            return nil
        }
        self.levels = levels.map(Array.init)
    }

    /// Returns whether the pattern matches a path as a whole.
    ///
    /// Names match however their accents are encoded.
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

    /// Matches a name with a level.
    ///
    /// After a mismatch only the last `*` takes one character more, so that the time is at most the product of both
    /// lengths.
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
