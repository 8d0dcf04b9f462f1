import Trading

/// Finds trades with contradictory figures in a file.
struct TradeChecks {
    private var contradictory: [Int32] = []
    private var unstated: [Int32] = []
    private var agreeingCount = 0

    /// Compares the figures of a line.
    mutating func add(_ figures: TradeFigures, line: Int32) {
        switch figures.verdict {
        case .agreeing: agreeingCount += 1
        case .unstatedCosts: unstated.append(line)
        case .contradictory: contradictory.append(line)
        }
    }

    /// Leaves out contradictory trades, and notes those with costs that their rows do not state.
    ///
    /// - Parameters:
    ///   - draft: the file, without trades that were cancelled.
    ///   - isCertain: whether the columns are known to mean what they are read as. Otherwise trades are left out only
    ///     if most of the others agree.
    func settle(_ draft: inout Draft, isCertain: Bool) {
        let traded = Set(
            draft.file.entries.lazy.filter { $0.action.side != nil || $0.action == .reinvest }.map(\.line))
        var noted = unstated.filter(traded.contains)
        let wrong = contradictory.filter(traded.contains)
        if isCertain || agreeingCount > contradictory.count {
            let lines = Set(wrong)
            var omitted: Set<Int32> = []
            for entry in draft.file.entries where lines.contains(entry.line) && omitted.insert(entry.line).inserted {
                draft.file.omissions.append(Omission(.figures, security: entry.security, line: entry.line))
            }
            draft.file.entries.removeAll { lines.contains($0.line) }
        } else {
            noted += wrong
        }
        draft.linesWithUnstatedCosts += noted
    }
}

extension Draft {
    /// A note on trades with unstated costs.
    var noteOnUnstatedCosts: String? {
        let lines = Set(linesWithUnstatedCosts).sorted()
        guard !lines.isEmpty else { return nil }
        let place = lines.count == 1 ? "line" : "lines"
        return
            "The amount is not quantity times price with the stated fees in \(file.name) (\(place) "
            + "\(LineRanges.text(of: lines, count: lines.count))). The amount counts, and the rest as costs that the rows "
            + "do not state, such as taxes; compare them with the broker’s if there are none."
    }
}
