extension Duration {
    /// The text form in `pipeline.yaml`, with the largest unit that leaves no fraction.
    ///
    /// Examples are `250ms`, `6s`, `90s` and `2h`.
    public var text: String {
        let milliseconds = wholeMilliseconds
        for (unit, size) in Self.units.reversed() where milliseconds != 0 && milliseconds % size == 0 {
            return "\(milliseconds / size)\(unit)"
        }
        return milliseconds == 0 ? "0s" : "\(milliseconds)ms"
    }

    /// Parses a number with the unit ms, s, m or h; otherwise `nil`.
    ///
    /// Negative numbers are refused, too.
    public init?(text: String) {
        guard let unit = Self.units.reversed().first(where: { text.hasSuffix($0.unit) && $0.unit == text.letters }),
            let number = Double(text.dropLast(unit.unit.count)), number.isFinite, number >= 0,
            number * Double(unit.milliseconds) < 1e15
        else { return nil }
        self = .milliseconds(Int64((number * Double(unit.milliseconds)).rounded()))
    }

    private static let units: [(unit: String, milliseconds: Int64)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000),
    ]
}

extension String {
    fileprivate var letters: String { filter(\.isLetter) }
}
