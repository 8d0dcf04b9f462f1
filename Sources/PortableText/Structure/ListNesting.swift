/// A step in the nested lists of a document; see ``ListEvents``.
package enum ListEvent: Hashable, Sendable {
    /// A list begins.
    case beginList(style: String)
    /// An item begins with the text of the block at an index; its nested lists follow before it ends. Items are numbered
    /// from 1.
    case beginItem(block: Int, number: Int)
    /// The innermost item ends.
    case endItem
    /// The innermost list ends.
    case endList
    /// A block outside all lists, by its index.
    case block(Int)
}

/// Nests the flat list items of a document as toolkit 5 (`nestLists`, mode `html`) does.
///
/// The nested lists are a sequence of events rather than a tree, so that lists of any depth need neither recursion nor
/// copies.
///
/// - An item of a higher level begins a list within the last item; levels can be skipped.
/// - An item of a lower level continues the open list of that level and style; if there is none, it begins a new list
///   outside all others.
/// - An item of the same level and another style begins a new list outside all others.
/// - Whatever is not a list item ends all lists.
package struct ListEvents: Sequence, IteratorProtocol {
    private struct OpenList {
        var style: String
        var level: Int
        var count: Int
    }

    private let blocks: [PortableTextBlock]
    /// The index of the next block.
    private var position = 0
    private var open: [OpenList] = []
    /// The events of the last block, of which the first `taken` have been returned.
    private var events: [ListEvent] = []
    private var taken = 0

    /// Creates the events of blocks.
    package init(of blocks: [PortableTextBlock]) {
        self.blocks = blocks
    }

    package mutating func next() -> ListEvent? {
        while taken == events.count {
            events.removeAll(keepingCapacity: true)
            taken = 0
            if position < blocks.count {
                advance()
            } else if open.isEmpty {
                return nil
            } else {
                close(downTo: 0)
            }
        }
        taken += 1
        return events[taken - 1]
    }

    private mutating func advance() {
        let block = blocks[position]
        defer { position += 1 }
        guard let style = block.listItem, block.children != nil else {
            close(downTo: 0)
            events.append(.block(position))
            return
        }
        if let last = open.last, block.level <= last.level {
            // Levels increase from list to list, so that at most one list matches.
            if let match = open.lastIndex(where: { $0.level == block.level && $0.style == style }) {
                close(downTo: match + 1)
                open[match].count += 1
                events.append(.endItem)
                events.append(.beginItem(block: position, number: open[match].count))
                return
            }
            close(downTo: 0)
        }
        open.append(OpenList(style: style, level: block.level, count: 1))
        events.append(.beginList(style: style))
        events.append(.beginItem(block: position, number: 1))
    }

    private mutating func close(downTo count: Int) {
        while open.count > count {
            events.append(.endItem)
            events.append(.endList)
            open.removeLast()
        }
    }
}
