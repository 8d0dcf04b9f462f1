/// Extracts figures from lines of text, such as `98 % retention` or `Clients: 40`.
///
/// A line counts only if it holds nothing else. A missed figure can still be read in its text; a wrong one harms the
/// person.
package enum MetricLines {
    /// The maximum number of figures extracted from texts.
    package static let limit = 12

    /// Returns the figures of a text in text order.
    package static func metrics(in text: String) -> [PortfolioMetric] {
        var result: [PortfolioMetric] = []
        for line in text.split(whereSeparator: \.isNewline) where line.utf8.count <= 80 {
            guard result.count < limit else { break }
            if let metric = metric(in: String(line)) { result.append(metric) }
        }
        return result
    }

    /// Whether a text consists of figures alone, so that showing only these loses nothing.
    static func areAllLines(of text: String) -> Bool {
        let lines = text.split(whereSeparator: \.isNewline).filter { !String($0).asLine.isEmpty }
        return !lines.isEmpty && lines.count <= limit && metrics(in: text).count == lines.count
    }

    /// Returns the figure of a line, or `nil` if the line is anything else.
    package static func metric(in line: String) -> PortfolioMetric? {
        var line = line.asLine
        for bullet in ["- ", "* ", "• ", "– "] where line.hasPrefix(bullet) {
            line = String(line.dropFirst(bullet.count))
            break
        }
        if let colon = line.firstIndex(of: ":") {
            let label = String(line[..<colon]).asLine
            let rest = String(line[line.index(after: colon)...]).asLine
            guard isLabel(label), Set(label.words).isDisjoint(with: otherNumbers), let figure = Figure(rest),
                figure.rest.isEmpty
            else { return nil }
            return PortfolioMetric(label: label, value: figure.value, unit: figure.unit)
        }
        // A number before words can be a year, an address or a size. With a sign it is a figure.
        guard let figure = Figure(line), figure.hasSign, isLabel(figure.rest) else { return nil }
        return PortfolioMetric(label: figure.rest, value: figure.value, unit: figure.unit)
    }

    /// A number at the beginning of a line, with its sign and the rest.
    private struct Figure {
        var value: String
        var unit: String?
        var hasSign: Bool
        var rest: String

        init?(_ text: String) {
            var scalars = Substring(text)
            var value = ""
            var hasSign = false
            if let first = scalars.first, "€$£".contains(first) {
                value.append(first)
                scalars = scalars.dropFirst().drop { $0 == " " }
                hasSign = true
            } else if let first = scalars.first, "+<>~".contains(first) {
                value.append(first)
                scalars.removeFirst()
            }
            let number = scalars.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
            let digits = number.filter(\.isNumber).count
            // Longer runs without separators are telephone and account numbers.
            guard let first = number.first, first.isNumber, let last = number.last, last.isNumber,
                (1...12).contains(digits), digits < 7 || number.count > digits,
                number.count <= 16, !number.contains(".."), !number.contains(",,")
            else { return nil }
            value += number
            scalars = scalars.dropFirst(number.count)
            // A suffix ends its word: "5Kg" is not a figure.
            for suffix in ["k", "K", "M", "m", "B", "bn", "x", "×"] where scalars.hasPrefix(suffix) {
                let after = scalars.dropFirst(suffix.count)
                guard after.isEmpty || after.first == " " || after.first == "+" else { continue }
                if suffix == "m", !value.contains(where: { "€$£".contains($0) }) { continue }
                value += suffix
                scalars = after
                hasSign = true
                break
            }
            if scalars.first == "+" {
                value += "+"
                scalars.removeFirst()
                hasSign = true
            }
            let afterSpaces = scalars.drop { $0 == " " || $0 == "\u{A0}" || $0 == "\u{202F}" }
            if afterSpaces.first == "%" {
                unit = "%"
                hasSign = true
                scalars = afterSpaces.dropFirst()
            }
            guard scalars.isEmpty || scalars.first == " " else { return nil }
            self.value = value
            self.hasSign = hasSign
            rest = String(scalars).asLine
        }
    }

    /// Whether a text has one to four words of letters without sentence punctuation.
    private static func isLabel(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        return (1...4).contains(words.count) && text.count <= 40
            && words.allSatisfy { word in
                word.contains(where: \.isLetter) && word.allSatisfy { $0.isLetter || "-'’&/".contains($0) }
            }
    }

    /// Labels of numbers that are not achievements.
    private static let otherNumbers: Set<String> = [
        "account", "address", "age", "amount", "aperture", "bank", "birth", "born", "box", "built", "chapter", "code",
        "copyright", "date", "day", "depth", "diameter", "dimensions", "edition", "exposure", "extension", "fax",
        "fee", "figure", "film", "floor", "focal", "format", "height", "hours", "iban", "id", "invoice", "isbn", "iso",
        "issn", "issue", "length", "lens", "license", "level", "line", "mobile", "month", "no", "number", "page",
        "pages", "part", "phase", "phone", "postal", "postcode", "price", "ratio", "rate", "registration", "room",
        "rooms",
        "scale", "section", "series", "shutter", "size", "step", "tax", "tel", "telephone", "time", "vat", "version",
        "volume", "weight", "width", "year", "years", "zip",
    ]
}
