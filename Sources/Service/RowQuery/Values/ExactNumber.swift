/// A decimal number of any length, with the digits of PostgreSQL's type numeric.
///
/// Sums and averages of decimal fractions are exact, unlike those of floating-point numbers.
package struct ExactNumber: Hashable, Sendable {
    /// Whether the number is below zero.
    package let isNegative: Bool
    /// The digits from the most significant one, without zeros in front; empty for zero.
    private let digits: [UInt8]
    /// The number of digits after the point.
    private let scale: Int

    /// The longest number, in digits; it bounds the work for any exponent.
    private static let longest = 1_000

    private init(isNegative: Bool, digits: some Collection<UInt8>, scale: Int) {
        self.digits = Array(digits.drop { $0 == 0 })
        self.isNegative = isNegative && !self.digits.isEmpty
        self.scale = scale
    }

    /// Creates an integer.
    package init(_ number: Int64) {
        self.init(
            isNegative: number < 0, digits: String(number.magnitude).utf8.map { $0 - 48 }, scale: 0)
    }

    /// Creates a number with the first 15 digits of a floating-point number.
    ///
    /// Returns nil if it is not finite.
    package init?(_ number: Double) {
        guard number.isFinite, let exact = ExactNumber("\(number)") else { return nil }
        self = exact.rounded(significant: 15).withoutZerosAtEnd
    }

    /// Parses a number with an optional fraction and exponent.
    ///
    /// Returns nil for other texts, and for a number that is too long.
    package init?(_ text: some StringProtocol) {
        var rest = Substring(text).utf8
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        let whole = rest.prefix { (48...57).contains($0) }
        rest = rest.dropFirst(whole.count)
        var fraction = rest.prefix(0)
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix { (48...57).contains($0) }
            rest = rest.dropFirst(fraction.count + 1)
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        var exponent = 0
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            guard rest.count <= 6, let number = Int(String(Substring(rest.dropFirst()))) else { return nil }
            exponent = number
            rest = rest.suffix(0)
        }
        guard rest.isEmpty, whole.count + fraction.count + abs(exponent) <= Self.longest else { return nil }
        var digits: [UInt8] = whole.map { $0 - 48 } + fraction.map { $0 - 48 }
        let scale = fraction.count - exponent
        if scale < 0 { digits += repeatElement(0, count: -scale) }
        self.init(isNegative: isNegative, digits: digits, scale: max(0, scale))
    }

    /// The digits, with a point before the fraction.
    package var text: String {
        var shown = digits
        if shown.count <= scale { shown.insert(contentsOf: repeatElement(0, count: scale + 1 - shown.count), at: 0) }
        var bytes = shown.map { $0 + 48 }
        if scale > 0 { bytes.insert(UInt8(ascii: "."), at: bytes.count - scale) }
        return (isNegative ? "-" : "") + String(decoding: bytes, as: UTF8.self)
    }

    /// The nearest integer, halves away from zero; nil beyond 64 bits.
    package var integer: Int64? {
        let whole = rounded(scale: 0)
        guard whole.digits.count <= 19 else { return nil }
        return Int64(whole.text)
    }

    /// The nearest floating-point number.
    package var double: Double { Double(text) ?? .nan }

    /// The number without zeros at the end of its fraction.
    package var withoutZerosAtEnd: ExactNumber {
        let surplus = min(scale, digits.reversed().prefix { $0 == 0 }.count)
        guard !digits.isEmpty else { return ExactNumber(isNegative: false, digits: [], scale: 0) }
        return ExactNumber(isNegative: isNegative, digits: digits.dropLast(surplus), scale: scale - surplus)
    }

    /// The place of the first digit, and the digits without zeros at the end.
    package var magnitude: (exponent: Int, digits: [UInt8]) {
        let kept = digits.count - digits.reversed().prefix { $0 == 0 }.count
        return (digits.count - scale, Array(digits.prefix(kept)))
    }

    private func rounded(scale wanted: Int) -> ExactNumber {
        guard scale > wanted else { return self }
        let dropped = scale - wanted
        guard digits.count >= dropped else { return ExactNumber(isNegative: false, digits: [], scale: wanted) }
        var kept = Array(digits.dropLast(dropped))
        if digits[digits.count - dropped] >= 5 {
            var place = kept.count - 1
            while place >= 0, kept[place] == 9 {
                kept[place] = 0
                place -= 1
            }
            if place >= 0 { kept[place] += 1 } else { kept.insert(1, at: 0) }
        }
        return ExactNumber(isNegative: isNegative, digits: kept, scale: wanted)
    }

    private func rounded(significant count: Int) -> ExactNumber {
        guard digits.count > count else { return self }
        let surplus = digits.count - count
        if surplus <= scale { return rounded(scale: scale - surplus) }
        let kept = ExactNumber(isNegative: isNegative, digits: digits, scale: surplus).rounded(scale: 0)
        return ExactNumber(
            isNegative: isNegative, digits: kept.digits + Array(repeating: 0, count: surplus - scale), scale: 0)
    }
}

extension ExactNumber: Comparable {
    package static func < (left: ExactNumber, right: ExactNumber) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        let (ours, theirs) = left.isNegative ? (right.magnitude, left.magnitude) : (left.magnitude, right.magnitude)
        if ours.digits.isEmpty || theirs.digits.isEmpty { return ours.digits.isEmpty && !theirs.digits.isEmpty }
        if ours.exponent != theirs.exponent { return ours.exponent < theirs.exponent }
        return ours.digits.lexicographicallyPrecedes(theirs.digits)
    }
}

extension ExactNumber {
    /// Returns the sum; nil without numbers.
    package static func sum(of numbers: [ExactNumber]) -> ExactNumber? {
        guard let scale = numbers.map(\.scale).max() else { return nil }
        var (positive, negative): ([UInt8], [UInt8]) = ([], [])
        for number in numbers {
            if number.isNegative {
                add(number, to: &negative, scale: scale)
            } else {
                add(number, to: &positive, scale: scale)
            }
        }
        let length = max(positive.count, negative.count)
        positive += repeatElement(0, count: length - positive.count)
        negative += repeatElement(0, count: length - negative.count)
        let isNegative = positive.reversed().lexicographicallyPrecedes(negative.reversed())
        var (rest, taken) = isNegative ? (negative, positive) : (positive, negative)
        taken.append(0)
        var borrow: UInt8 = 0
        for place in rest.indices {
            let lost = taken[place] + borrow
            borrow = rest[place] < lost ? 1 : 0
            rest[place] = rest[place] + borrow * 10 - lost
        }
        return ExactNumber(isNegative: isNegative, digits: rest.reversed(), scale: scale)
    }

    /// Adds the magnitude of a number to digits that begin with the least significant one.
    private static func add(_ number: ExactNumber, to sum: inout [UInt8], scale: Int) {
        var place = scale - number.scale
        if sum.count < place + number.digits.count {
            sum += repeatElement(0, count: place + number.digits.count - sum.count)
        }
        var carry: UInt8 = 0
        for digit in number.digits.reversed() {
            let total = sum[place] + digit + carry
            sum[place] = total % 10
            carry = total / 10
            place += 1
        }
        while carry > 0 {
            if place == sum.count { sum.append(0) }
            let total = sum[place] + carry
            sum[place] = total % 10
            carry = total / 10
            place += 1
        }
    }

    /// Returns the quotient with as many digits as PostgreSQL's division has.
    ///
    /// That are at least 16 significant ones, counted in groups of four digits.
    package func divided(by count: Int) -> ExactNumber {
        let (ours, theirs) = (firstGroup, ExactNumber(Int64(count)).firstGroup)
        var weight = ours.weight - theirs.weight
        if ours.value <= theirs.value { weight -= 1 }
        let places = min(Self.longest, max(16 - weight * 4, scale, 0))
        var quotient: [UInt8] = []
        var rest = 0
        for digit in digits + Array(repeating: 0, count: places - scale) {
            rest = rest * 10 + Int(digit)
            quotient.append(UInt8(rest / count))
            rest %= count
        }
        // One more digit for rounding.
        quotient.append(UInt8(rest * 10 / count))
        return ExactNumber(isNegative: isNegative, digits: quotient, scale: places + 1).rounded(scale: places)
    }

    /// The first group of four digits, counted from the point, with its place.
    private var firstGroup: (weight: Int, value: Int) {
        guard !digits.isEmpty else { return (0, 0) }
        let whole = digits.count - scale
        let weight = whole > 0 ? (whole - 1) / 4 : -((4 - whole) / 4)
        let count = whole - weight * 4
        var value = 0
        for place in 0..<count { value = value * 10 + (place < digits.count ? Int(digits[place]) : 0) }
        return (weight, value)
    }
}
