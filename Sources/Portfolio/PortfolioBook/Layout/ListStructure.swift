import Portfolio
import Typesetting

/// The open lists of a text, as groups of the document's structure.
struct ListStructure {
    /// Whether the list of each level has an open item with its body.
    private var levels: [Bool] = []

    /// The number of open groups.
    var depth: Int { levels.reduce(0) { $0 + ($1 ? 3 : 1) } }

    /// Returns the groups that end and begin before a block.
    ///
    /// The label and the body of the item that the block begins are not among them.
    mutating func advance(to block: RichBlock) -> [PlannedItem] {
        let level = block.kind == .heading ? 0 : max(block.level, block.marker == nil ? 0 : 1)
        var items: [PlannedItem] = []
        while levels.count > level { close(&items) }
        guard let marker = block.marker else {
            // A block without a marker belongs to the open item.
            return items
        }
        if levels.count == level, levels.last == true {
            items += [.end, .end]
            levels[level - 1] = false
        }
        while levels.count < level {
            items.append(.begin(.list(isNumbered: marker != "•")))
            levels.append(false)
            if levels.count < level { begin(&items) }
        }
        items.append(.begin(.listItem))
        levels[level - 1] = true
        return items
    }

    private mutating func begin(_ items: inout [PlannedItem]) {
        items += [.begin(.listItem), .begin(.listBody)]
        levels[levels.count - 1] = true
    }

    private mutating func close(_ items: inout [PlannedItem]) {
        if let hasItem = levels.popLast() { items += [PlannedItem](repeating: .end, count: hasItem ? 3 : 1) }
    }
}
