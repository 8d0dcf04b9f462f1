import Trading

/// How many amounts have a plus, and how many a minus.
struct SignCount {
    private var plus = 0
    private var minus = 0

    /// Counts an amount; one of 0 has no sign.
    mutating func add(_ amount: Amount?) {
        guard let amount, amount != 0 else { return }
        if amount < 0 { minus += 1 } else { plus += 1 }
    }

    /// Whether no amount has a sign.
    var isEmpty: Bool { plus == 0 && minus == 0 }

    /// Whether some have a plus and others a minus.
    var isMixed: Bool { plus > 0 && minus > 0 }

    /// The more frequent sign; `nil` if both are equally frequent.
    var usual: ChargeConventions.Sign? { plus == minus ? nil : plus > minus ? .plus : .minus }
}
