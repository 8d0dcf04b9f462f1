import Foundation
import Trading

/// Charges in columns that a column file adds to a table of Interactive Brokers.
///
/// The broker's own costs are negative and its rebates positive. Other columns can have the opposite sign, which the
/// rows reveal.
struct AddedCharges {
    private let columns: [TableColumn]
    private var conventions: ChargeConventions
    private var rows: [(entry: Int32, charges: Charges)] = []

    /// Creates the charges, with the sign of costs if the user states it.
    init(_ columns: [TableColumn], costs: ChargeConventions.Sign?) {
        self.columns = columns
        conventions = ChargeConventions(sign: costs, amounts: nil)
    }

    /// Reads the charges of a row with the sign of the table.
    func read(_ row: TableRow, _ draft: inout Draft) -> Charges {
        Charges(columns.compactMap { draft.number(row, $0) })
    }

    /// Records charges that are to be added to an entry.
    mutating func add(_ charges: Charges, toEntryAt place: Int) {
        if !charges.isEmpty { rows.append((Int32(place), charges)) }
    }

    /// Adds the charges to their entries.
    ///
    /// Rows that reverse others give no evidence of the sign.
    mutating func settle(_ draft: inout Draft, reversals: Set<Int32> = []) {
        for (place, charges) in rows {
            let entry = draft.file.entries[Int(place)]
            if !reversals.contains(entry.line), !entry.isTakenBackDividend { conventions.add(charges, .none) }
        }
        let sign = conventions.sign ?? .minus
        for (place, stated) in rows {
            let charges = sign == .plus ? stated : stated.negated
            var entry = draft.file.entries[Int(place)]
            if entry.action == .fee {
                entry.amount = (entry.amount ?? 0) + charges.total
            } else if let refund = entry.split(charges.adding(Charges([entry.fees]))) {
                draft.file.entries.append(refund)
            }
            draft.file.entries[Int(place)] = entry
        }
        rows = []
    }
}
