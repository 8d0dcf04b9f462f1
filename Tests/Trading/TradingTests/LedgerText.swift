import Foundation
import Trading

extension Ledger {
    /// The gains in a form that is easy to compare: symbol, days of purchase and sale, quantity, cost, proceeds, gain.
    var gainTexts: [String] {
        gains.map { gain in
            let opened = journal.entries[Int(gain.opened)].time.day
            let closed = journal.entries[Int(gain.closed)].time.day
            return "\(journal.securities[Int(gain.security)].label) \(opened) \(closed) "
                + "\(gain.quantity) \(gain.cost) \(gain.proceeds) \(gain.gain)"
        }
    }

    /// The open lots in a form that is easy to compare: symbol, day of purchase, quantity, cost in cents.
    var lotTexts: [String] {
        lots.map { lot in
            let opened = journal.entries[Int(lot.entry)].time.day
            return "\(journal.securities[Int(lot.security)].label) \(opened) \(lot.quantity) \(lot.cost.money)"
        }
    }
}
