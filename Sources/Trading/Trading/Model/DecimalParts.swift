import Foundation

/// A decimal taken apart into a sign, a whole number and a power of ten.
///
/// Foundation computes with decimals in steps of 16 bits, and rounds and writes them by repeated division; most numbers of
/// accounts fit 64 bits. Everything here is exact: what does not fit gives `nil`, and is left to Foundation.
struct DecimalParts {
    var magnitude: UInt128
    var exponent: Int
    var isNegative: Bool

    /// Takes a number apart; `nil` if it is no number.
    @inline(__always) init?(_ number: Decimal) {
        guard DecimalParts.isLayoutKnown else { return nil }
        self.init(known: number)
    }

    @inline(__always) private init?(known number: Decimal) {
        let (exponent, flags, low, high) = withUnsafeBytes(of: number) { bytes in
            (
                bytes.load(as: Int8.self), bytes.load(fromByteOffset: 1, as: UInt8.self),
                bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self),
                bytes.loadUnaligned(fromByteOffset: 12, as: UInt64.self)
            )
        }
        self.exponent = Int(exponent)
        isNegative = flags & Self.negativeFlag != 0
        // The length is a number of 16-bit words; what is behind them does not count.
        switch Int(flags >> 4) {
        case 0:
            // The sign of nothing marks what is no number.
            if isNegative { return nil }
            magnitude = 0
        case let length where length <= 4:
            magnitude = UInt128(length == 4 ? low : low & (1 << (16 * UInt64(length)) - 1))
        case let length:
            let words = length >= 8 ? high : high & (1 << (16 * UInt64(length - 4)) - 1)
            magnitude = UInt128(words) << 64 | UInt128(low)
        }
    }

    @inline(__always) init(magnitude: UInt128, exponent: Int, isNegative: Bool) {
        self.magnitude = magnitude
        self.exponent = exponent
        self.isNegative = isNegative
    }

    /// The number put together, without zeros at its end; `nil` if its power of ten is out of range.
    @inline(__always) var decimal: Decimal? {
        if magnitude == 0 { return Decimal() }
        var exponent = exponent
        var (low, high) = (UInt64(truncatingIfNeeded: magnitude), UInt64(truncatingIfNeeded: magnitude >> 64))
        if high == 0 {
            while low & 1 == 0, low % 10 == 0 {
                low /= 10
                exponent += 1
            }
        } else if low & 1 == 0, magnitude % 10 == 0 {
            var magnitude = magnitude
            // Quotients without a rest end with many zeros.
            for (count, power) in Self.strides where magnitude % power == 0 {
                magnitude /= power
                exponent += count
            }
            (low, high) = (UInt64(truncatingIfNeeded: magnitude), UInt64(truncatingIfNeeded: magnitude >> 64))
        }
        guard exponent >= -127, exponent <= 127 else { return nil }
        let bits = high == 0 ? 64 - low.leadingZeroBitCount : 128 - high.leadingZeroBitCount
        let flags = UInt8((bits + 15) / 16) << 4 | Self.compactFlag | (isNegative ? Self.negativeFlag : 0)
        var result = Decimal()
        withUnsafeMutableBytes(of: &result) { bytes in
            bytes.storeBytes(of: Int8(exponent), as: Int8.self)
            bytes.storeBytes(of: flags, toByteOffset: 1, as: UInt8.self)
            bytes.storeBytes(of: low, toByteOffset: 4, as: UInt64.self)
            bytes.storeBytes(of: high, toByteOffset: 12, as: UInt64.self)
        }
        return result
    }

    // MARK: Arithmetic

    /// The powers of ten that fit 128 bits.
    private static let powers: [UInt128] = (1...38).reduce(into: [1]) { powers, _ in
        powers.append((powers.last ?? 1) * 10)
    }

    /// Numbers of zeros that together make any number below 64, each with its power of ten.
    private static let strides: [(Int, UInt128)] = [32, 16, 8, 4, 2, 1].map { ($0, powers[$0]) }

    /// The power of ten, or `nil` if it does not fit.
    @inline(__always) static func power(_ exponent: Int) -> UInt128? {
        exponent >= 0 && exponent <= 38 ? powers[exponent] : nil
    }

    /// The same number with a smaller power of ten, or `nil` if it does not fit.
    @inline(__always) private func scaled(to exponent: Int) -> UInt128? {
        if exponent == self.exponent { return magnitude }
        guard let power = Self.power(self.exponent - exponent) else { return nil }
        let (product, overflow) = magnitude.multipliedReportingOverflow(by: power)
        return overflow ? nil : product
    }

    @inline(__always) func adding(_ other: DecimalParts) -> DecimalParts? {
        let exponent = min(exponent, other.exponent)
        guard let left = scaled(to: exponent), let right = other.scaled(to: exponent) else { return nil }
        if isNegative == other.isNegative {
            let (sum, overflow) = left.addingReportingOverflow(right)
            return overflow ? nil : DecimalParts(magnitude: sum, exponent: exponent, isNegative: isNegative)
        }
        return left >= right
            ? DecimalParts(magnitude: left - right, exponent: exponent, isNegative: isNegative)
            : DecimalParts(magnitude: right - left, exponent: exponent, isNegative: other.isNegative)
    }

    @inline(__always) func multiplied(by other: DecimalParts) -> DecimalParts? {
        let (product, overflow) = magnitude.multipliedReportingOverflow(by: other.magnitude)
        if overflow { return nil }
        return DecimalParts(
            magnitude: product, exponent: exponent + other.exponent, isNegative: isNegative != other.isNegative)
    }

    /// The quotient rounded to decimal places, half away from zero; the other number must not be 0.
    func divided(by other: DecimalParts, toPlaces places: Int) -> DecimalParts? {
        let shift = exponent - other.exponent + places
        guard let power = Self.power(abs(shift)) else { return nil }
        let (scaled, overflow) = (shift >= 0 ? self : other).magnitude.multipliedReportingOverflow(by: power)
        if overflow { return nil }
        let quotient =
            shift >= 0 ? Self.rounded(scaled, by: other.magnitude) : Self.rounded(magnitude, by: scaled)
        return DecimalParts(magnitude: quotient, exponent: -places, isNegative: isNegative != other.isNegative)
    }

    /// The number rounded to decimal places, half away from zero.
    @inline(__always) func rounded(toPlaces places: Int) -> DecimalParts {
        if exponent >= -places { return self }
        // Nothing is left of a number with fewer digits.
        let quotient = Self.power(-places - exponent).map { Self.rounded(magnitude, by: $0) } ?? 0
        return DecimalParts(magnitude: quotient, exponent: -places, isNegative: isNegative)
    }

    @inline(__always) private static func rounded(_ dividend: UInt128, by divisor: UInt128) -> UInt128 {
        if dividend <= UInt64.max, divisor <= UInt64.max {
            let (dividend, divisor) = (UInt64(dividend), UInt64(divisor))
            let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
            return UInt128(rest >= divisor - rest ? quotient + 1 : quotient)
        }
        let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
        return rest >= divisor - rest ? quotient + 1 : quotient
    }

    /// The part before the point; `nil` if it does not fit.
    var integerPart: UInt128? {
        if exponent >= 0 { return scaled(to: 0) }
        return Self.power(-exponent).map { magnitude / $0 } ?? 0
    }

    /// Whether this number is less than, equal to or greater than another: -1, 0 or 1; `nil` if that takes more bits.
    @inline(__always) func compared(with other: DecimalParts) -> Int? {
        if magnitude == 0 || other.magnitude == 0 || isNegative != other.isNegative {
            return sign == other.sign ? 0 : sign < other.sign ? -1 : 1
        }
        let exponent = min(exponent, other.exponent)
        guard let left = scaled(to: exponent), let right = other.scaled(to: exponent) else { return nil }
        if left == right { return 0 }
        return (left < right) == isNegative ? 1 : -1
    }

    @inline(__always) private var sign: Int { magnitude == 0 ? 0 : isNegative ? -1 : 1 }

    // MARK: Layout

    private static let negativeFlag: UInt8 = 0x08
    private static let compactFlag: UInt8 = 0x04

    /// Whether decimals are laid out as on all systems so far, which Foundation does not promise.
    private static let isLayoutKnown: Bool = {
        // Without the operators of this module, which ask for the layout.
        guard MemoryLayout<Decimal>.size == 20 else { return false }
        let samples: [(Decimal, UInt128, Int, Bool)] = [
            (0, 0, 0, false), (-1, 1, 0, true), (Decimal(UInt64.max), UInt128(UInt64.max), 0, false),
            (Decimal(sign: .minus, exponent: -3, significand: 70_001), 70_001, -3, true),
            (
                FoundationDecimal.product(Decimal(UInt64.max), Decimal(UInt64.max)),
                UInt128(UInt64.max) * UInt128(UInt64.max), 0, false
            ),
        ]
        return samples.allSatisfy { number, magnitude, exponent, isNegative in
            guard let parts = DecimalParts(known: number) else { return false }
            return parts.magnitude == magnitude && parts.exponent == exponent && parts.isNegative == isNegative
                && parts.decimal.map { FoundationDecimal.order($0, number) } == 0
        }
    }()
}
