package import Foundation

/// A decimal number of money or shares, exact within 128 bits.
///
/// Products and quotients with more digits are truncated. Sums with more digits, and numbers out of range, are left to
/// Foundation's `Decimal`; the result is NaN if it is too large even for that. Foundation computes in steps of 16 bits,
/// while most numbers in accounts fit into 64 bits.
package struct Amount: Hashable, Sendable {
    // Two halves, since a `UInt128` would enlarge the struct to 32 bytes.
    let low: UInt64
    let high: UInt64
    let powerOfTen: Int8
    /// Whether the number is negative; a negative 0 represents NaN.
    let isNegative: Bool
}

extension Amount {
    /// Not a number, such as the result of a division by 0.
    package static let nan = Amount(low: 0, high: 0, powerOfTen: 0, isNegative: true)

    /// Creates a number without trailing zeros; `nil` if its exponent is out of range.
    @inline(__always) init?(_ significand: UInt128, exponent: Int, isNegative: Bool) {
        var exponent = exponent
        var (low, high) = (UInt64(truncatingIfNeeded: significand), UInt64(truncatingIfNeeded: significand >> 64))
        if high == 0 {
            if low == 0 {
                self.init(low: 0, high: 0, powerOfTen: 0, isNegative: false)
                return
            }
            while low & 1 == 0, low % 10 == 0 {
                low /= 10
                exponent += 1
            }
        } else if low & 1 == 0, significand % 10 == 0 {
            var significand = significand
            // Quotients without a remainder have many trailing zeros.
            for (count, power) in Self.strides where significand % power == 0 {
                significand /= power
                exponent += count
            }
            (low, high) = (UInt64(truncatingIfNeeded: significand), UInt64(truncatingIfNeeded: significand >> 64))
        }
        guard let powerOfTen = Int8(exactly: exponent) else { return nil }
        self.init(low: low, high: high, powerOfTen: powerOfTen, isNegative: isNegative)
    }

    /// Creates an integer.
    package init(_ value: Int) {
        self.init(scaled: Int64(value), places: 0)
    }

    /// Creates the exact number `value` / 10^`places`.
    ///
    /// A literal with a fraction would be rounded to binary first.
    package init(scaled value: Int64, places: Int) {
        self = Amount(UInt128(value.magnitude), exponent: -places, isNegative: value < 0) ?? .nan
    }

    /// Creates the nearest multiple of 10^-`places`; `nil` if not finite or too large.
    package init?(_ value: Double, places: Int) {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let scaled = (value * scale).rounded()
        guard let integer = Int64(exactly: scaled) else { return nil }
        self.init(scaled: integer, places: places)
    }

    /// Converts a number from Foundation.
    package init(_ number: Decimal) {
        // Foundation exposes digits beyond 64 bits only as text, which is slow.
        let short = NSDecimalNumber(decimal: number.significand).uint64Value
        let significand =
            number.isNaN
            ? nil
            : Decimal(short) == number.significand ? UInt128(short) : UInt128(number.significand.description)
        self = significand.flatMap { Amount($0, exponent: number.exponent, isNegative: number < 0) } ?? .nan
    }

    /// Whether the value is not a number.
    package var isNaN: Bool { isNegative && low == 0 && high == 0 }

    /// The digits as an integer.
    @inline(__always) package var significand: UInt128 { UInt128(high) << 64 | UInt128(low) }

    /// The power of ten of the last digit.
    package var exponent: Int { Int(powerOfTen) }

    /// The number without its sign.
    package var magnitude: Amount {
        isNaN ? self : Amount(low: low, high: high, powerOfTen: powerOfTen, isNegative: false)
    }

    /// The nearest `Double`.
    package var double: Double { NSDecimalNumber(decimal: Decimal(self)).doubleValue }

    // MARK: Powers of ten

    /// The powers of ten that fit into 128 bits.
    static let powers: [UInt128] = (1...38).reduce(into: [1]) { powers, _ in
        powers.append((powers.last ?? 1) * 10)
    }

    /// Counts of zeros with their powers of ten, for the removal of trailing zeros.
    ///
    /// They add up to any count below 64.
    private static let strides: [(Int, UInt128)] = [32, 16, 8, 4, 2, 1].map { ($0, powers[$0]) }

    /// Returns a power of ten; `nil` if it does not fit into 128 bits.
    @inline(__always) static func power(_ exponent: Int) -> UInt128? {
        exponent >= 0 && exponent <= 38 ? powers[exponent] : nil
    }

    /// Returns the digits scaled to a smaller exponent; `nil` if they do not fit.
    @inline(__always) func significand(at exponent: Int) -> UInt128? {
        if exponent == self.exponent { return significand }
        guard let power = Self.power(self.exponent - exponent) else { return nil }
        let (product, overflow) = significand.multipliedReportingOverflow(by: power)
        return overflow ? nil : product
    }
}

extension Amount: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) {
        self.init(value)
    }
}

extension Amount: Codable {
    /// Decodes a number in the format of Foundation's `Decimal`.
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Decimal.self))
    }

    /// Encodes the number in the format of Foundation's `Decimal`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Decimal(self))
    }
}

extension Decimal {
    /// Converts an amount.
    package init(_ amount: Amount) {
        if amount.isNaN {
            self = .nan
            return
        }
        var significand = Decimal(amount.low)
        if amount.high > 0 { significand += Decimal(amount.high) * (Decimal(UInt64.max) + 1) }
        self.init(sign: amount.isNegative ? .minus : .plus, exponent: amount.exponent, significand: significand)
    }
}
