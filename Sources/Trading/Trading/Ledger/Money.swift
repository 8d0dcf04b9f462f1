package import Foundation

extension Decimal {
    /// The number rounded to cents, half away from zero.
    package var money: Decimal { rounded(toPlaces: 2) }

    /// The number rounded to decimal places, half away from zero.
    package func rounded(toPlaces places: Int) -> Decimal {
        if exponent >= -places { return self }
        if let rounded = DecimalParts(self)?.rounded(toPlaces: places).decimal { return rounded }
        var value = self
        var result = Decimal()
        NSDecimalRound(&result, &value, places, .plain)
        return result
    }

    /// The number rounded to decimal places, half to the even digit.
    package func roundedHalfEven(toPlaces places: Int) -> Decimal {
        let rounded = rounded(toPlaces: places)
        let unit = Decimal(scaled: 1, places: places)
        guard 2 * (rounded - self).magnitude == unit, (rounded / unit).integerPart % 2 != 0 else { return rounded }
        return self < 0 ? rounded + unit : rounded - unit
    }

    /// Whether this and another number of shares differ by no more than rounded fractions leave in a sum: a billionth of
    /// the other number, and of one share.
    func isSameQuantity(as other: Decimal) -> Bool {
        if self == other { return true }
        let billionth = Decimal(scaled: 1, places: 9)
        return (self - other).magnitude <= min(billionth, other.magnitude * billionth)
    }

    /// The quotient rounded to 20 decimal places, half away from zero, as many as a number of an entry can have.
    ///
    /// Foundation's quotient has 38 digits, and most sums with one are inexact and slow.
    package func divided(by divisor: Decimal) -> Decimal {
        if let parts = DecimalParts(self), let other = DecimalParts(divisor), divisor != 0,
            let quotient = parts.divided(by: other, toPlaces: 20)?.decimal
        {
            return quotient
        }
        return (self / divisor).rounded(toPlaces: 20)
    }

    /// This number in percent of another, to two places; 0 if the other is 0.
    package func percent(of whole: Decimal) -> Decimal {
        if whole == 0 { return 0 }
        if let parts = DecimalParts(self), let other = DecimalParts(whole),
            var percent = parts.divided(by: other, toPlaces: 4)
        {
            percent.exponent += 2
            if let percent = percent.decimal { return percent }
        }
        return (self / whole * 100).money
    }

    /// The greatest whole number that is not greater.
    package var floor: Decimal {
        if exponent >= 0 { return self }
        var value = self
        var result = Decimal()
        NSDecimalRound(&result, &value, 0, .down)
        return result
    }

    /// The part before the point; the greatest or least integer if it does not fit.
    package var integerPart: Int {
        if let parts = DecimalParts(self), let whole = parts.integerPart, let integer = Int(exactly: whole) {
            return parts.isNegative ? -integer : integer
        }
        let whole = self < 0 ? -(-self).floor : floor
        if whole >= Decimal(Int.max) { return .max }
        if whole <= Decimal(Int.min) { return .min }
        return NSDecimalNumber(decimal: whole).intValue
    }

    /// The nearest binary number.
    package var double: Double { NSDecimalNumber(decimal: self).doubleValue }

    /// Creates a decimal from the nearest multiple of 10^-`places`, or `nil` if the number is not finite or too large.
    package init?(_ value: Double, places: Int) {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let scaled = (value * scale).rounded()
        guard let integer = Int64(exactly: scaled) else { return nil }
        self.init(scaled: integer, places: places)
    }
}
