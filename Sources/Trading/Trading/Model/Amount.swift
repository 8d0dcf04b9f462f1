package import Foundation

/// A decimal number of money or shares, exact within 128 bits.
///
/// Results with more digits are those of Foundation's `Decimal`: cut off, or no number if they are too large even for that.
/// Foundation computes in steps of 16 bits, while most numbers of accounts fit 64 bits.
package struct Amount: Hashable, Sendable {
    // Two halves, since one number of 128 bits would take 32 bytes for all.
    let low: UInt64
    let high: UInt64
    let powerOfTen: Int8
    /// The sign; 0 with one is no number.
    let isNegative: Bool
}

extension Amount {
    /// No number, such as the result of a division by 0.
    package static let nan = Amount(low: 0, high: 0, powerOfTen: 0, isNegative: true)

    /// Puts a number together, without zeros at its end; `nil` if its power of ten is out of range.
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
            // Quotients without a rest end with many zeros.
            for (count, power) in Self.strides where significand % power == 0 {
                significand /= power
                exponent += count
            }
            (low, high) = (UInt64(truncatingIfNeeded: significand), UInt64(truncatingIfNeeded: significand >> 64))
        }
        guard let powerOfTen = Int8(exactly: exponent) else { return nil }
        self.init(low: low, high: high, powerOfTen: powerOfTen, isNegative: isNegative)
    }

    /// Creates a whole number.
    package init(_ value: Int) {
        self.init(scaled: Int64(value), places: 0)
    }

    /// Creates the number `value` / 10^`places`, exactly; a literal with a fraction would go through binary.
    package init(scaled value: Int64, places: Int) {
        self = Amount(UInt128(value.magnitude), exponent: -places, isNegative: value < 0) ?? .nan
    }

    /// Creates the nearest multiple of 10^-`places`; `nil` if it is not finite or too large.
    package init?(_ value: Double, places: Int) {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let scaled = (value * scale).rounded()
        guard let integer = Int64(exactly: scaled) else { return nil }
        self.init(scaled: integer, places: places)
    }

    /// Converts a number of Foundation.
    package init(_ number: Decimal) {
        // Foundation shows digits beyond 64 bits only as text, which takes long.
        let short = NSDecimalNumber(decimal: number.significand).uint64Value
        let significand =
            number.isNaN
            ? nil
            : Decimal(short) == number.significand ? UInt128(short) : UInt128(number.significand.description)
        self = significand.flatMap { Amount($0, exponent: number.exponent, isNegative: number < 0) } ?? .nan
    }

    /// Whether this is no number.
    package var isNaN: Bool { isNegative && low == 0 && high == 0 }

    /// The digits as a whole number.
    @inline(__always) package var significand: UInt128 { UInt128(high) << 64 | UInt128(low) }

    /// The power of ten by which the last digit counts.
    package var exponent: Int { Int(powerOfTen) }

    /// The number without its sign.
    package var magnitude: Amount {
        isNaN ? self : Amount(low: low, high: high, powerOfTen: powerOfTen, isNegative: false)
    }

    /// The nearest binary number.
    package var double: Double { NSDecimalNumber(decimal: Decimal(self)).doubleValue }

    // MARK: Powers of ten

    /// The powers of ten that fit 128 bits.
    static let powers: [UInt128] = (1...38).reduce(into: [1]) { powers, _ in
        powers.append((powers.last ?? 1) * 10)
    }

    /// Numbers of zeros that together make any number below 64, each with its power of ten.
    private static let strides: [(Int, UInt128)] = [32, 16, 8, 4, 2, 1].map { ($0, powers[$0]) }

    /// The power of ten, or `nil` if it does not fit.
    @inline(__always) static func power(_ exponent: Int) -> UInt128? {
        exponent >= 0 && exponent <= 38 ? powers[exponent] : nil
    }

    /// The digits that come before a smaller power of ten, or `nil` if they do not fit.
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
    /// Reads a number as Foundation's `Decimal` is read.
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Decimal.self))
    }

    /// Writes the number as Foundation's `Decimal` is written.
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
