package import FailureModel

/// The single byte range of a `Range` header (RFC 9110, section 14).
package enum ByteRange {
    /// Parses a header; nil if it must be ignored.
    ///
    /// That is so for another unit, several ranges, and a malformed header.
    ///
    /// - Throws: `range_not_satisfiable` if the range begins beyond the end.
    package static func parse(_ header: String, byteCount: Int64) throws(Failure) -> Range<Int64>? {
        guard let match = header.wholeMatch(of: /bytes=\s*(\d{0,18})-(\d{0,18})\s*/) else { return nil }
        let (first, last) = (Int64(match.1), Int64(match.2))
        switch (first, last) {
        case (nil, nil): return nil
        case (nil, let suffix?):
            guard suffix > 0, byteCount > 0 else { throw unsatisfiable(byteCount) }
            return max(0, byteCount - suffix)..<byteCount
        case (let first?, let last):
            if let last, last < first { return nil }
            guard first < byteCount else { throw unsatisfiable(byteCount) }
            return first..<min(byteCount, (last ?? byteCount - 1) + 1)
        }
    }

    private static func unsatisfiable(_ byteCount: Int64) -> Failure {
        Failure(.rangeNotSatisfiable, "The range begins beyond the end, at \(byteCount) bytes.")
    }
}
