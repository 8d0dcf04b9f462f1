extension FormatSection {
    /// The places of a number's digits among the tokens.
    private struct Layout {
        /// The numbers of places before the point, behind it, and in the exponent.
        var (whole, decimals, exponent) = (0, 0, 0)
        /// Whether three digits form a group.
        var isGrouped = false
        /// The number of commas behind the digits.
        ///
        /// Each divides by a thousand.
        var thousands = 0
        /// The number of percent signs.
        ///
        /// Each multiplies by a hundred.
        var percents = 0
        var hasExponent = false
        var isFraction = false

        init(_ tokens: [Token]) {
            var hasPoint = false
            var commas = 0
            for (place, token) in tokens.enumerated() {
                switch token {
                case .digit:
                    if commas > 0, whole > 0, !hasPoint, !hasExponent { isGrouped = true }
                    commas = 0
                    if hasExponent {
                        exponent += 1
                    } else if hasPoint {
                        decimals += 1
                    } else {
                        whole += 1
                    }
                case .comma: if whole + decimals > 0, !hasExponent { commas += 1 }
                case .point: hasPoint = true
                case .exponent: hasExponent = true
                case .percent: percents += 1
                case .slash:
                    if tokens[..<place].contains(where: Self.isDigit), let next = tokens[(place + 1)...].first,
                        Self.isDigit(next) || Self.isNumeral(next)
                    {
                        isFraction = true
                    }
                default: break
                }
                if token == .point || token == .percent || hasExponent {
                    thousands += commas
                    commas = 0
                }
            }
            thousands += commas
        }

        /// Returns whether a token is part of a fixed denominator, as in `# ?/8`.
        private static func isNumeral(_ token: Token) -> Bool {
            if case .literal(let text) = token { text.first?.isNumber ?? false } else { false }
        }

        private static func isDigit(_ token: Token) -> Bool { if case .digit = token { true } else { false } }
    }

    /// Returns a number as displayed.
    ///
    /// Fractions are displayed as General displays the number.
    func number(_ value: Double, hidesSign: Bool) -> CellValue {
        let layout = Layout(tokens)
        let all = DecimalDigits(value)
        guard !layout.isFraction else {
            let text = all.general
            return CellValue(text: hidesSign && text.hasPrefix("-") ? String(text.dropFirst()) : text)
        }
        let scaled = all.shifted(by: 2 * layout.percents - 3 * layout.thousands)
        let (mantissa, exponent) = layout.hasExponent ? Self.split(scaled, layout) : (scaled, 0)
        let shown = mantissa.rounded(toDecimals: layout.decimals)
        var writer = DigitWriter(
            shown, places: layout.whole, isGrouped: layout.isGrouped, locale: locale)
        writer.exponent = (exponent, layout.exponent)
        for token in tokens { writer.write(token) }
        let sign = shown.isNegative && !hidesSign ? "-" : ""
        let text = sign + writer.text.trimmingSpaces
        guard !layout.hasExponent, layout.thousands == 0 else { return CellValue(text: text) }
        return CellValue(text: text, plain: shown.shifted(by: -2 * layout.percents).plain)
    }

    /// Divides a number into a mantissa and a power of ten.
    ///
    /// The mantissa has as many digits before the point as there are places.
    private static func split(_ number: DecimalDigits, _ layout: Layout) -> (DecimalDigits, Int) {
        if number.isZero { return (number, 0) }
        let step = max(1, layout.whole)
        func power(_ number: DecimalDigits) -> Int {
            let exponent = number.point - 1
            return step == 1 ? exponent : Int((Double(exponent) / Double(step)).rounded(.down)) * step
        }
        var exponent = power(number)
        // Rounding can add a digit: 9.99 is 10.0 with one decimal.
        let rounded = number.shifted(by: -exponent).rounded(toDecimals: layout.decimals)
        if rounded.point > step { exponent += step }
        return (number.shifted(by: -exponent), exponent)
    }
}

/// Puts digits into the places of a format.
private struct DigitWriter {
    private(set) var text = ""
    var exponent: (value: Int, places: Int) = (0, 0)

    private let whole: [UInt8]
    private let fraction: [UInt8]
    private let places: Int
    private let isGrouped: Bool
    private let locale: LocaleTag?
    /// The number of places passed before the point, behind it, and in the exponent.
    private var (wholes, decimals) = (0, 0)
    private var isBehindPoint = false
    private var isInExponent = false
    private var hasExponentDigits = false

    init(_ number: DecimalDigits, places: Int, isGrouped: Bool, locale: LocaleTag?) {
        (whole, fraction) = (number.whole, number.fraction)
        (self.places, self.isGrouped, self.locale) = (places, isGrouped, locale)
    }

    mutating func write(_ token: FormatSection.Token) {
        switch token {
        case .digit(let kind):
            if isInExponent {
                writeExponent()
            } else if isBehindPoint {
                writeDecimal(kind)
            } else {
                writeWhole(kind)
            }
        case .point:
            if places == 0, !isBehindPoint { for digit in whole { text += DecimalDigits.text([digit]) } }
            if !isInExponent, !isBehindPoint { text += locale?.decimalSeparator ?? "." }
            isBehindPoint = true
        case .exponent(let isSigned):
            isInExponent = true
            text += exponent.value < 0 ? "E-" : isSigned ? "E+" : "E"
        case .percent: text += "%"
        case .slash: text += "/"
        case .literal(let literal): text += literal
        case .space: text += " "
        case .comma, .general, .text, .date: break
        }
    }

    private mutating func writeWhole(_ kind: Character) {
        let right = places - 1 - wholes
        // The first place also takes the digits for which there are no places.
        if wholes == 0 {
            for place in stride(from: whole.count - 1, to: right, by: -1) { writeDigit(at: place) }
        }
        if right < whole.count || kind == "0" {
            writeDigit(at: right)
        } else if kind == "?" {
            text += " "
        }
        wholes += 1
    }

    private mutating func writeDigit(at place: Int) {
        text += DecimalDigits.text([place < whole.count ? whole[whole.count - 1 - place] : 0])
        if isGrouped, place > 0, place % 3 == 0 { text += locale?.groupingSeparator ?? "," }
    }

    private mutating func writeDecimal(_ kind: Character) {
        if decimals < fraction.count {
            text += DecimalDigits.text([fraction[decimals]])
        } else if kind != "#" {
            text += kind == "0" ? "0" : " "
        }
        decimals += 1
    }

    private mutating func writeExponent() {
        // The first place takes all digits.
        guard !hasExponentDigits else { return }
        hasExponentDigits = true
        let digits = String(exponent.value.magnitude)
        text += String(repeating: "0", count: max(0, exponent.places - digits.count)) + digits
    }
}
