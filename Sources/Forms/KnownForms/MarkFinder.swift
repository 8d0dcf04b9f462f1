import FormModel

/// Finds the words, signs and rules in the ink of a page.
///
/// Rules are taken out first, since they would connect the words of a table.
struct MarkFinder {
    /// Minimum length in points of a horizontal rule.
    private static let leastRule = 18.0
    /// Minimum length in points of a vertical rule, higher than letters.
    private static let leastWall = 15.0
    /// The gap in points that is between letters, and not between words.
    private static let letterGap = 1.4
    /// The bounds in points of the height of words and signs.
    private static let heights = 2.4...32.0
    /// The bounds in points of their width.
    private static let widths = 2.0...280.0
    /// Maximum number of marks of a page.
    static let mostMarks = 6_000

    private let scale: Double

    /// Returns the marks of a page from top to bottom.
    static func marks(in ink: InkPicture) -> [PrintMark] {
        MarkFinder(scale: ink.scale).marks(ink)
    }

    private func pixels(_ points: Double) -> Int { max(1, Int((points * scale).rounded())) }

    private func marks(_ ink: InkPicture) -> [PrintMark] {
        var rest = ink
        var rules = InkPicture(width: ink.width, height: ink.height, scale: scale)
        let leastRule = pixels(Self.leastRule)
        for y in 0..<ink.height {
            ink.forEachRun(inRow: y) { left, right in
                guard right - left >= leastRule else { return }
                rest.clear(row: y, from: left, to: right)
                rules.fill(row: y, from: left, to: right)
            }
        }
        let walls = self.walls(ink, removedFrom: &rest)
        let blobs = components(of: rest, joining: pixels(Self.letterGap)).filter {
            Self.heights.contains(Double($0.height) / scale) && Self.widths.contains(Double($0.width) / scale)
        }
        let found =
            blobs
            + components(of: rules, joining: 1).map { mark in
                var mark = mark
                mark.kind = .horizontal
                return mark
            }
            + components(of: walls, joining: 1).map { mark in
                var mark = mark
                mark.kind = .vertical
                return mark
            }
        return found.prefix(Self.mostMarks).sorted { ($0.top, $0.left) < ($1.top, $1.left) }
    }

    /// Returns the vertical rules, which are taken out of the rest.
    private func walls(_ ink: InkPicture, removedFrom rest: inout InkPicture) -> InkPicture {
        var result = InkPicture(width: ink.width, height: ink.height, scale: scale)
        let least = pixels(Self.leastWall)
        var lengths = [Int32](repeating: 0, count: ink.stride * 64)
        func end(_ x: Int, _ y: Int) {
            let length = Int(lengths[x])
            lengths[x] = 0
            guard length >= least else { return }
            for row in y - length..<y {
                result.set(x, row)
                rest.words[row * rest.stride + x >> 6] &= ~(1 << UInt64(x & 63))
            }
        }
        for y in 0..<ink.height {
            for i in 0..<ink.stride {
                let word = ink.words[y * ink.stride + i]
                let above = y > 0 ? ink.words[(y - 1) * ink.stride + i] : 0
                if word | above == 0 { continue }
                var both = word | above
                while both != 0 {
                    let k = both.trailingZeroBitCount
                    both &= both - 1
                    if word >> UInt64(k) & 1 == 1 { lengths[i * 64 + k] += 1 } else { end(i * 64 + k, y) }
                }
            }
        }
        for x in 0..<ink.width { end(x, ink.height) }
        return result
    }

    /// Returns the connected groups of pixels, with gaps in rows closed up to a width.
    private func components(of ink: InkPicture, joining gap: Int) -> [PrintMark] {
        var parents: [Int32] = []
        var marks: [PrintMark] = []
        func root(_ label: Int32) -> Int32 {
            var label = label
            while parents[Int(label)] != label {
                parents[Int(label)] = parents[Int(parents[Int(label)])]
                label = parents[Int(label)]
            }
            return label
        }
        func joined(_ a: Int32, _ b: Int32) -> Int32 {
            let (a, b) = (root(a), root(b))
            guard a != b else { return a }
            let (keep, gone) = (Int(min(a, b)), Int(max(a, b)))
            parents[gone] = Int32(keep)
            marks[keep].left = min(marks[keep].left, marks[gone].left)
            marks[keep].top = min(marks[keep].top, marks[gone].top)
            marks[keep].right = max(marks[keep].right, marks[gone].right)
            marks[keep].bottom = max(marks[keep].bottom, marks[gone].bottom)
            return Int32(keep)
        }
        var previous: [(left: Int, right: Int, label: Int32)] = []
        var current: [(left: Int, right: Int, label: Int32)] = []
        for y in 0..<ink.height {
            current.removeAll(keepingCapacity: true)
            ink.forEachRun(inRow: y) { left, right in
                if let last = current.last, left - last.right <= gap {
                    current[current.count - 1].right = right
                } else {
                    current.append((left, right, -1))
                }
            }
            var from = 0
            for k in current.indices {
                let (left, right) = (current[k].left, current[k].right)
                while from < previous.count, previous[from].right < left { from += 1 }
                var label: Int32 = -1
                var i = from
                while i < previous.count, previous[i].left <= right {
                    label = label < 0 ? root(previous[i].label) : joined(label, previous[i].label)
                    i += 1
                }
                if label < 0 {
                    label = Int32(marks.count)
                    parents.append(label)
                    marks.append(PrintMark(kind: .blob, left: left, top: y, right: right, bottom: y + 1))
                } else {
                    marks[Int(label)].left = min(marks[Int(label)].left, left)
                    marks[Int(label)].right = max(marks[Int(label)].right, right)
                    marks[Int(label)].bottom = y + 1
                }
                current[k].label = label
            }
            swap(&previous, &current)
        }
        return marks.indices.filter { parents[$0] == Int32($0) }.map { marks[$0] }
    }
}
