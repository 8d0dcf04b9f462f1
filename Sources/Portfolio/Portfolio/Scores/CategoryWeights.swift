import Values

/// The weight of each score in a category; the sum is 1.
package struct CategoryWeights: Hashable, Sendable, Codable {
    package var relevance: Double
    package var quality: Double
    package var credibility: Double
    package var engagement: Double
    package var freshness: Double

    /// Creates weights.
    package init(
        relevance: Double, quality: Double, credibility: Double, engagement: Double, freshness: Double
    ) {
        self.relevance = relevance
        self.quality = quality
        self.credibility = credibility
        self.engagement = engagement
        self.freshness = freshness
    }

    /// Creates the weights of a category, or the mean of all for an unknown one.
    package init(of category: String) {
        self = PortfolioCategory(category)?.weights ?? Self.mean
    }

    /// The mean of the weights of all categories.
    package static let mean: CategoryWeights = {
        let rows = PortfolioCategory.allCases.map(\.weights)
        func mean(_ path: KeyPath<CategoryWeights, Double>) -> Double {
            (rows.map { $0[keyPath: path] }.reduce(0, +) / Double(rows.count)).rounded(toPlaces: 5)
        }
        return CategoryWeights(
            relevance: mean(\.relevance), quality: mean(\.quality), credibility: mean(\.credibility),
            engagement: mean(\.engagement), freshness: mean(\.freshness))
    }()
}

/// The categories with weights and a word list.
package enum PortfolioCategory: String, Hashable, Sendable, CaseIterable {
    case finance = "Finance"
    case tech = "Tech"
    case entertainment = "Entertainment"
    case marketing = "Marketing"
    case design = "Design"
    case influencers = "Influencers"
    case legal = "Legal"
    case business = "Business"

    /// Creates the category with a name in any case; `nil` for any other name.
    package init?(_ name: String) {
        let name = name.asLine.lowercased()
        guard let category = Self.allCases.first(where: { $0.rawValue.lowercased() == name }) else { return nil }
        self = category
    }

    /// Returns the category that a misspelt name probably means; `nil` for any other name.
    ///
    /// The name has one letter too many, missing or wrong, or two neighbouring letters swapped. The plural is a word.
    package static func misspelt(_ name: String) -> PortfolioCategory? {
        let name = Array(name.asLine.lowercased())
        guard name.count <= PortfolioLimits.title, PortfolioCategory(String(name)) == nil else { return nil }
        return allCases.first { category in
            let known = Array(category.rawValue.lowercased())
            guard known.count > shortest, name != known + ["s"], known != name + ["s"] else { return false }
            return name.editDistance(to: known, countsSwaps: true) == 1
        }
    }

    /// The length up to which similar names, such as “Teach”, are other words.
    private static let shortest = 5

    /// The weights.
    package var weights: CategoryWeights {
        let row: (Double, Double, Double, Double, Double) =
            switch self {
            case .finance: (0.25, 0.20, 0.35, 0.10, 0.10)
            case .tech: (0.30, 0.25, 0.20, 0.15, 0.10)
            case .entertainment: (0.20, 0.30, 0.10, 0.30, 0.10)
            case .marketing: (0.25, 0.20, 0.15, 0.30, 0.10)
            case .design: (0.25, 0.35, 0.10, 0.20, 0.10)
            case .influencers: (0.15, 0.25, 0.10, 0.40, 0.10)
            case .legal: (0.20, 0.15, 0.40, 0.05, 0.20)
            case .business: (0.25, 0.15, 0.35, 0.10, 0.15)
            }
        return CategoryWeights(
            relevance: row.0, quality: row.1, credibility: row.2, engagement: row.3, freshness: row.4)
    }

    /// Whether the person's figures belong in the hook.
    package var leadsWithMetrics: Bool { [.finance, .marketing, .business].contains(self) }

    /// Whether the best video belongs in the hook, ahead of any picture.
    package var leadsWithVideo: Bool { [.entertainment, .influencers].contains(self) }
}

extension Double {
    /// Returns the number rounded to some decimal places, halves away from zero.
    func rounded(toPlaces places: Int) -> Double {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        return (self * scale).rounded() / scale
    }

    /// The number limited to 0 through 1; 0 for NaN.
    var clamped: Double { isNaN ? 0 : Swift.min(1, Swift.max(0, self)) }
}
