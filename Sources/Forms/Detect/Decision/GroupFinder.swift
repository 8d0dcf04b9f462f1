import FormModel

/// Finds which boxes answer one question together, and the question.
struct GroupFinder {
    let around: Surroundings
    /// Regions of all fields of the page.
    let fields: [Region]

    struct Group {
        /// Indices of the boxes that were given, in their order.
        var members: [Int]
        var question: String
        /// Whether only one may be ticked, as far as the words tell.
        var isExclusive: Bool
    }

    /// - Parameters:
    ///   - boxes: in reading order.
    ///   - options: the text of each.
    func groups(of boxes: [Region], options: [String]) -> [Group] {
        var parent = Array(boxes.indices)
        func root(_ i: Int) -> Int {
            var r = i
            while parent[r] != r { r = parent[r] }
            return r
        }
        for i in boxes.indices {
            for j in boxes.indices where j > i && isNeighbour(boxes[i], boxes[j]) {
                parent[max(root(i), root(j))] = min(root(i), root(j))
            }
        }
        let clusters = Dictionary(grouping: boxes.indices, by: root)
        return clusters.keys.sorted().compactMap { key in
            guard let members = clusters[key]?.sorted() else { return nil }
            let question = question(of: members.map { boxes[$0] })
            if members.count < 2 { return nil }
            return Group(
                members: members, question: question,
                isExclusive: Self.isExclusive(question: question, options: members.map { options[$0] }))
        }
    }

    /// The question that a box stands under, whether or not others do.
    func question(of boxes: [Region]) -> String {
        guard let first = boxes.first else { return "" }
        let isRow = boxes.allSatisfy { abs($0.midY - first.midY) < 5 }
        let left = around.left(of: first, floor: first.bottom).flatMap { n -> Surroundings.Neighbour? in
            let p = around.phrases[n.index]
            return p.letters >= 4 && isClear(from: p.region.right, to: first.left, y: first.midY) ? n : nil
        }
        if isRow, let left, left.distance < 120 {
            return Labeller.tidy(around.text(around.paragraph(endingIn: left.index)))
        }
        if let above = questionAbove(first, within: 24) {
            return Labeller.tidy(around.text(around.paragraph(endingIn: above)))
        }
        if let left { return Labeller.tidy(around.text(around.paragraph(around: left.index))) }
        // The head of a column of such groups.
        if let head = questionAbove(first, within: 400) {
            return Labeller.tidy(around.text(around.paragraph(endingIn: head)))
        }
        return ""
    }

    /// The nearest line of text over a box that begins near its left edge, or left of it, and is no option itself.
    private func questionAbove(_ box: Region, within reach: Double) -> Int? {
        var best: (index: Int, distance: Double)?
        for (i, p) in around.phrases.enumerated() where p.letters >= 4 {
            let distance = box.top - p.region.bottom
            guard distance > -2, distance < reach, p.region.left < box.right + 2, p.region.right > box.left - 10,
                distance < best?.distance ?? .infinity
            else { continue }
            let isOption = fields.contains {
                $0.width < OptionLabels.boxWidth && abs($0.midY - p.region.midY) < 6 && $0.right <= p.region.left + 2
                    && p.region.left - $0.right < 20
            }
            if !isOption { best = (i, distance) }
        }
        return best?.index
    }

    private func isNeighbour(_ a: Region, _ b: Region) -> Bool {
        if abs(a.midY - b.midY) < 5 {
            let (left, right) = a.left < b.left ? (a, b) : (b, a)
            return right.left - left.right < 190 && isClear(from: left.right, to: right.left, y: a.midY)
        }
        guard abs(a.left - b.left) < 4 else { return false }
        let (upper, lower) = a.top < b.top ? (a, b) : (b, a)
        guard lower.top - upper.top < 34 else { return false }
        // A line that begins at the boxes' own edge is the next question.
        let asks = around.phrases.contains {
            $0.region.left < upper.right && $0.region.right > upper.left && $0.region.midY > upper.bottom
                && $0.region.midY < lower.top && $0.letters >= 4
        }
        return !asks
            && !around.isRuled(from: upper.bottom, to: lower.top, left: upper.left, right: upper.right + 20)
    }

    /// No wall and no field to write in between two x positions.
    private func isClear(from: Double, to: Double, y: Double) -> Bool {
        let gap = Region(left: from + 1, top: y - 2, right: to - 1, bottom: y + 2)
        return !around.isWalled(from: from + 1.5, to: to - 1.5, y: y)
            && !fields.contains { $0.width >= OptionLabels.boxWidth && $0.intersection(gap) != nil }
    }

    private static func isExclusive(question: String, options: [String]) -> Bool {
        let first = Set(options.compactMap { $0.lowercased().split { !$0.isLetter }.first.map(String.init) })
        if first.contains("yes"), first.contains("no") { return true }
        let words = question.lowercased().split { !$0.isLetter }.map(String.init)
        guard let one = words.lastIndex(of: "one") else { return false }
        return words[..<one].suffix(3).contains { ["check", "only", "choose", "select", "mark"].contains($0) }
    }
}
