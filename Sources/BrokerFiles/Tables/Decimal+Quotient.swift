import Foundation
import Trading

extension Decimal {
    /// The quotient to 20 places, which is what a number of an entry can have.
    func divided(by divisor: Decimal) -> Decimal { (self / divisor).rounded(toPlaces: 20) }
}
