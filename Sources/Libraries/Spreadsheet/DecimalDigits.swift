/// The decimal digits of a number, rounded to the 15 that spreadsheet programs calculate with.
struct DecimalDigits: Hashable, Sendable {
    /// Whether the number is below zero; a zero is not.
    private(set) var isNegative: Bool
    /// The digits without zeros at either end.
    ///
    /// It is empty for zero.
    private(set) var digits: [UInt8]
    /// The number of digits before the decimal point; negative for zeros behind it.
    private(set) var point: Int

    private static let precision = 15

    /// Creates the digits of a finite number.
    init(_ value: Double) {
        isNegative = value < 0
        digits = []
        point = 0
        // The shortest notation that identifies the number: 12.5, 1e-05, 1.5e+20.
        var exponent = 0
        var hasPoint = false
        let parts = "\(value.magnitude)".split(separator: "e")
        for byte in (parts.first ?? "").utf8 {
            if byte == UInt8(ascii: ".") {
                hasPoint = true
            } else {
                digits.append(byte - UInt8(ascii: "0"))
                if !hasPoint { exponent += 1 }
            }
        }
        if parts.count == 2 { exponent += Int(parts[1]) ?? 0 }
        point = exponent
        normalise()
        self = rounded(toDigits: Self.precision)
    }

    var isZero: Bool { digits.isEmpty }

    /// Returns the number times a power of ten.
    func shifted(by power: Int) -> DecimalDigits {
        var copy = self
        if !isZero { copy.point += power }
        return copy
    }

    /// Returns the number rounded to a maximum number of decimals.
    ///
    /// Halves are rounded away from zero.
    func rounded(toDecimals count: Int) -> DecimalDigits { rounded(toDigits: point + count) }

    /// Returns the number rounded to a maximum number of digits.
    func rounded(toDigits count: Int) -> DecimalDigits {
        guard count < digits.count else { return self }
        var copy = self
        copy.digits = Array(digits.prefix(max(0, count)))
        if count >= 0, digits[count] >= 5 {
            var place = count - 1
            while place >= 0, copy.digits[place] == 9 {
                copy.digits[place] = 0
                place -= 1
            }
            if place >= 0 {
                copy.digits[place] += 1
            } else {
                copy.digits.insert(1, at: 0)
                copy.point += 1
            }
        }
        copy.normalise()
        return copy
    }

    /// The digits before the point, without leading zeros.
    var whole: [UInt8] {
        guard point > 0 else { return [] }
        return Array(digits.prefix(point)) + Array(repeating: 0, count: max(0, point - digits.count))
    }

    /// The digits behind the point, without trailing zeros.
    var fraction: [UInt8] {
        if isZero { return [] }
        return Array(repeating: 0, count: max(0, -point)) + digits.dropFirst(max(0, point))
    }

    /// The number in plain notation, such as `-1234.5`.
    var plain: String {
        let fraction = fraction
        return (isNegative ? "-" : "") + (whole.isEmpty ? "0" : Self.text(whole))
            + (fraction.isEmpty ? "" : "." + Self.text(fraction))
    }

    /// Returns digits as text.
    static func text(_ digits: some Sequence<UInt8>) -> String {
        String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    }

    private mutating func normalise() {
        let zeros = digits.prefix { $0 == 0 }.count
        digits.removeFirst(zeros)
        point -= zeros
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty { (point, isNegative) = (0, false) }
    }
}

extension DecimalDigits {
    /// The number in the format General, in a cell wide enough.
    ///
    /// A whole number has all its digits, so that a long one that identifies something stays as it was typed. Others
    /// have as many as spreadsheet programs show, so that 0.1 + 0.2 is 0.3, and cents never disappear.
    var general: String {
        if point > Self.longest { return scientific }
        let rounded = self.rounded(toDecimals: max(2, Self.width - 1 - max(1, point)))
        if point <= Self.tiny, rounded != self { return scientific }
        return rounded.plain
    }

    /// The number in scientific notation with up to six digits, such as `1.23457E-05`.
    private var scientific: String {
        let short = rounded(toDigits: 6)
        let exponent = short.point - 1
        let digits = String(exponent.magnitude)
        return (short.isNegative ? "-" : "") + Self.text(short.digits.prefix(1))
            + (short.digits.count > 1 ? "." + Self.text(short.digits.dropFirst()) : "")
            + (exponent < 0 ? "E-" : "E+") + (digits.count < 2 ? "0" : "") + digits
    }

    /// The number of characters that General has for a number with decimals.
    private static let width = 11
    /// The number of digits beyond which a whole number is written with an exponent.
    private static let longest = 21
    /// The place of the first digit of a number too small for decimals.
    private static let tiny = -4
}
