import FormImport
import FormModel

/// Finds the currency that is printed beside a field.
struct CurrencyFinder {
    private let around: TextNeighbourhood
    /// All fields of the page.
    private let fields: [PlacedField]

    /// Maximum distance in points between a sign and its field.
    static let reach = 12.0

    init(_ around: TextNeighbourhood, fields: [PlacedField]) {
        self.around = around
        self.fields = fields
    }

    /// A currency in front of a field.
    enum Sign: Equatable {
        case none
        /// The field's own.
        case own(String)
        /// That of the preceding field.
        case ofOther
    }

    /// Returns the currency that directly precedes a field.
    func inFront(of c: Candidate) -> Sign {
        guard let left = around.left(of: c.region, floor: c.floor), left.distance < Self.reach,
            let token = around.phrases[left.index].tokens.last, let currency = Currency.leading(token.text)
        else { return .none }
        guard !["$", "£"].contains(currency) else { return .own(currency) }
        // In "____ EUR, ____" the sign belongs to the preceding field.
        let isBehindOther = fields.contains {
            $0.region.right <= token.region.left + 2 && token.region.left - $0.region.right < 8
                && abs($0.region.bottom - c.floor) < 8
        }
        return isBehindOther ? .ofOther : .own(currency)
    }

    /// Returns the currency directly in front of a field or behind it.
    func currency(beside c: Candidate) -> String? {
        guard c.kind != .box else { return nil }
        if case .own(let currency) = inFront(of: c) { return currency }
        guard let right = around.right(of: c.region, floor: c.floor), right.distance < Self.reach else { return nil }
        return Currency.following(around.phrases[right.index].text)
    }
}
