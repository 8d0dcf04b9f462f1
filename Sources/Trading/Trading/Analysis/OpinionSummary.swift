/// A summary of the opinions on one security.
struct OpinionSummary {
    let security: Int32
    let kind: Recommendation.Kind
    /// The priority from 0 to 100, rounded half to even to two places.
    let priority: Amount
    /// The confidence from 0 to 1, rounded half to even to two places.
    let confidence: Amount
    let targetPrice: Amount?
    let stopLoss: Amount?
    let reasoning: String
    let factors: [String]
    let riskFactors: [String]

    /// Summarises one or more opinions.
    init(_ opinions: [Opinion], on security: Int32) {
        self.security = security
        var weight: Amount = 0
        var score: Amount = 0
        var weights: [Opinion.Verdict: Amount] = [:]
        for opinion in opinions {
            weight += opinion.weight
            score += opinion.verdict.score * opinion.confidence * opinion.weight
            weights[opinion.verdict, default: 0] += opinion.weight
        }
        // Rounded here, so that limits and shares are consistent with the displayed figures.
        priority = weight == 0 ? 0 : (score / weight).roundedHalfEven(toPlaces: 2)
        confidence = (OpinionSummary.mean(opinions.map(\.confidence)) ?? 0).roundedHalfEven(toPlaces: 2)
        kind = OpinionSummary.kind(weights)
        targetPrice = OpinionSummary.mean(opinions.compactMap(\.targetPrice))
        stopLoss = OpinionSummary.mean(opinions.compactMap(\.stopLoss))
        reasoning = opinions.filter { !$0.reasoning.isEmpty }.map { "\($0.advisor): \($0.reasoning)" }
            .joined(separator: "\n\n")
        factors = OpinionSummary.union(opinions.map(\.factors))
        riskFactors = OpinionSummary.union(opinions.map(\.riskFactors))
    }

    /// Returns the recommendation of the verdict with the greatest weight.
    ///
    /// The greatest of the five decides before strong verdicts are merged with the others: two for BUY and two for
    /// STRONG_BUY do not outvote three for SELL. Among several greatest ones, the recommendation of the majority
    /// counts; a tie is a hold.
    private static func kind(_ weights: [Opinion.Verdict: Amount]) -> Recommendation.Kind {
        let greatest = weights.values.max() ?? 0
        var counts: [Recommendation.Kind: Int] = [:]
        for (verdict, weight) in weights where weight == greatest { counts[verdict.kind, default: 0] += 1 }
        let most = counts.values.max() ?? 0
        let kinds = counts.filter { $0.value == most }.keys
        return kinds.count == 1 ? kinds.first ?? .hold : .hold
    }

    /// Summarises the newest opinion of each adviser on each security.
    ///
    /// - Parameters:
    ///   - opinions: the opinions in the order of the files.
    ///   - oldest: the earliest day of opinions to consider.
    /// - Returns: the summaries, ordered by security.
    static func all(of opinions: some Sequence<Opinion>, since oldest: Day) -> [OpinionSummary] {
        var places: [Source: Int] = [:]
        var newest: [Opinion] = []
        for opinion in opinions where opinion.day >= oldest {
            let source = Source(security: opinion.security, advisor: opinion.advisor)
            if let place = places[source] {
                if newest[place].day <= opinion.day { newest[place] = opinion }
            } else {
                places[source] = newest.count
                newest.append(opinion)
            }
        }
        return Dictionary(grouping: newest, by: \.security).map { OpinionSummary($1, on: $0) }
            .sorted { $0.security < $1.security }
    }

    private struct Source: Hashable {
        let security: Int32
        let advisor: String
    }

    private static func mean(_ numbers: [Amount]) -> Amount? {
        numbers.isEmpty ? nil : numbers.reduce(0, +) / Amount(numbers.count)
    }

    private static func union(_ lists: [[String]]) -> [String] {
        var known: Set<String> = []
        return lists.joined().filter { known.insert($0).inserted }
    }
}

extension Opinion.Verdict {
    /// The score of the verdict, from 0 to 100.
    var score: Amount {
        switch self {
        case .strongBuy: 100
        case .buy: 75
        case .hold: 50
        case .sell: 25
        case .strongSell: 0
        }
    }

    /// The recommended action, regardless of strength.
    var kind: Recommendation.Kind {
        switch self {
        case .strongBuy, .buy: .buy
        case .hold: .hold
        case .sell, .strongSell: .sell
        }
    }
}
