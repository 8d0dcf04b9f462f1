import FormImport

import FormModel

/// Determines which fields take an amount of money.
///
/// It uses the print around a field and the words of its caption.
struct AmountFinder {
    private let around: TextNeighbourhood
    private let currencies: CurrencyFinder
    private let heads: TableHeads
    private let words: LabelWords

    /// Maximum height in points of a field for one amount.
    private static let greatestHeight = 30.0

    init(_ around: TextNeighbourhood, fields: [PlacedField], words: LabelWords) {
        self.around = around
        currencies = CurrencyFinder(around, fields: fields)
        self.words = words
        heads = TableHeads(around: around, fields: fields, roles: TextRoles(around: around, fields: fields))
    }

    /// The evidence that a field takes an amount.
    enum Evidence {
        /// A currency sign or cents printed beside the field.
        case print
        /// The name of an amount in the caption or the heading of the column.
        case words
    }

    /// Returns the evidence that a field takes an amount, or nil if it does not.
    func evidence(for c: Candidate, label: Caption) -> Evidence? {
        guard PlacedField(c).kind == .line, c.region.height < Self.greatestHeight else { return nil }
        let sign = currencies.inFront(of: c)
        if case .own = sign { return .print }
        if isFollowed(c) { return .print }
        guard sign == .none, !isShare(c) else { return nil }
        if c.kind == .comb { return words.isMoney(label.text) ? .words : nil }
        if let head = head(of: c) {
            // A heading that is not part of the label may belong to other fields.
            let isOwn = label.text.hasSuffix(Labeller.tidy(head))
            if words.isMoney(head), isOwn || !words.isOtherThanAmount(label.text) { return .words }
            if isOwn, words.isOtherThanAmount(head) { return nil }
        }
        return words.isMoney(label.text) ? .words : nil
    }

    private func isFollowed(_ c: Candidate) -> Bool {
        guard let right = around.right(of: c.region, floor: c.floor), right.distance < CurrencyFinder.reach else {
            return false
        }
        let text = around.phrases[right.index].text
        return Currency.isCents(text) || Currency.following(text) != nil
    }

    /// Returns whether a percent sign follows the field.
    private func isShare(_ c: Candidate) -> Bool {
        guard let right = around.right(of: c.region, floor: c.floor), right.distance < 2 * CurrencyFinder.reach else {
            return false
        }
        return around.phrases[right.index].text.hasPrefix("%")
    }

    /// Returns the heading of the field's column.
    private func head(of c: Candidate) -> String? {
        heads.overColumn(of: c.region, margin: 40) ?? (c.edges.top ? heads.overCell(c.cell) : nil)
    }
}
