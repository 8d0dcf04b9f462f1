package import Foundation
package import Trading

/// A recommendation derived from the user's opinions on a security.
package struct SmartRecommendation: Sendable, Hashable, Codable {
    /// The status of a recommendation.
    package enum Status: String, Sendable, Hashable, Codable, CaseIterable {
        case pending = "PENDING"
        case executed = "EXECUTED"
        case cancelled = "CANCELLED"
        case expired = "EXPIRED"

        init(_ status: Recommendation.Status) {
            switch status {
            case .pending: self = .pending
            case .executed: self = .executed
            case .expired: self = .expired
            }
        }
    }

    /// A stable 31-bit identifier.
    package var id: Int
    /// The security, with its newest price.
    package var stock: Stock
    /// The recommended action.
    package var kind: Recommendation.Kind
    /// The priority from 0 to 100, to two places.
    package var priority: Amount
    /// The confidence from 0 to 1, to two places.
    package var confidence: Amount
    /// The number of whole shares to buy.
    package var sharesToBuy: Int?
    /// The cost of these shares, in the account's currency.
    package var cashAllocated: Amount?
    /// The number of whole shares to sell.
    package var sharesToSell: Int?
    /// The value of these shares, in the account's currency.
    package var cashFromSale: Amount?
    /// The price on the day of the opinions, in the currency of the price.
    package var currentPrice: Amount
    /// The mean of the target prices.
    package var targetPrice: Amount?
    /// The mean of the stop-loss prices.
    package var stopLoss: Amount?
    /// The advisers' reasoning.
    package var reasoning: String
    /// Arguments in favour.
    package var keyFactors: [String]
    /// Arguments against.
    package var riskFactors: [String]
    /// The status.
    package var status: Status
    /// The day of the opinions.
    package var createdAt: Date
    /// The last day of validity.
    package var expiresAt: Date?

    init(_ recommendation: Recommendation, on day: Day, id: Int, stock: Stock) {
        self.id = id
        self.stock = stock
        kind = recommendation.kind
        priority = recommendation.priority
        confidence = recommendation.confidence
        sharesToBuy = recommendation.sharesToBuy
        cashAllocated = recommendation.cashAllocated
        sharesToSell = recommendation.sharesToSell
        cashFromSale = recommendation.cashFromSale
        currentPrice = recommendation.quote.price.shownPrice
        targetPrice = recommendation.targetPrice
        stopLoss = recommendation.stopLoss
        reasoning = recommendation.reasoning
        keyFactors = recommendation.factors
        riskFactors = recommendation.riskFactors
        status = Status(recommendation.status)
        createdAt = Date(day)
        expiresAt = Date(recommendation.expires)
    }

    private enum CodingKeys: String, CodingKey {
        case id, stock, status, reasoning
        case kind = "recommendation_type"
        case priority = "priority_score"
        case confidence = "confidence_score"
        case sharesToBuy = "shares_to_buy"
        case cashAllocated = "cash_allocated"
        case sharesToSell = "shares_to_sell"
        case cashFromSale = "cash_from_sale"
        case currentPrice = "current_price"
        case targetPrice = "target_price"
        case stopLoss = "stop_loss"
        case keyFactors = "key_factors"
        case riskFactors = "risk_factors"
        case createdAt = "created_at"
        case expiresAt = "expires_at"
    }
}
