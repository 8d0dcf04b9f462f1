/// A connected group of pixels.
///
/// It has a bounding box in pixels (right and bottom exclusive) and an area in pixels.
struct Component {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int
    var area: Int

    var width: Int { right - left }
    var height: Int { bottom - top }
}

/// Labels for runs of pixels that may turn out to be connected (union-find).
struct RunLabels {
    private(set) var parent: [Int32] = []
    private(set) var components: [Component] = []

    mutating func make(_ component: Component) -> Int32 {
        parent.append(Int32(parent.count))
        components.append(component)
        return Int32(parent.count - 1)
    }

    mutating func root(_ label: Int32) -> Int32 {
        var l = label
        while parent[Int(l)] != l {
            parent[Int(l)] = parent[Int(parent[Int(l)])]
            l = parent[Int(l)]
        }
        return l
    }

    mutating func grow(_ label: Int32, left: Int, right: Int, row: Int) {
        let r = Int(root(label))
        components[r].left = min(components[r].left, left)
        components[r].right = max(components[r].right, right)
        components[r].bottom = max(components[r].bottom, row + 1)
        components[r].area += right - left
    }

    mutating func union(_ a: Int32, _ b: Int32) {
        let ra = root(a)
        let rb = root(b)
        guard ra != rb else { return }
        let keep = Int(min(ra, rb))
        let gone = Int(max(ra, rb))
        parent[gone] = Int32(keep)
        let other = components[gone]
        components[keep].left = min(components[keep].left, other.left)
        components[keep].top = min(components[keep].top, other.top)
        components[keep].right = max(components[keep].right, other.right)
        components[keep].bottom = max(components[keep].bottom, other.bottom)
        components[keep].area += other.area
    }

    /// Returns the remaining components with their labels, ordered by first pixel.
    func roots() -> [(label: Int32, component: Component)] {
        parent.indices.filter { parent[$0] == Int32($0) }.map { (Int32($0), components[$0]) }
    }
}

extension BitMatrix {
    /// Returns the connected groups of set pixels.
    ///
    /// Runs in adjacent rows are connected if they overlap or are at most `slack` pixels apart, so that a slightly
    /// sloping line remains connected.
    func components(slack: Int) -> [Component] {
        var labels = RunLabels()
        var previous: [(left: Int, right: Int, label: Int32)] = []
        var current: [(left: Int, right: Int, label: Int32)] = []
        for y in 0..<height {
            current.removeAll(keepingCapacity: true)
            var from = 0
            forEachRun(inRow: y) { left, right in
                var label: Int32 = -1
                while from < previous.count, previous[from].right + slack < left { from += 1 }
                var i = from
                while i < previous.count, previous[i].left <= right + slack {
                    if label < 0 {
                        label = previous[i].label
                        labels.grow(label, left: left, right: right, row: y)
                    } else {
                        labels.union(label, previous[i].label)
                    }
                    i += 1
                }
                if label < 0 {
                    label = labels.make(
                        Component(left: left, top: y, right: right, bottom: y + 1, area: right - left))
                }
                current.append((left, right, label))
            }
            swap(&previous, &current)
        }
        return labels.roots().map(\.component)
    }

    /// Calls `body` for each run of set pixels in a row.
    ///
    /// Its arguments are the first pixel and the one after the last.
    func forEachRun(inRow y: Int, _ body: (Int, Int) -> Void) {
        words.withUnsafeBufferPointer { w in
            let base = y * stride
            var x = 0
            while x < width {
                // The next set pixel.
                var i = x >> 6
                var bits = w[base + i] & (~0 << UInt64(x & 63))
                while bits == 0 {
                    i += 1
                    if i >= stride { return }
                    bits = w[base + i]
                }
                let start = i << 6 + bits.trailingZeroBitCount
                if start >= width { return }
                // The next clear pixel after it.
                i = start >> 6
                bits = ~w[base + i] & (~0 << UInt64(start & 63))
                while bits == 0 {
                    i += 1
                    if i >= stride {
                        body(start, width)
                        return
                    }
                    bits = ~w[base + i]
                }
                let end = min(width, i << 6 + bits.trailingZeroBitCount)
                body(start, end)
                x = end
            }
        }
    }

    /// Returns the blank areas enclosed by set pixels, limited in size.
    ///
    /// They have at most `widest` by `highest` pixels.
    func holes(widest: Int, highest: Int) -> [Component] {
        var labels = RunLabels()
        var open: Set<Int32> = []
        // Label -1 marks a run that is too long to be part of a hole.
        var previous: [(left: Int, right: Int, label: Int32)] = [(0, width, -1)]
        var current: [(left: Int, right: Int, label: Int32)] = []
        for y in 0..<height {
            current.removeAll(keepingCapacity: true)
            var from = 0
            func blank(_ left: Int, _ right: Int) {
                guard left < right else { return }
                let long = right - left > widest || left == 0 || right == width
                var label: Int32 = -1
                while from < previous.count, previous[from].right <= left { from += 1 }
                var i = from
                var touchesOpen = false
                while i < previous.count, previous[i].left < right {
                    let other = previous[i].label
                    if long {
                        if other >= 0 { open.insert(other) }
                    } else if other < 0 {
                        touchesOpen = true
                    } else if label < 0 {
                        label = other
                        labels.grow(label, left: left, right: right, row: y)
                    } else {
                        labels.union(label, other)
                    }
                    i += 1
                }
                if !long {
                    if label < 0 {
                        label = labels.make(
                            Component(left: left, top: y, right: right, bottom: y + 1, area: right - left))
                    }
                    if touchesOpen { open.insert(label) }
                }
                current.append((left, right, label))
            }
            var end = 0
            forEachRun(inRow: y) { left, right in
                blank(end, left)
                end = right
            }
            blank(end, width)
            swap(&previous, &current)
        }
        for run in previous where run.label >= 0 { open.insert(run.label) }
        let closedOff = Set(open.map { labels.root($0) })
        return labels.roots().filter {
            !closedOff.contains($0.label) && $0.component.width <= widest && $0.component.height <= highest
        }.map(\.component)
    }
}
