extension String {
    /// Returns whether the text has this many consecutive combining marks.
    func hasMarks(inARow count: Int) -> Bool {
        // Marks are not ASCII, and take at least two bytes each.
        guard utf8.count >= 2 * count, utf8.contains(where: { $0 >= 0x80 }) else { return false }
        var row = 0
        for scalar in unicodeScalars {
            row = scalar.isMark ? row + 1 : 0
            if row == count { return true }
        }
        return false
    }

    /// Returns the text with at most this many consecutive combining marks.
    func limitingMarks(to count: Int) -> String {
        var limited = UnicodeScalarView()
        var row = 0
        for scalar in unicodeScalars {
            row = scalar.isMark ? row + 1 : 0
            if row <= count { limited.append(scalar) }
        }
        return String(limited)
    }
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool {
        guard !isASCII else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }
}
