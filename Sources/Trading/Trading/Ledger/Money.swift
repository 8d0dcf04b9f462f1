extension Amount {
    /// The number rounded to cents, half away from zero.
    package var money: Amount { rounded(toPlaces: 2) }

    /// Returns the number rounded to decimal places, half away from zero.
    package func rounded(toPlaces places: Int) -> Amount {
        if isNaN || exponent >= -places { return self }
        // If the power of ten does not fit, the number rounds to 0.
        let quotient = Self.power(-places - exponent).map { Self.rounded(significand, by: $0) } ?? 0
        return Amount(quotient, exponent: -places, isNegative: isNegative) ?? .nan
    }

    /// The number rounded to cents, or to four digits if it is below 10.
    ///
    /// Cents would show nothing of shares that cost less.
    package var unitCost: Amount {
        var places = 2
        var bound: Amount = 10
        while places < 20, magnitude < bound {
            places += 1
            bound = bound * Amount(scaled: 1, places: 1)
        }
        return rounded(toPlaces: places)
    }

    /// Returns the number rounded to decimal places, half to the even digit.
    package func roundedHalfEven(toPlaces places: Int) -> Amount {
        let rounded = rounded(toPlaces: places)
        let unit = Amount(scaled: 1, places: places)
        guard 2 * (rounded - self).magnitude == unit, (rounded / unit).integerPart % 2 != 0 else { return rounded }
        return self < 0 ? rounded + unit : rounded - unit
    }

    /// Returns whether two numbers of shares are equal up to rounding errors.
    ///
    /// The tolerance is a billionth of the other number, and of one share.
    func isSameQuantity(as other: Amount) -> Bool {
        if self == other { return true }
        let billionth = Amount(scaled: 1, places: 9)
        return (self - other).magnitude <= min(billionth, other.magnitude * billionth)
    }

    /// Returns the quotient rounded to 20 decimal places, half away from zero.
    ///
    /// An entry's number can have as many. Most sums with a quotient of 38 digits are inexact and slow.
    package func divided(by divisor: Amount) -> Amount {
        quotient(by: divisor, places: 20, exponent: -20) ?? (self / divisor).rounded(toPlaces: 20)
    }

    /// Returns this number in percent of another, to two places; 0 for 0.
    package func percent(of whole: Amount) -> Amount { percentage(of: whole) ?? 0 }

    /// Returns this number in percent of another, to two places; `nil` for 0.
    package func percentage(of whole: Amount) -> Amount? {
        if whole == 0 { return nil }
        return quotient(by: whole, places: 4, exponent: -2) ?? (self / whole * 100).money
    }

    /// Returns the quotient rounded to decimal places, half away from zero.
    ///
    /// Its last digit gets the power of ten `exponent`. The result is `nil` on overflow, for NaN or for a divisor of 0.
    private func quotient(by divisor: Amount, places: Int, exponent: Int) -> Amount? {
        let shift = self.exponent - divisor.exponent + places
        guard !isNaN, divisor.significand != 0, let power = Self.power(abs(shift)) else { return nil }
        let (scaled, overflow) = (shift >= 0 ? self : divisor).significand.multipliedReportingOverflow(by: power)
        if overflow { return nil }
        return Amount(
            shift >= 0 ? Self.rounded(scaled, by: divisor.significand) : Self.rounded(significand, by: scaled),
            exponent: exponent, isNegative: isNegative != divisor.isNegative)
    }

    /// Returns the quotient of two integers, rounded half up.
    @inline(__always) private static func rounded(_ dividend: UInt128, by divisor: UInt128) -> UInt128 {
        if dividend <= UInt64.max, divisor <= UInt64.max {
            let (dividend, divisor) = (UInt64(dividend), UInt64(divisor))
            let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
            return UInt128(rest >= divisor - rest ? quotient + 1 : quotient)
        }
        let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
        return rest >= divisor - rest ? quotient + 1 : quotient
    }

    /// The greatest integer that is not greater than the number.
    package var floor: Amount {
        if exponent >= 0 { return self }
        let (whole, rest) = Self.power(-exponent).map(significand.quotientAndRemainder) ?? (0, significand)
        return Amount(isNegative && rest > 0 ? whole + 1 : whole, exponent: 0, isNegative: isNegative) ?? .nan
    }

    /// The integer part, clamped to the range of `Int`.
    package var integerPart: Int {
        let whole = exponent >= 0 ? significand(at: 0) : Self.power(-exponent).map { significand / $0 } ?? 0
        let integer = isNaN ? nil : whole.flatMap { Int(exactly: $0) }
        return isNegative ? integer.map { -$0 } ?? .min : integer ?? .max
    }
}
