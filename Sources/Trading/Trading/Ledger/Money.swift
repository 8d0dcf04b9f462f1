extension Amount {
    /// The number rounded to cents, half away from zero.
    package var money: Amount { rounded(toPlaces: 2) }

    /// The number rounded to decimal places, half away from zero.
    package func rounded(toPlaces places: Int) -> Amount {
        if exponent >= -places { return self }
        // Nothing is left of a number with fewer digits.
        let quotient = Self.power(-places - exponent).map { Self.rounded(significand, by: $0) } ?? 0
        return Amount(quotient, exponent: -places, isNegative: isNegative) ?? .nan
    }

    /// The number rounded to decimal places, half to the even digit.
    package func roundedHalfEven(toPlaces places: Int) -> Amount {
        let rounded = rounded(toPlaces: places)
        let unit = Amount(scaled: 1, places: places)
        guard 2 * (rounded - self).magnitude == unit, (rounded / unit).integerPart % 2 != 0 else { return rounded }
        return self < 0 ? rounded + unit : rounded - unit
    }

    /// Whether this and another number of shares differ by no more than rounded fractions leave in a sum: a billionth of
    /// the other number, and of one share.
    func isSameQuantity(as other: Amount) -> Bool {
        if self == other { return true }
        let billionth = Amount(scaled: 1, places: 9)
        return (self - other).magnitude <= min(billionth, other.magnitude * billionth)
    }

    /// The quotient rounded to 20 decimal places, half away from zero, as many as a number of an entry can have.
    ///
    /// Most sums with a quotient of 38 digits are inexact and slow.
    package func divided(by divisor: Amount) -> Amount {
        quotient(by: divisor, places: 20, exponent: -20) ?? (self / divisor).rounded(toPlaces: 20)
    }

    /// This number in percent of another, to two places; 0 if the other is 0.
    package func percent(of whole: Amount) -> Amount {
        if whole == 0 { return 0 }
        return quotient(by: whole, places: 4, exponent: -2) ?? (self / whole * 100).money
    }

    /// The quotient rounded to decimal places, half away from zero, with its digits at a power of ten.
    private func quotient(by divisor: Amount, places: Int, exponent: Int) -> Amount? {
        let shift = self.exponent - divisor.exponent + places
        guard !isNaN, divisor.significand != 0, let power = Self.power(abs(shift)) else { return nil }
        let (scaled, overflow) = (shift >= 0 ? self : divisor).significand.multipliedReportingOverflow(by: power)
        if overflow { return nil }
        return Amount(
            shift >= 0 ? Self.rounded(scaled, by: divisor.significand) : Self.rounded(significand, by: scaled),
            exponent: exponent, isNegative: isNegative != divisor.isNegative)
    }

    /// The quotient of whole numbers, rounded half up.
    @inline(__always) private static func rounded(_ dividend: UInt128, by divisor: UInt128) -> UInt128 {
        if dividend <= UInt64.max, divisor <= UInt64.max {
            let (dividend, divisor) = (UInt64(dividend), UInt64(divisor))
            let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
            return UInt128(rest >= divisor - rest ? quotient + 1 : quotient)
        }
        let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
        return rest >= divisor - rest ? quotient + 1 : quotient
    }

    /// The greatest whole number that is not greater.
    package var floor: Amount {
        if exponent >= 0 { return self }
        let (whole, rest) = Self.power(-exponent).map(significand.quotientAndRemainder) ?? (0, significand)
        return Amount(isNegative && rest > 0 ? whole + 1 : whole, exponent: 0, isNegative: isNegative) ?? .nan
    }

    /// The part before the point; the greatest or least integer if it does not fit.
    package var integerPart: Int {
        let whole = exponent >= 0 ? significand(at: 0) : Self.power(-exponent).map { significand / $0 } ?? 0
        let integer = isNaN ? nil : whole.flatMap { Int(exactly: $0) }
        return isNegative ? integer.map { -$0 } ?? .min : integer ?? .max
    }
}
