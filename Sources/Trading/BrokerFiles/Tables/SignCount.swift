import Trading

/// The numbers of positive and negative amounts.
struct SignCount {
    private var plus = 0
    private var minus = 0

    /// Counts an amount; zero has no sign.
    mutating func add(_ amount: Amount?) {
        guard let amount, amount != 0 else { return }
        if amount < 0 { minus += 1 } else { plus += 1 }
    }

    /// Whether no signed amount was counted.
    var isEmpty: Bool { plus == 0 && minus == 0 }

    /// Whether both signs occur.
    var isMixed: Bool { plus > 0 && minus > 0 }

    /// The more frequent sign; `nil` if both occur equally often.
    var usual: ChargeConventions.Sign? { plus == minus ? nil : plus > minus ? .plus : .minus }
}
