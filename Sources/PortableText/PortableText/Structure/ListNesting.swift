/// A step in the nested lists of a document; see ``ListEvents``.
package enum ListEvent: Hashable, Sendable {
    /// The start of a list.
    case beginList(style: String)
    /// The start of an item with the text of the block at an index.
    ///
    /// Its nested lists follow before its end. Items are numbered from 1.
    case beginItem(block: Int, number: Int)
    /// The start of an item that only contains a list of a higher level.
    case beginEmptyItem
    /// The end of the innermost item.
    case endItem
    /// The end of the innermost list.
    case endList
    /// A block outside all lists, by its index.
    case block(Int)
}

/// Nests the flat list items of a document by level, like toolkit 6.
///
/// The equivalent there is `nestLists` in mode `html`.
///
/// The nested lists are a sequence of events rather than a tree, so that lists of any depth need neither recursion nor
/// copies.
///
/// - An item of a higher level starts a list within the last item. A skipped level, even at the beginning, becomes a
///   list of the item's style with an empty item.
/// - Any other item continues the open list of its level, or starts a new one there if that has another style.
/// - A block that is not a list item ends all lists.
package struct ListEvents: Sequence, IteratorProtocol {
    private struct OpenList {
        var style: String
        var count: Int
    }

    private let blocks: [PortableTextBlock]
    /// The index of the next block.
    private var position = 0
    /// The lists around the last item, one for each level.
    private var open: [OpenList] = []
    /// The events of the last block; the first `taken` were returned already.
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
        let level = Swift.max(1, block.level)
        close(downTo: level)
        if open.count == level {
            if open[level - 1].style == style {
                open[level - 1].count += 1
                events.append(.endItem)
                events.append(.beginItem(block: position, number: open[level - 1].count))
                return
            }
            close(downTo: level - 1)
        }
        while open.count < level {
            open.append(OpenList(style: style, count: 1))
            events.append(.beginList(style: style))
            events.append(open.count < level ? .beginEmptyItem : .beginItem(block: position, number: 1))
        }
    }

    private mutating func close(downTo count: Int) {
        while open.count > count {
            events.append(.endItem)
            events.append(.endList)
            open.removeLast()
        }
    }
}
