package import FormModel

/// The parts of a blank between printed signs, such as `__/__/____`.
package struct BlankGaps {
    /// The places of the parts, from left to right.
    package let regions: [Region]

    /// Maximum width in points of a sign between two parts, with the space around it.
    private static let mostSign = 14.0
    /// Minimum width in points of a part.
    private static let leastPart = 4.0

    /// Creates the parts of a field; nil unless narrow signs divide its line.
    package init?(_ field: Field) {
        guard let signs = field.printedWords?.sorted(by: { $0.left < $1.left }), !signs.isEmpty,
            field.lines == nil, field.combEdges == nil, field.type != .multiline, field.type != .signature,
            signs.allSatisfy({ $0.width <= Self.mostSign && $0.verticalOverlap(field.region) > 0 })
        else { return nil }
        var left = field.region.left
        var regions: [Region] = []
        for end in signs.map(Optional.some) + [nil] {
            let right = end?.left ?? field.region.right
            if right - left >= Self.leastPart {
                regions.append(
                    Region(left: left, top: field.region.top, right: right, bottom: field.region.bottom))
            }
            left = max(left, end?.right ?? left)
        }
        guard regions.count > 1 else { return nil }
        self.regions = regions
    }

    /// The places between the parts, where the signs are.
    package var signs: [Region] {
        zip(regions, regions.dropFirst()).map { left, right in
            Region(left: left.right, top: left.top, right: right.left, bottom: left.bottom)
        }
    }

    /// Divides a date or number among the parts; nil if it has others.
    func parts(of text: String, in field: Field) -> [String]? {
        if field.type == .number { return regions.count == 2 ? ValueParts.wholeAndCents(text) : nil }
        let groups = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        // Words belong together, also across a sign that the blank prints.
        guard groups.allSatisfy({ $0.contains(where: \.isNumber) }) else { return nil }
        if groups.count == regions.count { return groups }
        let characters = Array(groups.joined())
        if characters.count == regions.count { return characters.map { String($0) } }
        guard groups.count == 1, let lengths = ValueParts.usual(groups[0], regions.count) else { return nil }
        var rest = groups[0][...]
        return lengths.map { length in
            defer { rest = rest.dropFirst(length) }
            return String(rest.prefix(length))
        }
    }
}
