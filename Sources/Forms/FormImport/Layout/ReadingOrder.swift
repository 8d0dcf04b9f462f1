package import FormModel

/// The order in which a person fills in the fields.
package enum ReadingOrder {
    /// Sorts items into rows from top to bottom, and each row from left to right.
    ///
    /// Fields with similar lower edges are in one row.
    package static func sorted<Item>(_ items: [Item], by region: (Item) -> Region) -> [Item] {
        var rows: [(bottom: Double, members: [Item])] = []
        let fromTop = items.sorted { (region($0).bottom, region($0).left) < (region($1).bottom, region($1).left) }
        for item in fromTop {
            if let last = rows.indices.last, abs(rows[last].bottom - region(item).bottom) < 5 {
                rows[last].members.append(item)
            } else {
                rows.append((region(item).bottom, [item]))
            }
        }
        return rows.flatMap { $0.members.sorted { region($0).left < region($1).left } }
    }
}
