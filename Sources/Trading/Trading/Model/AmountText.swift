extension Amount {
    /// Parses a number such as `-12.50` or `1e-3` exactly; `nil` if malformed.
    ///
    /// At most 38 significant digits are allowed, with at most 20 before the point and 20 after it.
    package init?(exactly text: some StringProtocol) {
        self.init(digits: Array(text.utf8)[...])
    }

    /// Parses a number in ASCII, with the limits of ``init(exactly:)``.
    init?(digits text: ArraySlice<UInt8>) {
        if let short = Amount.short(text) {
            self = short
            return
        }
        var digits: [UInt8] = []
        var exponent = 0
        var isNegative = false
        var hasPoint = false
        var hasDigit = false
        var bytes = text
        if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            bytes = bytes.dropFirst()
        }
        while let byte = bytes.first {
            bytes = bytes.dropFirst()
            if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
            } else if byte | 0x20 == UInt8(ascii: "e"), hasDigit {
                guard bytes.count <= 4, let power = Int(String(decoding: bytes, as: UTF8.self)) else { return nil }
                exponent += power
                break
            } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                hasDigit = true
                if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte - UInt8(ascii: "0")) }
                if hasPoint { exponent -= 1 }
                guard digits.count <= 100, exponent >= -100 else { return nil }
            } else {
                return nil
            }
        }
        guard hasDigit else { return nil }
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        guard !digits.isEmpty else {
            self = 0
            return
        }
        guard digits.count <= 38, digits.count + exponent <= 20, exponent >= -20 else { return nil }
        let significand = digits.reduce(UInt128(0)) { $0 * 10 + UInt128($1) }
        self.init(significand, exponent: exponent, isNegative: isNegative)
    }

    /// Parses a number of at most 18 characters without an exponent; `nil` for others.
    ///
    /// Nearly all numbers are of this kind.
    private static func short(_ text: ArraySlice<UInt8>) -> Amount? {
        guard text.count <= 18, let last = text.last, last != UInt8(ascii: ".") else { return nil }
        var value: Int64 = 0
        var places = -1
        let isNegative = text.first == UInt8(ascii: "-")
        for byte in isNegative ? text.dropFirst() : text {
            if byte == UInt8(ascii: "."), places < 0 {
                places = 0
            } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                value = value * 10 + Int64(byte - UInt8(ascii: "0"))
                if places >= 0 { places += 1 }
            } else {
                return nil
            }
        }
        if isNegative, text.count == 1 { return nil }
        return Amount(scaled: isNegative ? -value : value, places: max(places, 0))
    }

    // MARK: Writing

    /// Whether ``init(exactly:)`` restores the number from ``text``.
    var isExact: Bool {
        // Nearly all numbers are far within the limits.
        if exponent >= -18, magnitude < Amount(scaled: 1, places: -20) { return true }
        return Amount(exactly: text) == self
    }

    /// The number in plain digits.
    package var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the number in plain digits.
    package func append(to bytes: inout [UInt8]) {
        if isNaN {
            bytes.append(contentsOf: "NaN".utf8)
            return
        }
        let start = bytes.count
        var places = 0
        func add(_ digit: UInt8) {
            if places == -exponent, places > 0 { bytes.append(UInt8(ascii: ".")) }
            bytes.append(UInt8(ascii: "0") + digit)
            places += 1
        }
        // From the last digit to the first, with zeros before a point.
        if significand != 0, exponent > 0 {
            bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: exponent))
        }
        var high = significand
        while high > UInt64.max {
            let (quotient, digit) = high.quotientAndRemainder(dividingBy: 10)
            add(UInt8(digit))
            high = quotient
        }
        var rest = UInt64(high)
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            add(UInt8(digit))
            rest = quotient
        } while rest > 0 || places <= -exponent
        if isNegative { bytes.append(UInt8(ascii: "-")) }
        bytes.reverseTail(from: start)
    }
}

extension Amount: CustomStringConvertible {
    package var description: String { text }
}
