import FormImport

import FormModel

/// Finds the printed names of a field besides its label.
///
/// These are its row, its column and the number of its line.
struct PrintedNameFinder {
    private let around: TextNeighbourhood
    private let roles: TextRoles
    private let heads: TableHeads
    private let captions: CaptionFinder
    private let currencies: CurrencyFinder

    /// Maximum distance in points of a row's text from a field in it.
    private static let rowReach = 600.0
    /// Maximum distance in points of a line number from the field beside it.
    private static let numberReach = 40.0

    /// Creates a finder for a page with these fields.
    init(_ around: TextNeighbourhood, fields: [PlacedField]) {
        let around = around.withoutMarginalia
        self.around = around
        roles = TextRoles(around: around, fields: fields)
        heads = TableHeads(around: around, fields: fields, roles: roles)
        captions = CaptionFinder(around: around, fields: fields, roles: roles, heads: heads)
        currencies = CurrencyFinder(around, fields: fields)
    }

    /// Returns the row, column and line number of a field.
    func names(of c: Candidate) -> PrintedNames {
        let place = c.kind == .box ? c.region : c.cell
        let row = captions.rowText(leftOf: place, floor: c.floor, height: place.height, within: Self.rowReach)
        let column = c.edges.top ? heads.overCell(c.cell) : heads.overColumn(of: c.region, margin: 40)
        return PrintedNames(
            row: row.flatMap { Self.nonEmpty(Labeller.tidy($0.text)) },
            column: (column ?? heads.overCell(place)).flatMap { Self.nonEmpty(Labeller.tidy($0)) },
            number: number(of: c), nearby: Self.nonEmpty(nearby(c)), currency: currencies.currency(beside: c))
    }

    /// Returns the text close to the field, regardless of its role in the layout.
    private func nearby(_ c: Candidate) -> String {
        let field = c.region
        let close = around.phrases.filter { phrase in
            let text = phrase.region
            let isBeside = text.midY > field.top - 3 && text.midY < field.bottom + 3
            if isBeside, text.right <= field.left + 6, field.left - text.right < Self.nearby.left { return true }
            if c.kind == .box, isBeside, text.left > field.right - 3, text.left - field.right < Self.nearby.right {
                return true
            }
            guard text.horizontalOverlap(field) > 0 else { return false }
            return text.bottom > field.top - Self.nearby.above && text.top < field.bottom + Self.nearby.below
        }
        return close.map(\.text).joined(separator: " ").prefix(Self.nearbyLength).description
    }

    /// Maximum distance in points of text close to a field.
    private static let nearby = (left: 80.0, above: 19.0, below: 11.0, right: 12.0)
    /// Maximum number of characters of that text.
    private static let nearbyLength = 400

    /// Returns the number beside the field, in its cell, or in front of its row.
    private func number(of c: Candidate) -> String? {
        let inRow = around.phrases.filter {
            $0.region.midY > c.region.top - 3 && $0.region.midY < c.floor + 3 && $0.region.midX < c.region.left + 2
        }.sorted { $0.region.right > $1.region.right }
        // Tax forms repeat the number in front of the amount.
        if let beside = inRow.first, c.region.left - beside.region.right < Self.numberReach,
            let number = Self.number(beside.text, isAlone: true)
        {
            return numbered(number, beside.region)
        }
        for phrase in inRow {
            if let number = Self.number(phrase.text, isAlone: false) { return numbered(number, phrase.region) }
        }
        return nil
    }

    /// Returns the number, completed with that of the item above if it is a letter.
    ///
    /// "c" below "15" is "15c".
    private func numbered(_ number: String, _ region: Region) -> String? {
        guard number.allSatisfy(\.isLetter) else { return number }
        let item = around.phrases.filter {
            $0.region.midY < region.midY + 3 && $0.region.left < region.left + 2 && $0.region != region
                && region.left - $0.region.left < 60
        }.sorted { $0.region.midY > $1.region.midY }.lazy.compactMap {
            Self.number($0.text, isAlone: false).flatMap { $0.contains(where: \.isNumber) ? $0 : nil }
        }.first
        return item.map { $0.prefix { $0.isNumber } + number }
    }

    /// Returns the number that a text begins with or consists of: "15c", "3", "B".
    private static func number(_ text: String, isAlone: Bool) -> String? {
        let words = text.split(separator: " ")
        guard let first = words.first,
            isAlone ? words.count <= 2 && text.count <= 6 : words.count > 1 || text.count <= 4
        else { return nil }
        let core = first.filter { $0.isLetter || $0.isNumber }
        let digits = core.prefix { $0.isASCII && $0.isNumber }
        let letters = core.dropFirst(digits.count)
        guard (1...4).contains(core.count), digits.count <= 3, letters.count <= 1,
            letters.allSatisfy({ $0.isASCII && $0.isLetter }),
            first.allSatisfy({ !"$%/-:".contains($0) }) || first.hasSuffix(":")
        else { return nil }
        // "A corporation" and "I am" do not begin with item letters.
        if digits.isEmpty, core.count == first.count, !isAlone, core.first?.isUppercase == true { return nil }
        return core.lowercased()
    }

    /// Returns the captions of fields that are repeated above or below, by field index.
    ///
    /// Such fields are separate blanks, while the lower lines of one blank share the caption of the first.
    func repeatedCaptions(of fields: [Candidate], labels: [String]) -> [Int: String] {
        let own = fields.indices.filter { hasCaption(labels[$0], beside: fields[$0]) }
        var captions: [Int: String] = [:]
        for index in own {
            let field = fields[index].region
            let isRepeated = own.contains { other in
                let region = fields[other].region
                return other != index && labels[other] == labels[index] && abs(region.left - field.left) < 8
                    && abs(region.top - field.top) < 2 * field.height + 4
            }
            if isRepeated { captions[index] = labels[index] }
        }
        return captions
    }

    /// Returns whether a phrase in front of a field, at its height, is its label.
    private func hasCaption(_ label: String, beside c: Candidate) -> Bool {
        let label = LabelText.normalised(label)
        guard c.kind != .box, !label.isEmpty else { return false }
        return around.phrases.contains {
            $0.region.midY > c.region.top && $0.region.midY < c.region.bottom && $0.region.right < c.region.left + 6
                && c.region.left - $0.region.right < Self.captionReach
                && LabelText.normalised(Labeller.tidy($0.text)) == label
        }
    }

    /// Maximum distance in points of a caption from the field beside it.
    private static let captionReach = 150.0

    private static func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }
}
