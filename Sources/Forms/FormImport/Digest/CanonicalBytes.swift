import Foundation

/// An unambiguous encoding of values that does not depend on how a file writes them.
struct CanonicalBytes {
    private(set) var bytes: [UInt8] = []

    mutating func tag(_ tag: Unicode.Scalar) { bytes.append(UInt8(truncatingIfNeeded: tag.value)) }

    /// Appends bytes, preceded by their number.
    mutating func append(_ tag: Unicode.Scalar, _ content: some Collection<UInt8>) {
        self.tag(tag)
        append(length: content.count)
        bytes += content
    }

    mutating func append(_ tag: Unicode.Scalar, _ text: String) { append(tag, text.utf8) }

    mutating func append(length: Int) {
        withUnsafeBytes(of: UInt64(truncatingIfNeeded: length).littleEndian) { bytes += $0 }
    }

    /// Appends a number with five significant digits.
    ///
    /// All programs keep these, however they write it. Programs that store numbers in single precision introduce errors
    /// in the eighth digit. A number exactly between two rounded ones could then be rounded either way, so the rounding
    /// boundaries are where no short decimal number lies.
    mutating func append(_ number: Double) {
        tag("n")
        let size = abs(number)
        // Smaller than anything visible on a page; rotations leave such remains of zero.
        guard size.isFinite, size > 1e-6 else {
            bytes.append(0)
            return
        }
        var exponent = Int(log10(size).rounded(.down)) - 4
        var digits = (size / pow(10, Double(exponent)) + 0.5137).rounded(.down)
        if digits >= 100_000 {
            digits = (digits / 10).rounded(.down)
            exponent += 1
        }
        bytes.append(number < 0 ? 2 : 1)
        bytes.append(UInt8(truncatingIfNeeded: exponent))
        withUnsafeBytes(of: UInt32(max(0, digits)).littleEndian) { bytes += $0 }
    }

}
