import Foundation

extension Amount {
    package static func + (left: Amount, right: Amount) -> Amount {
        left.sum(with: right) ?? Amount(Decimal(left) + Decimal(right))
    }

    package static func - (left: Amount, right: Amount) -> Amount { left + -right }

    package static func * (left: Amount, right: Amount) -> Amount {
        left.product(with: right) ?? Amount(Decimal(left) * Decimal(right))
    }

    /// Returns the quotient with up to 38 digits; ``divided(by:)`` rounds it.
    package static func / (left: Amount, right: Amount) -> Amount {
        left.quotient(by: right) ?? Amount(Decimal(left) / Decimal(right))
    }

    package static func += (left: inout Amount, right: Amount) { left = left + right }

    package static func -= (left: inout Amount, right: Amount) { left = left - right }

    package static prefix func - (number: Amount) -> Amount {
        let isZero = number.low == 0 && number.high == 0
        return isZero
            ? number
            : Amount(
                low: number.low, high: number.high, powerOfTen: number.powerOfTen, isNegative: !number.isNegative)
    }

    /// Changes the sign.
    package mutating func negate() { self = -self }

    @inline(__always) private func sum(with other: Amount) -> Amount? {
        guard !isNaN, !other.isNaN else { return nil }
        let exponent = min(exponent, other.exponent)
        guard let left = significand(at: exponent), let right = other.significand(at: exponent) else { return nil }
        if isNegative == other.isNegative {
            let (sum, overflow) = left.addingReportingOverflow(right)
            return overflow ? nil : Amount(sum, exponent: exponent, isNegative: isNegative)
        }
        return left >= right
            ? Amount(left - right, exponent: exponent, isNegative: isNegative)
            : Amount(right - left, exponent: exponent, isNegative: other.isNegative)
    }

    @inline(__always) private func product(with other: Amount) -> Amount? {
        guard !isNaN, !other.isNaN else { return nil }
        let isNegative = isNegative != other.isNegative
        let (product, overflow) = significand.multipliedReportingOverflow(by: other.significand)
        return overflow
            ? Amount(
                cut: significand.multipliedFullWidth(by: other.significand), exponent: exponent + other.exponent,
                isNegative: isNegative)
            : Amount(product, exponent: exponent + other.exponent, isNegative: isNegative)
    }

    private func quotient(by divisor: Amount) -> Amount? {
        // If the exponents differ widely, Foundation rounds the operands first and may fail.
        guard !isNaN, divisor.significand != 0, (-90..<19).contains(exponent - divisor.exponent) else { return nil }
        let (high, low) = significand.multipliedFullWidth(by: Self.powers[38])
        let (quotient, rest) = high.quotientAndRemainder(dividingBy: divisor.significand)
        let digits = (high: quotient, low: divisor.significand.dividingFullWidth((rest, low)).quotient)
        if digits == (0, 0) { return nil }
        return Amount(
            cut: digits, exponent: exponent - divisor.exponent - 38, isNegative: isNegative != divisor.isNegative)
    }

    /// Creates a number truncated to the digits that fit, as Foundation does.
    private init?(cut significand: (high: UInt128, low: UInt128), exponent: Int, isNegative: Bool) {
        guard let count = Self.powers.firstIndex(where: { $0 > significand.high }) else { return nil }
        self.init(
            Self.powers[count].dividingFullWidth(significand).quotient, exponent: exponent + count,
            isNegative: isNegative)
    }
}

extension Amount: Comparable {
    /// Returns whether one number is less than another; NaN precedes all numbers.
    package static func < (left: Amount, right: Amount) -> Bool {
        if left.isNegative != right.isNegative || left.isNaN || right.isNaN {
            return left != right && (left.isNaN || left.isNegative && !right.isNaN)
        }
        let (less, more) = left.isNegative ? (right, left) : (left, right)
        let exponent = min(less.exponent, more.exponent)
        // Only the number with the greater exponent is scaled; if it overflows, it is the larger one.
        guard let digits = less.significand(at: exponent) else { return less.significand == 0 }
        return more.significand(at: exponent).map { digits < $0 } ?? (more.significand != 0)
    }
}
